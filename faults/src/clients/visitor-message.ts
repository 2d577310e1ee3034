import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { sendWebchatMessage } from '@prosa/contract/calls/webchat/webchat'
import { buildPath, HTTP_HEADERS } from '@prosa/contract/http'
import { formatProofOfWork, isValidProofOfWork } from '@prosa/contract/rules/webchat/proof-of-work'
import { type LoopbackResponse, sendLoopbackRequest } from './loopback-request.ts'

interface VisitorMessage {
  readonly agentId: string
  /** Loopback IP address of the visitor. */
  readonly address: string
  readonly key: string
  readonly cookie?: string | null
  readonly proof?: string
}

/** Sends a visitor's message once, as the web chat's page does. */
export const sendVisitorMessage = (
  url: string,
  { agentId, address, key, cookie, proof }: VisitorMessage,
): Promise<LoopbackResponse> =>
  sendLoopbackRequest(address, url, {
    method: 'POST',
    path: `/api${buildPath(sendWebchatMessage.path, { agentId })}`,
    body: { content: 'Oi, tudo bem?' },
    headers: {
      [HTTP_HEADERS.idempotencyKey]: key,
      ...(cookie ? { cookie } : {}),
      ...(proof ? { [HTTP_HEADERS.proof]: proof } : {}),
    },
  })

/** Solves a proof-of-work challenge. Yields regularly, so that measurements in the same process continue. */
export async function solveProofOfWork(challenge: string): Promise<string> {
  for (let number = 0; ; number += 1) {
    if (number % 1_000 === 0) await setImmediate()
    const proof = formatProofOfWork(challenge, number)
    if (isValidProofOfWork(createHash('sha256').update(proof).digest())) return proof
  }
}
