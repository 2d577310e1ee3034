import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { isValidProofOfWork } from '@prosa/contract/rules/webchat/proof-of-work'
import type { Deps } from '../../../platform/deps.ts'
import { getIpLimitKey } from '../../../platform/http/client-address/ip-limit-key.ts'

/** Milliseconds after which a proof-of-work challenge is accepted without a solution, for browsers that cannot solve it. */
const UNSOLVED_WAIT_MS = 60_000
const CHALLENGE_LIFETIME_MS = 600_000

/** Agent and visitor's IP address for which a challenge is issued. */
interface ChallengeScope {
  readonly agentId: string
  readonly ip: string
}

/**
 * Result of verifying a proof of work. A rejection contains the challenge to solve. `retryAfter`: seconds after which that challenge is
 * accepted without a solution.
 */
export type ProofOutcome =
  | { readonly isAccepted: true }
  | { readonly isAccepted: false; readonly challenge: string; readonly retryAfter: number }

/**
 * Returns a function that verifies proofs of work of unknown visitors and issues a new challenge after a rejected proof. A challenge can be
 * used once, within ten minutes, for one agent and one IP address.
 */
export function createChallengeVerifier({ config, clock, cluster }: Pick<Deps, 'config' | 'clock' | 'cluster'>) {
  const usedChallenges = cluster.oneTime('webchat-proof')
  const sign = (payload: string, { agentId, ip }: ChallengeScope) =>
    createHmac('sha256', config.sessionSecret)
      .update(`challenge ${payload} ${agentId} ${getIpLimitKey(ip)}`)
      .digest()
      .subarray(0, 16)
      .toString('base64url')
  const createChallenge = (scope: ChallengeScope): string => {
    const payload = `${clock.now().getTime()}.${randomBytes(9).toString('base64url')}`
    return `${payload}.${sign(payload, scope)}`
  }
  /**
   * Returns the age of a challenge in milliseconds. Returns null if the challenge has expired or was issued for another agent or IP
   * address.
   */
  const getAgeMs = (challenge: string, scope: ChallengeScope): number | null => {
    const [time = '', random = '', mac = '', ...rest] = challenge.split('.')
    // Compares the text instead of the decoded bytes: a challenge with a second spelling could be used a second time.
    const [actualMac, expectedMac] = [Buffer.from(mac), Buffer.from(sign(`${time}.${random}`, scope))]
    if (rest.length > 0) return null
    if (actualMac.length !== expectedMac.length || !timingSafeEqual(actualMac, expectedMac)) return null
    const age = clock.now().getTime() - Number(time)
    return age <= CHALLENGE_LIFETIME_MS ? age : null
  }

  /**
   * Verifies and consumes a proof of work. For an invalid proof, the result contains a challenge: the same challenge while it can still be
   * used, otherwise a new one.
   */
  return async (proof: unknown, scope: ChallengeScope): Promise<ProofOutcome> => {
    const reject = (challenge: string, ageMs: number): ProofOutcome => ({
      isAccepted: false,
      challenge,
      retryAfter: Math.ceil((UNSOLVED_WAIT_MS - ageMs) / 1_000),
    })
    const [, challenge = '', number = ''] = /^(.{1,100})\.(\d{0,16})$/.exec(typeof proof === 'string' ? proof : '') ?? []
    const age = getAgeMs(challenge, scope)
    if (age === null) return reject(createChallenge(scope), 0)
    const isSolved = number !== '' && isValidProofOfWork(createHash('sha256').update(String(proof)).digest())
    if (!isSolved && age < UNSOLVED_WAIT_MS) return reject(challenge, age)
    return (await usedChallenges.take(challenge, CHALLENGE_LIFETIME_MS))
      ? { isAccepted: true }
      : reject(createChallenge(scope), 0)
  }
}
