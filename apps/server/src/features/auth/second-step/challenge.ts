import { randomBytes } from 'node:crypto'
import { errors as jwtErrors, jwtVerify, SignJWT } from 'jose'
import * as z from 'zod/mini'
import { AppError } from '../../../kernel/errors.ts'

/** How long there is for the second step after the password, and for a passkey after its options, in seconds. */
export const CHALLENGE_SECONDS = 5 * 60
/** How long a browser that has set a new password is let try it as a known device is, in seconds. */
export const AFTER_RESET_SECONDS = 60 * 60
const ISSUER = 'prosa'

/**
 * What was begun and waits for its proof:
 * - `second-step`: a sign-in whose password was right.
 * - `passkey`: somebody is to show a passkey, whoever it is.
 * - `new-passkey`: a signed-in person is to make one.
 * - `reset`: somebody has set a new password here, and is to sign in with it (TRUST-13).
 */
const CLAIMS = {
  'second-step': z.object({ tenantId: z.string(), userId: z.string(), password: z.string(), remember: z.boolean() }),
  passkey: z.object({}),
  'new-passkey': z.object({ userId: z.string() }),
  reset: z.object({ userId: z.string() }),
}
export type ChallengeKind = keyof typeof CLAIMS
type Claims<K extends ChallengeKind> = z.output<(typeof CLAIMS)[K]>
export type Challenge<K extends ChallengeKind> = Claims<K> & {
  /** What is signed by a passkey: nobody can guess it, and it is good once. */
  id: string
}

/** No proof can be given any more: the five minutes are over, or another tab has begun anew. */
export const tooLate = () => new AppError(400, 'INVALID_INPUT', 'O tempo para confirmar acabou. Comece de novo.')

/** Makes and reads what a browser holds, in a cookie that no script reads, between the beginning of a proof and its end. */
export function createChallenges(secret: Uint8Array, previousSecret: Uint8Array | null = null) {
  return {
    async issue<K extends ChallengeKind>(kind: K, claims: Claims<K>, now: Date): Promise<{ token: string; id: string }> {
      const id = randomBytes(32).toString('base64url')
      const at = Math.floor(now.getTime() / 1_000)
      const seconds = kind === 'reset' ? AFTER_RESET_SECONDS : CHALLENGE_SECONDS
      const token = await new SignJWT({ ...claims })
        .setProtectedHeader({ alg: 'HS256' })
        .setIssuer(ISSUER)
        .setAudience(`challenge:${kind}`)
        .setIssuedAt(at)
        .setExpirationTime(at + seconds)
        .setJti(id)
        .sign(secret)
      return { token, id }
    },
    /** @throws 400 when there is none, or it is over */
    async read<K extends ChallengeKind>(kind: K, token: string | undefined, now: Date): Promise<Challenge<K>> {
      for (const key of [secret, ...(previousSecret ? [previousSecret] : [])]) {
        try {
          const options = { issuer: ISSUER, audience: `challenge:${kind}`, algorithms: ['HS256'], currentDate: now }
          const { payload } = await jwtVerify(token ?? '', key, options)
          return { ...(CLAIMS[kind].parse(payload) as Claims<K>), id: z.string().parse(payload.jti) }
        } catch (error) {
          if (!(error instanceof jwtErrors.JOSEError)) throw error
        }
      }
      throw tooLate()
    },
  }
}
export type Challenges = ReturnType<typeof createChallenges>
