import { RateLimiterRedis } from 'rate-limiter-flexible'
import { createMemoryRateLimiter, type RateLimit, type RateLimiter } from '../../platform/processes/cluster.ts'
import type { RedisClient, RedisConnection } from './redis-connection.ts'

/** Creates a limiter that counts in Redis; while Redis is away, each process counts for itself. */
export function createSharedLimiter(link: RedisConnection, limit: RateLimit): RateLimiter {
  const { redis } = link
  return new RateLimiterRedis({
    // Wraps the methods that the library calls, so that they have a timeout; the library itself would wait forever.
    storeClient: {
      get isReady() {
        return link.isThere()
      },
      eval: (...asked: Parameters<RedisClient['eval']>) => link.ask(() => redis.eval(...asked)),
      del: (...asked: Parameters<RedisClient['del']>) => link.ask(() => redis.del(...asked)),
      multi: () => redis.multi(),
    },
    useRedisPackage: true,
    rejectIfRedisNotReady: true,
    insuranceLimiter: createMemoryRateLimiter(limit),
    keyPrefix: `${link.prefix}:limit:${limit.name}`,
    points: limit.points,
    duration: limit.seconds,
  })
}
