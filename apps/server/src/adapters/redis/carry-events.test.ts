import { randomUUID } from 'node:crypto'
import { createClient } from '@redis/client'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createEventBus } from '../../kernel/events.ts'
import { until } from '../../testing/until.ts'
import { connectCluster } from './cluster.ts'

const url = process.env.TEST_REDIS_URL

describe.skipIf(!url)('events in Redis (needs TEST_REDIS_URL)', () => {
  const prefix = `prosa-test-${randomUUID()}`
  const stream = `${prefix}:events`
  const redis = createClient({ url: url ?? '' })
  beforeAll(() => redis.connect())
  afterAll(async () => {
    await redis.del(stream)
    await redis.close()
  })

  it('hold what a lead wrote no longer than a minute, also when nobody is there any more', async () => {
    const now = Number((await redis.time())[0]) * 1_000
    const carried = JSON.stringify({ from: 'another process' })
    await redis.xAdd(stream, `${now - 61_000}-0`, { carried })
    const fresh = await redis.xAdd(stream, `${now - 1_000}-0`, { carried })
    const bus = createEventBus(() => {})
    const cluster = await connectCluster({ url: url ?? '', bus, log: pino({ level: 'silent' }), prefix })
    try {
      await until(async () => (await redis.xLen(stream)) < 2)
      expect(await redis.xRange(stream, '-', '+')).toMatchObject([{ id: fresh }])
      await until(async () => (await redis.pTTL(stream)) > 0)
      expect(await redis.pTTL(stream)).toBeLessThanOrEqual(60_000)
    } finally {
      await cluster.close()
    }
  })
})
