import { setTimeout as wait } from 'node:timers/promises'
import { createClient } from '@redis/client'
import type { FastifyBaseLogger } from 'fastify'
import { ConfigError } from '../../platform/config/config-error.ts'
import type { EventBus } from '../../platform/events/event-bus.ts'
import { type Cluster, createMemoryOneTimeKeyStore } from '../../platform/processes/cluster.ts'
import type { RedisClient, RedisConnection } from './redis-connection.ts'
import { relayEvents } from './relay-events.ts'
import { createSharedLimiter } from './shared-limiter.ts'

/** Timeout of one Redis command in milliseconds. */
const COMMAND_TIMEOUT_MS = 1_000
/** Interval in milliseconds at which the connection to Redis is checked. */
const CONNECTION_CHECK_MS = 1_000
/** Interval in milliseconds at which clients reload while Redis is unavailable, because events of other processes are lost. */
const RELOAD_INTERVAL_MS = 20_000
/**
 * Maximum time in milliseconds to wait for Redis when the server starts. Without Redis the server works, but its processes do not exchange
 * events.
 */
const START_TIMEOUT_MS = 3_000

/**
 * Connects the processes of one installation through Redis. Redis stores no data that PostgreSQL lacks: while Redis is unavailable, each
 * process continues on its own, and when Redis is available again, all clients reload.
 * @throws ConfigError if Redis is older than version 7
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
  // Commands are not queued while Redis is unavailable: late events are useless, because clients reload.
  const redis: RedisClient = createClient({
    url,
    disableOfflineQueue: true,
    socket: { connectTimeout: 2_000, reconnectStrategy: (tries) => Math.min(50 * 2 ** tries, 1_000) },
  })
  let lastError: Error | undefined
  redis.on('error', (error: Error) => {
    lastError = error
  })
  let isThere = false
  const link: RedisConnection = {
    redis,
    prefix,
    isThere: () => isThere,
    ask: async (question) => {
      if (!isThere) throw new Error('Redis is away')
      return withTimeout(question(redis))
    },
  }
  void redis.connect().catch(() => {})
  await Promise.race([new Promise((resolve) => redis.once('ready', resolve)), wait(START_TIMEOUT_MS, undefined, { ref: false })])
  isThere = redis.isReady
  if (!isThere) log.warn({ err: lastError }, 'Redis does not answer: the processes do not hear each other until it does')
  if (await isRedisTooOld(link)) {
    redis.destroy()
    throw new ConfigError('O Redis em REDIS_URL é anterior ao 7. Use o Redis 7 ou um mais novo.')
  }
  const unknown: Record<string, number> = {}
  const events = await relayEvents(link, bus, (name) => {
    unknown[name] = (unknown[name] ?? 0) + 1
    if (unknown[name] === 1) log.warn({ event: name }, 'another version tells an event that this one does not know')
  })

  let away = 0
  const watch = async () => {
    const answered = redis.isReady && (await withTimeout(redis.ping()).catch(() => false)) !== false
    if (answered) {
      if (!isThere) log.warn('Redis is back')
      isThere = true
      away = 0
      events.mend()
      // Ignores an error, because the same cleanup runs again a second later.
      await events.forget().catch(() => {})
      return
    }
    if (isThere) log.warn('Redis is away: the processes do not hear each other until it is back')
    isThere = false
    away += CONNECTION_CHECK_MS
    if (away % RELOAD_INTERVAL_MS === 0) bus.receive({ name: 'events.missed', payload: {} })
  }
  let watching = Promise.resolve()
  const timer = setInterval(() => {
    watching = watching.then(watch)
  }, CONNECTION_CHECK_MS).unref()

  return {
    limiter: (limit) => createSharedLimiter(link, limit),
    oneTime: (name) => {
      const alone = createMemoryOneTimeKeyStore()
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

/**
 * Returns whether Redis is older than version 7. Returns false if the version is unknown, because Redis is unavailable or hides the
 * version.
 */
async function isRedisTooOld(link: RedisConnection): Promise<boolean> {
  const said = await link.ask((redis) => redis.info('server')).catch(() => '')
  return Number(/redis_version:(\d+)/.exec(said)?.[1] ?? Number.POSITIVE_INFINITY) < 7
}

function withTimeout<T>(answer: Promise<T>): Promise<T> {
  const patience = new AbortController()
  const late = wait(COMMAND_TIMEOUT_MS, undefined, { signal: patience.signal, ref: false }).then(() => {
    throw new Error('Redis did not answer in time')
  })
  late.catch(() => {})
  return Promise.race([answer, late]).finally(() => patience.abort())
}
