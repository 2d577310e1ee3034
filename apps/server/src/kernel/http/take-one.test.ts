import { expect, it } from 'vitest'
import { type Limiter, memoryLimiter } from '../cluster.ts'
import { takeOne } from './take-one.ts'

it('lets through what is allowed and then says how long to wait', async () => {
  const limiter = memoryLimiter({ name: 'test', points: 2, seconds: 30 })
  await takeOne(limiter, 'a')
  await takeOne(limiter, 'a')
  await expect(takeOne(limiter, 'a')).rejects.toMatchObject({ statusCode: 429, code: 'RATE_LIMIT_EXCEEDED', retryAfter: 30 })
  await expect(takeOne(limiter, 'b')).resolves.toBeUndefined()
})

it('tells a limiter that failed from a limit that was reached', async () => {
  const broken = { consume: () => Promise.reject(new Error('no store')) } as unknown as Limiter
  await expect(takeOne(broken, 'a')).rejects.toThrow('no store')
})
