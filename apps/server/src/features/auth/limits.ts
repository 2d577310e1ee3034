import type { RateLimiterRes } from 'rate-limiter-flexible'
import type { Cluster } from '../../kernel/cluster.ts'
import { errors } from '../../kernel/errors.ts'
import { addressKey } from '../../kernel/http/address-key.ts'

/** Failed attempts that are let through before a wait (docs/operations.md, 'Limites'). */
const LIMITS = { perAccount: 5, perIp: 30, windowSeconds: 900, longestWaitSeconds: 3_600 } as const

/**
 * Limits password attempts by account and by address. An attempt is counted before it is checked, so a burst gets no further than
 * single ones, and given back when it was right. A device that this user has signed in on before has a count of its own, so an
 * owner always gets in.
 */
export function createPasswordLimits({ limiter }: Pick<Cluster, 'limiter'>) {
  const { perAccount, perIp, windowSeconds, longestWaitSeconds } = LIMITS
  const account = limiter({ name: 'account', points: perAccount, seconds: windowSeconds })
  const address = limiter({ name: 'ip', points: perIp, seconds: windowSeconds })
  /** How often an account has been made to wait lately: each time doubles the wait. */
  const waits = limiter({ name: 'waits', points: 1_000, seconds: 86_400 })

  const refuse = (state: RateLimiterRes) => errors.tooManyAttempts(Math.ceil(state.msBeforeNext / 1_000))

  return {
    /** Counts an attempt of an address, before any work is done for it. @throws 429 with the seconds to wait */
    from: async (ip: string) => {
      await address.consume(addressKey(ip)).catch((state: RateLimiterRes) => {
        throw refuse(state)
      })
    },
    /** Counts an attempt at an account; one too many is told to `lockedOut`, once. @throws 429 with the seconds to wait */
    attempt: async (key: string, lockedOut: () => void = () => {}) => {
      const left = await account.consume(key).catch(async (state: RateLimiterRes) => {
        // The one attempt too many begins the wait; those during it find it running.
        if (state.consumedPoints !== perAccount + 1) throw refuse(state)
        lockedOut()
        const { consumedPoints } = await waits.penalty(key)
        throw refuse(await account.block(key, Math.min(windowSeconds * 2 ** (consumedPoints - 1), longestWaitSeconds)))
      })
      return left.remainingPoints
    },
    succeeded: async (key: string, ip: string) => {
      await account.delete(key)
      await waits.delete(key)
      await address.reward(addressKey(ip))
    },
  }
}
export type PasswordLimits = ReturnType<typeof createPasswordLimits>
