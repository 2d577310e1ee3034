import { RateLimiterRes } from 'rate-limiter-flexible'
import type { Cluster } from '../../../kernel/cluster.ts'
import { errors } from '../../../kernel/errors.ts'
import { addressKey } from '../../../kernel/http/address-key.ts'
import { takeOne } from '../../../kernel/http/take-one.ts'

/** Tries at a second step, and passkeys shown by one address, that go wrong in 15 minutes before a wait (3-team.md, section 6). */
const LIMITS = { tries: 5, perAddress: 30, seconds: 900 } as const

/** Counts tries before they are looked at, so a burst gets no further than single ones; what was right is given back. */
export function createSecondStepLimits({ limiter }: Pick<Cluster, 'limiter'>) {
  const { tries, perAddress, seconds } = LIMITS
  const account = limiter({ name: 'second-step', points: tries, seconds })
  const address = limiter({ name: 'passkey-ip', points: perAddress, seconds })
  return {
    /** One too many is told to `lockedOut`, once; those that go on waiting are not. @throws 429 with the seconds to wait */
    attempt: (userId: string, lockedOut: () => void) =>
      account.consume(userId).then(
        () => {},
        (state: unknown) => {
          if (!(state instanceof RateLimiterRes)) throw state
          if (state.consumedPoints === tries + 1) lockedOut()
          throw errors.rateLimited(Math.ceil(state.msBeforeNext / 1_000))
        },
      ),
    succeeded: (userId: string) => account.delete(userId),
    /** @throws 429 with the seconds to wait */
    passkeyFrom: (ip: string) => takeOne(address, addressKey(ip)),
    passkeyWasRight: (ip: string) => address.reward(addressKey(ip)),
  }
}
export type SecondStepLimits = ReturnType<typeof createSecondStepLimits>
