import { randomBytes } from 'node:crypto'
import { errors as jwtErrors, jwtVerify, SignJWT } from 'jose'
import * as z from 'zod/mini'
import { AppError } from '../../../platform/errors.ts'

/** Seconds in which a user must complete the second factor after the password, or use a passkey after requesting its options. */
export const CHALLENGE_SECONDS = 5 * 60
/** Seconds for which a browser counts as a known device after a password reset in this browser. */
export const RESET_BROWSER_SECONDS = 60 * 60
const ISSUER = 'prosa'

/**
 * Schemas of the data in each kind of challenge. A challenge is a signed token that a later proof (code or passkey) must match.
 * - `second-step`: a sign-in that passed the password check.
 * - `passkey`: a sign-in by passkey, for any user.
 * - `new-passkey`: the creation of a passkey by a signed-in user.
 * - `reset`: a sign-in after a password reset in this browser (TRUST-13).
 */
const CHALLENGE_CLAIMS = {
  'second-step': z.object({ tenantId: z.string(), userId: z.string(), password: z.string(), remember: z.boolean() }),
  passkey: z.object({}),
  'new-passkey': z.object({ userId: z.string() }),
  reset: z.object({ userId: z.string() }),
}
export type ChallengeKind = keyof typeof CHALLENGE_CLAIMS
type ChallengeClaims<K extends ChallengeKind> = z.output<(typeof CHALLENGE_CLAIMS)[K]>
export type Challenge<K extends ChallengeKind> = ChallengeClaims<K> & {
  /** Random value that the passkey signs. Valid for one use. */
  id: string
}

/** Creates the error for a proof that arrives too late: after five minutes, or after another tab has started a new challenge. */
export const createChallengeExpiredError = () =>
  new AppError(400, 'INVALID_INPUT', 'O tempo para confirmar acabou. Comece de novo.')

/** Creates a service that issues and verifies challenges. The browser stores a challenge in an HttpOnly cookie until it sends the proof. */
export function createChallengeService(secret: Uint8Array, previousSecret: Uint8Array | null = null) {
  return {
    async issue<K extends ChallengeKind>(kind: K, claims: ChallengeClaims<K>, now: Date): Promise<{ token: string; id: string }> {
      const id = randomBytes(32).toString('base64url')
      const issuedAt = Math.floor(now.getTime() / 1_000)
      const seconds = kind === 'reset' ? RESET_BROWSER_SECONDS : CHALLENGE_SECONDS
      const token = await new SignJWT({ ...claims })
        .setProtectedHeader({ alg: 'HS256' })
        .setIssuer(ISSUER)
        .setAudience(`challenge:${kind}`)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + seconds)
        .setJti(id)
        .sign(secret)
      return { token, id }
    },
    /**
     * Verifies a challenge token and returns its data.
     * @throws 400 if the token is missing, invalid or expired
     */
    async verify<K extends ChallengeKind>(kind: K, token: string | undefined, now: Date): Promise<Challenge<K>> {
      for (const key of [secret, ...(previousSecret ? [previousSecret] : [])]) {
        try {
          const options = { issuer: ISSUER, audience: `challenge:${kind}`, algorithms: ['HS256'], currentDate: now }
          const { payload } = await jwtVerify(token ?? '', key, options)
          return { ...(CHALLENGE_CLAIMS[kind].parse(payload) as ChallengeClaims<K>), id: z.string().parse(payload.jti) }
        } catch (error) {
          if (!(error instanceof jwtErrors.JOSEError)) throw error
        }
      }
      throw createChallengeExpiredError()
    },
  }
}
export type ChallengeService = ReturnType<typeof createChallengeService>
