import { RateLimiterRedis } from 'rate-limiter-flexible'
import { createMemoryRateLimiter, type RateLimit, type RateLimiter } from '../../platform/processes/cluster.ts'
import type { RedisClient, RedisConnection } from './redis-connection.ts'

/** Creates a rate limiter whose counters all processes share in Redis. While Redis is unavailable, each process counts separately. */
export function createSharedLimiter(connection: RedisConnection, limit: RateLimit): RateLimiter {
  const { redis } = connection
  return new RateLimiterRedis({
    // These wrappers add a timeout to each method that the library calls; the library itself would wait forever.
    storeClient: {
      get isReady() {
        return connection.isAvailable()
      },
      eval: (...args: Parameters<RedisClient['eval']>) => connection.execute(() => redis.eval(...args)),
      del: (...args: Parameters<RedisClient['del']>) => connection.execute(() => redis.del(...args)),
      multi: () => {
        const commands = redis.multi()
        const execute = commands.exec.bind(commands)
        return Object.assign(commands, {
          exec: (...args: Parameters<typeof execute>) => connection.execute(() => execute(...args)),
        })
      },
    },
    useRedisPackage: true,
    rejectIfRedisNotReady: true,
    insuranceLimiter: createMemoryRateLimiter(limit),
    keyPrefix: `${connection.prefix}:limit:${limit.name}`,
    points: limit.points,
    duration: limit.seconds,
    blockDuration: limit.blockSeconds ?? 0,
  })
}
