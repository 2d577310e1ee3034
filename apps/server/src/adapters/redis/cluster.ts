import { setTimeout as wait } from 'node:timers/promises'
import { createClient } from '@redis/client'
import type { FastifyBaseLogger } from 'fastify'
import { ConfigError } from '../../platform/config/config-error.ts'
import type { EventBus } from '../../platform/events/event-bus.ts'
import { type Cluster, createMemoryOneTimeKeyStore } from '../../platform/processes/cluster.ts'
import type { RedisClient, RedisConnection } from './redis-connection.ts'
import { relayEvents } from './relay-events.ts'
import { createSharedLimiter } from './shared-limiter.ts'

/** Timeout in milliseconds of one Redis command. */
const COMMAND_TIMEOUT_MS = 1_000
/** Interval in milliseconds between two checks of the connection to Redis. */
const CONNECTION_CHECK_MS = 1_000
/** Interval in milliseconds at which clients reload while Redis is unavailable, because events of other processes do not arrive. */
const RELOAD_INTERVAL_MS = 20_000
/** Maximum milliseconds to wait for Redis at the start. The server also works without Redis, but its processes exchange no events. */
const START_TIMEOUT_MS = 3_000

/**
 * Connects the processes of one installation through Redis. While Redis is unavailable, each process continues on its own; afterwards all
 * clients reload. Redis stores no data that PostgreSQL lacks.
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
  // Commands are not queued while Redis is unavailable, because clients reload and need no late events.
  const redis: RedisClient = createClient({
    url,
    disableOfflineQueue: true,
    socket: { connectTimeout: 2_000, reconnectStrategy: (attempts) => Math.min(50 * 2 ** attempts, 1_000) },
  })
  let lastError: Error | undefined
  redis.on('error', (error: Error) => {
    lastError = error
  })
  let isAvailable = false
  const connection: RedisConnection = {
    redis,
    prefix,
    isAvailable: () => isAvailable,
    execute: async (command) => {
      if (!isAvailable) throw new Error('Redis is away')
      return withTimeout(command(redis))
    },
  }
  void redis.connect().catch(() => {})
  await Promise.race([new Promise((resolve) => redis.once('ready', resolve)), wait(START_TIMEOUT_MS, undefined, { ref: false })])
  isAvailable = redis.isReady
  if (!isAvailable) log.warn({ err: lastError }, 'Redis does not answer: the processes do not hear each other until it does')
  if (await isRedisTooOld(connection)) {
    redis.destroy()
    throw new ConfigError('O Redis em REDIS_URL é anterior ao 7. Use o Redis 7 ou um mais novo.')
  }
  const unknownEventCounts: Record<string, number> = {}
  const events = await relayEvents(connection, bus, (name) => {
    unknownEventCounts[name] = (unknownEventCounts[name] ?? 0) + 1
    if (unknownEventCounts[name] === 1) log.warn({ event: name }, 'another version tells an event that this one does not know')
  })

  let unavailableMs = 0
  const checkConnection = async () => {
    const hasAnswered = redis.isReady && (await withTimeout(redis.ping()).catch(() => false)) !== false
    if (hasAnswered) {
      if (!isAvailable) log.warn('Redis is back')
      isAvailable = true
      unavailableMs = 0
      events.reportLostEvents()
      // An error is ignored, because the next check trims the stream again.
      await events.trimStream().catch(() => {})
      return
    }
    if (isAvailable) log.warn('Redis is away: the processes do not hear each other until it is back')
    isAvailable = false
    unavailableMs += CONNECTION_CHECK_MS
    if (unavailableMs % RELOAD_INTERVAL_MS === 0) bus.deliverRemote({ name: 'events.missed', payload: {} })
  }
  let pendingCheck = Promise.resolve()
  const timer = setInterval(() => {
    pendingCheck = pendingCheck.then(checkConnection)
  }, CONNECTION_CHECK_MS).unref()

  return {
    limiter: (limit) => createSharedLimiter(connection, limit),
    oneTime: (name) => {
      const localStore = createMemoryOneTimeKeyStore()
      return {
        take: (key, lifeMs) =>
          connection
            .execute((client) =>
              client.set(`${prefix}:${name}:${key}`, '1', { condition: 'NX', expiration: { type: 'PX', value: lifeMs } }),
            )
            .then(
              (set) => set !== null,
              () => localStore.take(key, lifeMs),
            ),
      }
    },
    unknownEvents: () => unknownEventCounts,
    state: () => (isAvailable && events.isReceiving() ? 'whole' : 'apart'),
    close: async () => {
      clearInterval(timer)
      await pendingCheck
      await events.close()
      redis.destroy()
    },
  }
}

/** Returns whether Redis is older than version 7; false if the version is unknown. */
async function isRedisTooOld(connection: RedisConnection): Promise<boolean> {
  const serverInfo = await connection.execute((redis) => redis.info('server')).catch(() => '')
  return Number(/redis_version:(\d+)/.exec(serverInfo)?.[1] ?? Number.POSITIVE_INFINITY) < 7
}

function withTimeout<T>(response: Promise<T>): Promise<T> {
  const timeoutAbort = new AbortController()
  const timeout = wait(COMMAND_TIMEOUT_MS, undefined, { signal: timeoutAbort.signal, ref: false }).then(() => {
    throw new Error('Redis did not answer in time')
  })
  timeout.catch(() => {})
  return Promise.race([response, timeout]).finally(() => timeoutAbort.abort())
}
