import { RateLimiterRes } from 'rate-limiter-flexible'
import { errors } from '../../errors.ts'
import type { RateLimiter } from '../../processes/cluster.ts'

/**
 * Consumes `points` of a rate limit.
 * @throws 429 with the seconds to wait if the limit is exceeded; other errors of the limiter unchanged
 */
export async function consumeRateLimit(limiter: RateLimiter, key: string, points = 1): Promise<void> {
  try {
    await limiter.consume(key, points)
  } catch (state) {
    if (!(state instanceof RateLimiterRes)) throw state
    throw errors.rateLimited(Math.ceil(state.msBeforeNext / 1_000))
  }
}
