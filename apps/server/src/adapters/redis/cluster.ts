import { setTimeout as wait } from 'node:timers/promises'
import { createClient } from '@redis/client'
import type { FastifyBaseLogger } from 'fastify'
import { type Cluster, memoryOneTime } from '../../kernel/cluster.ts'
import { ConfigError } from '../../kernel/config-error.ts'
import type { EventBus } from '../../kernel/events.ts'
import { carryEvents } from './carry-events.ts'
import type { Link, Redis } from './link.ts'
import { sharedLimiter } from './shared-limiter.ts'

/** An answer that takes longer is not waited for. */
const ANSWER_MS = 1_000
/** How often Redis is asked whether it is there. */
const WATCH_MS = 1_000
/** While it is away, what other processes tell is lost: every so often everybody looks again. */
const LOOK_AGAIN_MS = 20_000
/** A start does not wait longer: the product serves without Redis, only not as one. */
const START_MS = 3_000

/**
 * Joins the processes of one installation through Redis. Nothing of the product is kept there that PostgreSQL does not know: with
 * Redis away each process goes on by itself, and when it is back everybody is told to look again.
 * @throws when it is there and older than 7
 */
export async function connectCluster({
  url,
  bus,
  log,
  prefix = 'prosa',
}: {
  url: string
  bus: EventBus
  log: Pick<FastifyBaseLogger, 'warn'>
  prefix?: string
}): Promise<Cluster> {
  // Nothing queues: what cannot be told now is not told late, it is looked up.
  const redis: Redis = createClient({
    url,
    disableOfflineQueue: true,
    socket: { connectTimeout: 2_000, reconnectStrategy: (tries) => Math.min(50 * 2 ** tries, 1_000) },
  })
  let lastError: Error | undefined
  redis.on('error', (error: Error) => {
    lastError = error
  })
  let isThere = false
  const link: Link = {
    redis,
    prefix,
    isThere: () => isThere,
    ask: async (question) => {
      if (!isThere) throw new Error('Redis is away')
      return within(question(redis))
    },
  }
  void redis.connect().catch(() => {})
  await Promise.race([new Promise((resolve) => redis.once('ready', resolve)), wait(START_MS, undefined, { ref: false })])
  isThere = redis.isReady
  if (!isThere) log.warn({ err: lastError }, 'Redis does not answer: the processes do not hear each other until it does')
  if (await isTooOld(link)) {
    redis.destroy()
    throw new ConfigError('O Redis em REDIS_URL é anterior ao 7. Use o Redis 7 ou um mais novo.')
  }
  const unknown: Record<string, number> = {}
  const events = await carryEvents(link, bus, (name) => {
    unknown[name] = (unknown[name] ?? 0) + 1
    if (unknown[name] === 1) log.warn({ event: name }, 'another version tells an event that this one does not know')
  })

  let away = 0
  const watch = async () => {
    const answered = redis.isReady && (await within(redis.ping()).catch(() => false)) !== false
    if (answered) {
      if (!isThere) log.warn('Redis is back')
      isThere = true
      away = 0
      events.mend()
      // Cut off in between, it is asked again in a second.
      await events.forget().catch(() => {})
      return
    }
    if (isThere) log.warn('Redis is away: the processes do not hear each other until it is back')
    isThere = false
    away += WATCH_MS
    if (away % LOOK_AGAIN_MS === 0) bus.receive({ name: 'events.missed', payload: {} })
  }
  let watching = Promise.resolve()
  const timer = setInterval(() => {
    watching = watching.then(watch)
  }, WATCH_MS).unref()

  return {
    limiter: (limit) => sharedLimiter(link, limit),
    oneTime: (name) => {
      const alone = memoryOneTime()
      return {
        take: (key, lifeMs) =>
          link
            .ask((asked) =>
              asked.set(`${prefix}:${name}:${key}`, '1', { condition: 'NX', expiration: { type: 'PX', value: lifeMs } }),
            )
            .then(
              (set) => set !== null,
              () => alone.take(key, lifeMs),
            ),
      }
    },
    unknownEvents: () => unknown,
    state: () => (isThere && events.isHearing() ? 'whole' : 'apart'),
    close: async () => {
      clearInterval(timer)
      await watching
      await events.close()
      redis.destroy()
    },
  }
}

/** False too when it does not say: it may be away, or keep that from us. */
async function isTooOld(link: Link): Promise<boolean> {
  const said = await link.ask((redis) => redis.info('server')).catch(() => '')
  return Number(/redis_version:(\d+)/.exec(said)?.[1] ?? Number.POSITIVE_INFINITY) < 7
}

function within<T>(answer: Promise<T>): Promise<T> {
  const patience = new AbortController()
  const late = wait(ANSWER_MS, undefined, { signal: patience.signal, ref: false }).then(() => {
    throw new Error('Redis did not answer in time')
  })
  late.catch(() => {})
  return Promise.race([answer, late]).finally(() => patience.abort())
}
