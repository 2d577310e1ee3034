import { RateLimiterRes } from 'rate-limiter-flexible'
import type { Limiter } from '../cluster.ts'
import { errors } from '../errors.ts'

/** Counts one use of what is limited. @throws 429 with the seconds to wait when there were too many; a limiter's own failure as it is */
export async function takeOne(limiter: Limiter, key: string): Promise<void> {
  try {
    await limiter.consume(key)
  } catch (state) {
    if (!(state instanceof RateLimiterRes)) throw state
    throw errors.rateLimited(Math.ceil(state.msBeforeNext / 1_000))
  }
}
