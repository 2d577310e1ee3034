import type { RateLimiterRes } from 'rate-limiter-flexible'
import type { Cluster } from '../../kernel/cluster.ts'
import { errors } from '../../kernel/errors.ts'
import { addressKey } from '../../kernel/http/address-key.ts'

/** Failed attempts that are let through before a wait (docs/operations.md, 'Limites'). */
const LIMITS = {
  perAccount: 5,
  perIp: 30,
  windowSeconds: 900,
  longestWaitSeconds: 3_600,
  perDay: 100,
  daySeconds: 86_400,
} as const

/**
 * Limits password attempts by account and network, by address, and by account in a day. An attempt is counted before it is checked, so a
 * burst gets no further than single ones, and given back when it was right. A device that this person has signed in on before, and the
 * browser that has just set their new password, have a count of their own and are in none of the account's: whoever tries to lock an
 * owner out locks out other strangers only (TRUST-13, TRUST-14).
 */
export function createPasswordLimits({ limiter }: Pick<Cluster, 'limiter'>) {
  const { perAccount, perIp, windowSeconds, longestWaitSeconds, perDay, daySeconds } = LIMITS
  const account = limiter({ name: 'account', points: perAccount, seconds: windowSeconds })
  const address = limiter({ name: 'ip', points: perIp, seconds: windowSeconds })
  const day = limiter({ name: 'account-day', points: perDay, seconds: daySeconds })
  /** How often an account has been made to wait lately: each time doubles the wait. */
  const waits = limiter({ name: 'waits', points: 1_000, seconds: daySeconds })

  const refuse = (state: RateLimiterRes) => errors.tooManyAttempts(Math.ceil(state.msBeforeNext / 1_000))

  return {
    /** Counts an attempt of an address, before any work is done for it. @throws 429 with the seconds to wait */
    from: async (ip: string) => {
      await address.consume(addressKey(ip)).catch((state: RateLimiterRes) => {
        throw refuse(state)
      })
    },
    /**
     * Counts an attempt; one too many is told to `lockedOut`, once. @throws 429 with the seconds to wait
     * @param key whose count it goes in
     * @param stranger the account that is tried from a device nobody knows: it goes in that account's day too
     */
    attempt: async (key: string, { stranger, lockedOut = () => {} }: { stranger?: string; lockedOut?: () => void } = {}) => {
      const today = stranger === undefined ? null : await day.get(stranger)
      // First of all: once the day is used up, further networks find no count of their own to fill.
      if (today && today.consumedPoints > perDay) throw refuse(today)
      const left = await account.consume(key).catch(async (state: RateLimiterRes) => {
        // The one attempt too many begins the wait; those during it find it running.
        if (state.consumedPoints !== perAccount + 1) throw refuse(state)
        lockedOut()
        const { consumedPoints } = await waits.penalty(key)
        throw refuse(await account.block(key, Math.min(windowSeconds * 2 ** (consumedPoints - 1), longestWaitSeconds)))
      })
      if (stranger !== undefined)
        await day.consume(stranger).catch((state: RateLimiterRes) => {
          if (state.consumedPoints === perDay + 1) lockedOut()
          throw refuse(state)
        })
      return left.remainingPoints
    },
    succeeded: async (key: string, ip: string, stranger?: string) => {
      await account.delete(key)
      await waits.delete(key)
      await address.reward(addressKey(ip))
      if (stranger !== undefined) await day.reward(stranger)
    },
  }
}
export type PasswordLimits = ReturnType<typeof createPasswordLimits>
