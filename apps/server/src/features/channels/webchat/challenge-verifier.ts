import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { isValidProofOfWork } from '@prosa/contract/rules/webchat/proof-of-work'
import type { Deps } from '../../../platform/deps.ts'
import { getIpLimitKey } from '../../../platform/http/client-address/ip-limit-key.ts'

/** Milliseconds after which a proof-of-work challenge is accepted without a solution, because some browsers cannot solve it. */
const UNSOLVED_WAIT_MS = 60_000
const CHALLENGE_LIFETIME_MS = 600_000

/** Agent and IP address of the visitor for which a challenge is valid. */
interface ChallengeScope {
  readonly agentId: string
  readonly ip: string
}

/**
 * Result of verifying a proof of work. A rejection contains the challenge to solve and the seconds (`retryAfter`) after which the challenge
 * is accepted unsolved.
 */
export type ProofOutcome =
  | { readonly isAccepted: true }
  | { readonly isAccepted: false; readonly challenge: string; readonly retryAfter: number }

/**
 * Returns a function that verifies a new visitor's proof of work. Each challenge is valid once, for ten minutes, for one agent and one IP
 * address.
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
  /** Returns the age of a challenge in milliseconds. Returns null if it has expired or was issued for another agent or IP address. */
  const getAgeMs = (challenge: string, scope: ChallengeScope): number | null => {
    const [time = '', random = '', mac = '', ...rest] = challenge.split('.')
    // Compares the texts, not the decoded bytes. Otherwise a second encoding of the same bytes would make a used challenge valid again.
    const [actualMac, expectedMac] = [Buffer.from(mac), Buffer.from(sign(`${time}.${random}`, scope))]
    if (rest.length > 0) return null
    if (actualMac.length !== expectedMac.length || !timingSafeEqual(actualMac, expectedMac)) return null
    const age = clock.now().getTime() - Number(time)
    return age <= CHALLENGE_LIFETIME_MS ? age : null
  }

  /**
   * Verifies a proof of work and consumes its challenge. A rejection returns the same challenge if it can still be solved, otherwise a new
   * one.
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
