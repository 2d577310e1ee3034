import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { createClient } from '@redis/client'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createEventBus } from '../../platform/events/event-bus.ts'
import { waitUntil } from '../../testing/harness/wait-until.ts'
import { connectCluster } from './cluster.ts'
import { relayEvents } from './relay-events.ts'

const url = process.env.TEST_REDIS_URL
const log = pino({ level: 'silent' })

/** Starts a proxy to Redis that makes it look like version 6. */
async function openOldRedis() {
  const { hostname, port } = new URL(url ?? '')
  let lookedAt = 0
  const server = createServer((near) => {
    const far = connect(Number(port || 6379), hostname)
    near.pipe(far)
    far.on('data', (chunk) => {
      const answer = chunk.toString('latin1')
      if (answer.includes('entries-added')) lookedAt += 1
      near.write(answer.replace(/redis_version:\d/, 'redis_version:6').replace('entries-added', 'entries-other'), 'latin1')
    })
    near.on('error', () => {}).on('close', () => far.destroy())
    far.on('error', () => {}).on('close', () => near.destroy())
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lookedAt: () => lookedAt,
    close: () => server.close(),
  }
}

describe.skipIf(!url)('another Redis (needs TEST_REDIS_URL)', () => {
  const prefix = `prosa-test-${randomUUID()}`
  const stream = `${prefix}:events`
  const redis = createClient({ url: url ?? '' })
  beforeAll(() => redis.connect())
  afterAll(async () => {
    await redis.del(stream)
    await redis.close()
  })

  const told = (leadId: string) => ({
    carried: JSON.stringify({ from: 'another process', event: { name: 'lead.changed', payload: { tenantId: 't', leadId } } }),
  })
  function listener() {
    const bus = createEventBus(() => {})
    const heard: string[] = []
    bus.on('lead.changed', ({ leadId }) => heard.push(leadId))
    bus.on('events.missed', () => heard.push('missed'))
    return { bus, heard }
  }

  it.each([
    ['fewer', ['anew']],
    ['more', ['anew', 'and', 'more']],
  ])('whose clock is an hour behind is heard at once, with %s entries than were heard before', async (_, entries) => {
    await redis.del(stream)
    const { bus, heard } = listener()
    const cluster = await connectCluster({ url: url ?? '', bus, log, prefix })
    try {
      await waitUntil(() => cluster.state() === 'whole')
      await redis.xAdd(stream, `${Date.now() + 3_600_000}-0`, told('one'))
      await redis.xAdd(stream, '*', told('two'))
      await waitUntil(() => heard.join() === 'one,two')
      const other = redis.multi().del(stream)
      for (const entry of entries) other.xAdd(stream, '*', told(entry))
      await other.exec()
      await waitUntil(() => heard.includes('missed'))
      await redis.xAdd(stream, '*', told('last'))
      await waitUntil(() => heard.includes('last'))
      expect(heard).toEqual(['one', 'two', 'missed', ...entries, 'last'])
    } finally {
      await cluster.close()
    }
  })

  it('of version 6 is refused at the start', async () => {
    const old = await openOldRedis()
    try {
      await expect(connectCluster({ url: old.url, bus: listener().bus, log, prefix })).rejects.toThrow(/anterior ao 7/)
    } finally {
      old.close()
    }
  })

  it('of version 6 that comes later is not heard, and makes nobody look again at every read', async () => {
    await redis.xAdd(stream, '*', told('one'))
    const old = await openOldRedis()
    const { bus, heard } = listener()
    const client = createClient({ url: old.url })
    client.on('error', () => {})
    await client.connect()
    const link = {
      redis: client as never,
      prefix,
      isAvailable: () => true,
      execute: () => Promise.reject(new Error('Not asked here')),
    }
    const events = await relayEvents(link, bus, () => {})
    try {
      await waitUntil(() => old.lookedAt() > 3)
      expect(events.isReceiving()).toBe(false)
      expect(heard).toEqual([])
    } finally {
      await events.close()
      client.destroy()
      old.close()
    }
  })
})
