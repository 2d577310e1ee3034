import { RateLimiterRes } from 'rate-limiter-flexible'
import { errors } from '../../../platform/errors.ts'
import { getIpLimitKey } from '../../../platform/http/client-address/ip-limit-key.ts'
import { consumeRateLimit } from '../../../platform/http/limits/consume-rate-limit.ts'
import type { Cluster } from '../../../platform/processes/cluster.ts'

/**
 * Failed attempts at a second step per 15 minutes and per day, and failed passkey attempts per IP address in 15 minutes, before the caller
 * must wait (3-team.md, section 6).
 */
const SECOND_STEP_LIMITS = { tries: 5, perAddress: 30, seconds: 900, perDay: 20, daySeconds: 86_400 } as const

/**
 * Limits attempts at a second step. An attempt is counted before it is verified, so that concurrent attempts cannot exceed the limit; a
 * successful one is not counted. The key is the account, or a device on which the user has signed in before: somebody who has the password
 * can lock out other unknown devices, but not the user's own device.
 */
export function createSecondStepLimits({ limiter }: Pick<Cluster, 'limiter'>) {
  const { tries, perAddress, seconds, perDay, daySeconds } = SECOND_STEP_LIMITS
  const recent = limiter({ name: 'second-step', points: tries, seconds })
  const day = limiter({ name: 'second-step-day', points: perDay, seconds: daySeconds })
  const address = limiter({ name: 'passkey-ip', points: perAddress, seconds })

  /** Returns a handler that throws 429 for an exceeded limit; calls `onLockOut` at the first attempt beyond the limit. */
  const refuse = (points: number, onLockOut: () => void) => (state: unknown) => {
    if (!(state instanceof RateLimiterRes)) throw state
    if (state.consumedPoints === points + 1) onLockOut()
    throw errors.rateLimited(Math.ceil(state.msBeforeNext / 1_000))
  }

  return {
    /** Counts an attempt. @returns whether it is the first in these 15 minutes @throws 429 with the seconds to wait */
    attempt: async (key: string, onLockOut: () => void): Promise<boolean> => {
      const { consumedPoints } = await recent.consume(key).catch(refuse(tries, onLockOut))
      await day.consume(key).catch(refuse(perDay, onLockOut))
      return consumedPoints === 1
    },
    succeeded: async (key: string) => {
      await recent.delete(key)
      await day.reward(key)
    },
    /** Counts a passkey attempt from an IP address. @throws 429 with the seconds to wait */
    passkeyFrom: (ip: string) => consumeRateLimit(address, getIpLimitKey(ip)),
    passkeyWasRight: (ip: string) => address.reward(getIpLimitKey(ip)),
  }
}
export type SecondStepLimits = ReturnType<typeof createSecondStepLimits>
