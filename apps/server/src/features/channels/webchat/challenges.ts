import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { isProof } from '@prosa/contract/rules/proof-of-work'
import type { Deps } from '../../../kernel/deps.ts'
import { addressKey } from '../../../kernel/http/address-key.ts'

/** A challenge without a solution is accepted after so long: a browser that cannot solve it waits instead. */
const WAIT_MS = 60_000
const LIFE_MS = 600_000

/** Agent and address that a challenge is for. */
interface Place {
  readonly agentId: string
  readonly ip: string
}

/** Outcome of a proof: accepted, or refused with the challenge to answer and the seconds after which waiting answers it. */
export type ProofOutcome =
  | { readonly isAccepted: true }
  | { readonly isAccepted: false; readonly challenge: string; readonly retryAfter: number }

/** Issues challenges for strangers and verifies the proofs, each once. A challenge is bound to one agent, one address and its time. */
export function createChallenges({ config, clock, cluster }: Pick<Deps, 'config' | 'clock' | 'cluster'>) {
  const used = cluster.oneTime('webchat-proof')
  const sign = (issued: string, { agentId, ip }: Place) =>
    createHmac('sha256', config.sessionSecret)
      .update(`challenge ${issued} ${agentId} ${addressKey(ip)}`)
      .digest()
      .subarray(0, 16)
  const issue = (place: Place): string => {
    const issued = `${clock.now().getTime()}.${randomBytes(9).toString('base64url')}`
    return `${issued}.${sign(issued, place).toString('base64url')}`
  }
  /** Milliseconds since a challenge was issued; null where it is none for this place, or too old. */
  const ageOf = (challenge: string, place: Place): number | null => {
    const [time = '', random = '', mac = ''] = challenge.split('.')
    const given = Buffer.from(mac, 'base64url')
    const expected = sign(`${time}.${random}`, place)
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
    const age = clock.now().getTime() - Number(time)
    return age <= LIFE_MS ? age : null
  }

  /** Verifies and consumes the proof of a request. Without a valid one the outcome carries a challenge: the given one while it still waits. */
  return async (proof: unknown, place: Place): Promise<ProofOutcome> => {
    const refused = (challenge: string, waited: number): ProofOutcome => ({
      isAccepted: false,
      challenge,
      retryAfter: Math.ceil((WAIT_MS - waited) / 1_000),
    })
    const [, challenge = '', number = ''] = /^(.{1,100})\.(\d{0,16})$/.exec(typeof proof === 'string' ? proof : '') ?? []
    const age = ageOf(challenge, place)
    if (age === null) return refused(issue(place), 0)
    const isSolved = number !== '' && isProof(createHash('sha256').update(String(proof)).digest())
    if (!isSolved && age < WAIT_MS) return refused(challenge, age)
    return (await used.take(challenge, LIFE_MS)) ? { isAccepted: true } : refused(issue(place), 0)
  }
}
