import { sendWebchatMessage } from '@prosa/contract/calls/webchat/webchat'
import { buildPath, HTTP_HEADERS } from '@prosa/contract/http'

interface FirstVisitorMessage {
  agentId: string
  content: string
  /** Number that identifies this visitor. */
  n: number
}

/**
 * Sends a visitor's first message on an agent's web chat, from an IP address of its own.
 * @throws if it is refused
 */
export async function sendFirstVisitorMessage(url: string, { agentId, content, n }: FirstVisitorMessage): Promise<void> {
  const response = await fetch(`${url}/api${buildPath(sendWebchatMessage.path, { agentId })}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': `10.9.${n >> 8}.${n & 255}`,
      [HTTP_HEADERS.idempotencyKey]: `visitor-${n}`,
      [HTTP_HEADERS.requestTime]: new Date().toISOString(),
    },
    body: JSON.stringify({ content }),
  })
  if (!response.ok) throw new Error(`A visitor's message was answered with ${response.status}: ${await response.text()}`)
}
