import { RateLimiterRedis } from 'rate-limiter-flexible'
import { type Limit, type Limiter, memoryLimiter } from '../../kernel/cluster.ts'
import type { Link, Redis } from './link.ts'

/** Creates a limiter that counts in Redis; while Redis is away, each process counts for itself. */
export function sharedLimiter(link: Link, limit: Limit): Limiter {
  const { redis } = link
  return new RateLimiterRedis({
    // Wraps the methods that the library calls, so that they have a timeout; the library itself would wait forever.
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
