import { RateLimiterRes } from 'rate-limiter-flexible'
import type { Limiter } from '../cluster.ts'
import { errors } from '../errors.ts'

/** Counts one use of what is limited, or so many. @throws 429 with the seconds to wait when there were too many; a limiter's own failure as it is */
export async function takeOne(limiter: Limiter, key: string, points = 1): Promise<void> {
  try {
    await limiter.consume(key, points)
  } catch (state) {
    if (!(state instanceof RateLimiterRes)) throw state
    throw errors.rateLimited(Math.ceil(state.msBeforeNext / 1_000))
  }
}
