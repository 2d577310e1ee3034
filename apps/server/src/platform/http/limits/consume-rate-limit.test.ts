import { expect, it } from 'vitest'
import { createMemoryRateLimiter, type RateLimiter } from '../../processes/cluster.ts'
import { consumeRateLimit } from './consume-rate-limit.ts'

it('lets through what is allowed and then says how long to wait', async () => {
  const limiter = createMemoryRateLimiter({ name: 'test', points: 2, seconds: 30 })
  await consumeRateLimit(limiter, 'a')
  await consumeRateLimit(limiter, 'a')
  await expect(consumeRateLimit(limiter, 'a')).rejects.toMatchObject({
    statusCode: 429,
    code: 'RATE_LIMIT_EXCEEDED',
    retryAfter: 30,
  })
  await expect(consumeRateLimit(limiter, 'b')).resolves.toBeUndefined()
})

it('tells a limiter that failed from a limit that was reached', async () => {
  const broken = { consume: () => Promise.reject(new Error('no store')) } as unknown as RateLimiter
  await expect(consumeRateLimit(broken, 'a')).rejects.toThrow('no store')
})
