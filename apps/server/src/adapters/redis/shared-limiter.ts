import { RateLimiterRedis } from 'rate-limiter-flexible'
import { type Limit, type Limiter, memoryLimiter } from '../../kernel/cluster.ts'
import type { Link, Redis } from './link.ts'

/** Counts in Redis; while it is away, each process counts for itself. */
export function sharedLimiter(link: Link, limit: Limit): Limiter {
  const { redis } = link
  return new RateLimiterRedis({
    // What of the client the library uses: its own waiting has no end.
    storeClient: {
      get isReady() {
        return link.isThere()
      },
      eval: (...asked: Parameters<Redis['eval']>) => link.ask(() => redis.eval(...asked)),
      del: (...asked: Parameters<Redis['del']>) => link.ask(() => redis.del(...asked)),
      multi: () => redis.multi(),
    },
    useRedisPackage: true,
    rejectIfRedisNotReady: true,
    insuranceLimiter: memoryLimiter(limit),
    keyPrefix: `${link.prefix}:limit:${limit.name}`,
    points: limit.points,
    duration: limit.seconds,
  })
}
