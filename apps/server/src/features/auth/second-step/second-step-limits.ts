import { RateLimiterRes } from 'rate-limiter-flexible'
import { errors } from '../../../platform/errors.ts'
import { getIpLimitKey } from '../../../platform/http/client-address/ip-limit-key.ts'
import { consumeRateLimit } from '../../../platform/http/limits/consume-rate-limit.ts'
import type { Cluster } from '../../../platform/processes/cluster.ts'

/** Limits of failed second-step attempts: per 15 minutes, per day, and for passkeys per IP address in 15 minutes (3-team.md, section 6). */
const SECOND_STEP_LIMITS = { attempts: 5, perAddress: 30, seconds: 900, perDay: 20, daySeconds: 86_400 } as const

/**
 * Limits attempts at a second step. Counts an attempt before the verification, so that concurrent attempts cannot exceed the limit; a
 * success reverts the count. A known device has its own counter: an attacker who has the password can lock out only unknown devices.
 */
export function createSecondStepLimits({ limiter }: Pick<Cluster, 'limiter'>) {
  const { attempts, perAddress, seconds, perDay, daySeconds } = SECOND_STEP_LIMITS
  const recentLimiter = limiter({ name: 'second-step', points: attempts, seconds })
  const dailyLimiter = limiter({ name: 'second-step-day', points: perDay, seconds: daySeconds })
  const ipLimiter = limiter({ name: 'passkey-ip', points: perAddress, seconds })

  /** Returns an error handler that throws 429 for an exceeded limit. Calls `onLockOut` for the first attempt over the limit. */
  const rejectExceededLimit = (points: number, onLockOut: () => void) => (state: unknown) => {
    if (!(state instanceof RateLimiterRes)) throw state
    if (state.consumedPoints === points + 1) onLockOut()
    throw errors.rateLimited(Math.ceil(state.msBeforeNext / 1_000))
  }

  return {
    /**
     * Counts an attempt of an account or a known device.
     * @returns whether this is the first attempt within 15 minutes
     * @throws 429 with the seconds to wait
     */
    countAttempt: async (key: string, onLockOut: () => void): Promise<boolean> => {
      const { consumedPoints } = await recentLimiter.consume(key).catch(rejectExceededLimit(attempts, onLockOut))
      await dailyLimiter.consume(key).catch(rejectExceededLimit(perDay, onLockOut))
      return consumedPoints === 1
    },
    /** Clears the counter after a right factor, and reverts the counted attempt for the daily limit. */
    recordSuccess: async (key: string) => {
      await recentLimiter.delete(key)
      await dailyLimiter.reward(key)
    },
    /**
     * Counts a passkey attempt from an IP address.
     * @throws 429 with the seconds to wait
     */
    countPasskeyAttempt: (ip: string) => consumeRateLimit(ipLimiter, getIpLimitKey(ip)),
    recordPasskeySuccess: (ip: string) => ipLimiter.reward(getIpLimitKey(ip)),
  }
}
export type SecondStepLimits = ReturnType<typeof createSecondStepLimits>
