import { RateLimiterRes } from 'rate-limiter-flexible'
import type { Cluster } from '../../../kernel/cluster.ts'
import { errors } from '../../../kernel/errors.ts'
import { addressKey } from '../../../kernel/http/address-key.ts'
import { takeOne } from '../../../kernel/http/take-one.ts'

/** Wrong tries at a second step in 15 minutes and in a day, and passkeys of one address in 15 minutes, before a wait (3-team.md, section 6). */
const LIMITS = { tries: 5, perAddress: 30, seconds: 900, perDay: 20, daySeconds: 86_400 } as const

/**
 * Limits tries at a second step. A try is counted before it is verified, so a burst gets no further than single tries; a right one is given
 * back. The key says whose count it is: the account's, or that of a device which the person is known on. So somebody who has the password
 * locks out other strangers, and not the owner's own device.
 */
export function createSecondStepLimits({ limiter }: Pick<Cluster, 'limiter'>) {
  const { tries, perAddress, seconds, perDay, daySeconds } = LIMITS
  const recent = limiter({ name: 'second-step', points: tries, seconds })
  const day = limiter({ name: 'second-step-day', points: perDay, seconds: daySeconds })
  const address = limiter({ name: 'passkey-ip', points: perAddress, seconds })

  /** Turns the end of a count into a refusal; `onLockOut` is called at the first try beyond it. */
  const refuse = (points: number, onLockOut: () => void) => (state: unknown) => {
    if (!(state instanceof RateLimiterRes)) throw state
    if (state.consumedPoints === points + 1) onLockOut()
    throw errors.rateLimited(Math.ceil(state.msBeforeNext / 1_000))
  }

  return {
    /** Counts a try. Returns whether it is the first of these 15 minutes. @throws 429 with the seconds to wait */
    attempt: async (key: string, onLockOut: () => void): Promise<boolean> => {
      const { consumedPoints } = await recent.consume(key).catch(refuse(tries, onLockOut))
      await day.consume(key).catch(refuse(perDay, onLockOut))
      return consumedPoints === 1
    },
    succeeded: async (key: string) => {
      await recent.delete(key)
      await day.reward(key)
    },
    /** @throws 429 with the seconds to wait */
    passkeyFrom: (ip: string) => takeOne(address, addressKey(ip)),
    passkeyWasRight: (ip: string) => address.reward(addressKey(ip)),
  }
}
export type SecondStepLimits = ReturnType<typeof createSecondStepLimits>
