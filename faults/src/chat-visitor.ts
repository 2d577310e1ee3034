import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { sendWebchatMessage } from '@prosa/contract/calls/webchat'
import { fillPath, HEADERS } from '@prosa/contract/http'
import { isProof, proofText } from '@prosa/contract/rules/proof-of-work'
import { type Answered, requestFrom } from './loopback-request.ts'

interface Written {
  readonly agentId: string
  /** Loopback IP address of the visitor. */
  readonly address: string
  readonly key: string
  readonly cookie?: string | null
  readonly proof?: string
}

/** Sends a visitor's message once, as the web chat's page does. */
export const writeOnce = (url: string, { agentId, address, key, cookie, proof }: Written): Promise<Answered> =>
  requestFrom(address, url, {
    method: 'POST',
    path: `/api${fillPath(sendWebchatMessage.path, { agentId })}`,
    body: { content: 'Oi, tudo bem?' },
    headers: {
      [HEADERS.idempotencyKey]: key,
      ...(cookie ? { cookie } : {}),
      ...(proof ? { [HEADERS.proof]: proof } : {}),
    },
  })

/** Solves a proof-of-work challenge. Yields regularly, so that measurements in the same process continue. */
export async function solve(challenge: string): Promise<string> {
  for (let number = 0; ; number += 1) {
    if (number % 1_000 === 0) await setImmediate()
    const proof = proofText(challenge, number)
    if (isProof(createHash('sha256').update(proof).digest())) return proof
  }
}
