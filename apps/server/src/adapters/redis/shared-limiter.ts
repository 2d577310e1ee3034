import { RateLimiterRedis } from 'rate-limiter-flexible'
import { createMemoryRateLimiter, type RateLimit, type RateLimiter } from '../../platform/processes/cluster.ts'
import type { RedisClient, RedisConnection } from './redis-connection.ts'

/** Creates a rate limiter that counts in Redis, for all processes together. While Redis is unavailable, each process counts separately. */
export function createSharedLimiter(link: RedisConnection, limit: RateLimit): RateLimiter {
  const { redis } = link
  return new RateLimiterRedis({
    // Wraps the methods that the library calls, so that they time out. The library itself would wait forever.
    storeClient: {
      get isReady() {
        return link.isThere()
      },
      eval: (...asked: Parameters<RedisClient['eval']>) => link.ask(() => redis.eval(...asked)),
      del: (...asked: Parameters<RedisClient['del']>) => link.ask(() => redis.del(...asked)),
      multi: () => {
        const commands = redis.multi()
        const execute = commands.exec.bind(commands)
        return Object.assign(commands, { exec: (...args: Parameters<typeof execute>) => link.ask(() => execute(...args)) })
      },
    },
    useRedisPackage: true,
    rejectIfRedisNotReady: true,
    insuranceLimiter: createMemoryRateLimiter(limit),
    keyPrefix: `${link.prefix}:limit:${limit.name}`,
    points: limit.points,
    duration: limit.seconds,
    blockDuration: limit.blockSeconds ?? 0,
  })
}
