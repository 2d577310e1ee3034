import type { RateLimiterRes } from 'rate-limiter-flexible'
import { errors } from '../../../platform/errors.ts'
import { getIpLimitKey } from '../../../platform/http/client-address/ip-limit-key.ts'
import type { Cluster } from '../../../platform/processes/cluster.ts'

/** Limits of failed password attempts (docs/operations.md, 'Limites'). */
const PASSWORD_LIMITS = {
  perAccount: 5,
  perIp: 30,
  windowSeconds: 900,
  longestWaitSeconds: 3_600,
  perDay: 100,
  daySeconds: 86_400,
} as const

/**
 * Limits password attempts by account, by IP address, and by account and day. Counts an attempt before the verification, so that concurrent
 * attempts cannot exceed a limit; a right password reverts the count. A known device or a browser that has just reset the password has its
 * own counter, so an attacker can lock out only unknown devices (TRUST-13, TRUST-14).
 */
export function createPasswordLimits({ limiter }: Pick<Cluster, 'limiter'>) {
  const { perAccount, perIp, windowSeconds, longestWaitSeconds, perDay, daySeconds } = PASSWORD_LIMITS
  const accountLimiter = limiter({ name: 'account', points: perAccount, seconds: windowSeconds })
  const ipLimiter = limiter({ name: 'ip', points: perIp, seconds: windowSeconds })
  const dailyLimiter = limiter({ name: 'account-day', points: perDay, seconds: daySeconds })
  /** Counts how often an account was locked in a day. Each lock doubles the next waiting time. */
  const lockCounter = limiter({ name: 'waits', points: 1_000, seconds: daySeconds })

  const createLimitError = (state: RateLimiterRes) => errors.tooManyAttempts(Math.ceil(state.msBeforeNext / 1_000))

  return {
    /** Counts an attempt from an IP address, before the password is hashed. @throws 429 with the seconds to wait */
    countIpAttempt: async (ip: string) => {
      await ipLimiter.consume(getIpLimitKey(ip)).catch((state: RateLimiterRes) => {
        throw createLimitError(state)
      })
    },
    /**
     * Counts an attempt. Calls `onLockOut` once, for the attempt that exceeds a limit.
     * @throws 429 with the seconds to wait
     * @param key name of the counter: an account, or a known device
     * @param unknownDeviceAccount the account, if the device is unknown: the attempt then also counts towards the account's daily limit
     */
    countAttempt: async (
      key: string,
      { unknownDeviceAccount, onLockOut = () => {} }: { unknownDeviceAccount?: string; onLockOut?: () => void } = {},
    ) => {
      const usageToday = unknownDeviceAccount === undefined ? null : await dailyLimiter.get(unknownDeviceAccount)
      // Checked first: after the daily limit is reached, attempts from further networks must not create counters.
      if (usageToday && usageToday.consumedPoints > perDay) throw createLimitError(usageToday)
      const usage = await accountLimiter.consume(key).catch(async (state: RateLimiterRes) => {
        // Only the first attempt over the limit starts the waiting time. Later attempts do not extend it.
        if (state.consumedPoints !== perAccount + 1) throw createLimitError(state)
        onLockOut()
        const { consumedPoints } = await lockCounter.penalty(key)
        throw createLimitError(
          await accountLimiter.block(key, Math.min(windowSeconds * 2 ** (consumedPoints - 1), longestWaitSeconds)),
        )
      })
      if (unknownDeviceAccount !== undefined)
        await dailyLimiter.consume(unknownDeviceAccount).catch((state: RateLimiterRes) => {
          if (state.consumedPoints === perDay + 1) onLockOut()
          throw createLimitError(state)
        })
      return usage.remainingPoints
    },
    /** Clears the counters of an account or known device after a right password, and reverts the counted attempt for the other limits. */
    recordSuccess: async (key: string, ip: string, unknownDeviceAccount?: string) => {
      await accountLimiter.delete(key)
      await lockCounter.delete(key)
      await ipLimiter.reward(getIpLimitKey(ip))
      if (unknownDeviceAccount !== undefined) await dailyLimiter.reward(unknownDeviceAccount)
    },
  }
}
export type PasswordLimits = ReturnType<typeof createPasswordLimits>
