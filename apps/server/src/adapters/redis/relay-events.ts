import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import * as z from 'zod/mini'
import { type DomainEvent, domainEvent } from '../../platform/events/domain-events.ts'
import type { EventBus } from '../../platform/events/event-bus.ts'
import { tryParseJson } from '../../platform/json/json.ts'
import type { RedisClient, RedisConnection } from './redis-connection.ts'

/**
 * Maximum number of events that Redis stores for processes that read slowly, and lifetime of the events in milliseconds. The lifetime is
 * short, because events contain messages of leads.
 */
const MAX_STORED_EVENTS = 10_000
const EVENT_LIFETIME_MS = 60_000
/** Maximum time in milliseconds for which one read of the event stream waits for events. */
const BLOCKING_READ_MS = 2_000
/** Milliseconds without any data after which the connection that reads the events counts as lost. */
const SILENCE_TIMEOUT_MS = 6_000
const RETRY_DELAY_MS = 250
/**
 * Minimum interval in milliseconds between two reloads of all clients because of unreadable events. Without this limit, another server
 * version that sends an event in a different format would make all clients reload all day.
 */
const MIN_RELOAD_INTERVAL_MS = 20_000

/**
 * Schema of a published event with the id of its process. Processes ignore their own events. A process of another server version may
 * publish events that do not match this schema.
 */
const publishedEvent = z.object({ from: z.string(), event: domainEvent })
type PublishedEvent = z.output<typeof publishedEvent>
/** Schema of the part of a published event that all server versions write. */
const namedEvent = z.object({ event: z.object({ name: z.string() }) })
const KNOWN_EVENT_NAMES: ReadonlySet<string> = new Set(domainEvent.def.options.flatMap(({ shape }) => shape.name.def.values))

interface StreamEntry {
  id: string
  message: Record<string, string>
}

/**
 * Relays domain events between the server's processes through a Redis stream, in order. A reader continues where it stopped. Lost events
 * are not sent again: 'events.missed' makes all clients reload from the database.
 * @param onUnknownEvent called with the name of an event that only another server version defines; such an event does not count as lost
 */
export async function relayEvents(
  connection: RedisConnection,
  bus: EventBus,
  onUnknownEvent: (name: string) => void,
): Promise<{
  isReceiving(): boolean
  /** Publishes 'events.missed', so that all clients reload, if an event of this process could not be sent. */
  reportLostEvents(): void
  /** Removes events older than a minute from Redis. Redis deletes the whole stream if this function is not called for a minute. */
  trimStream(): Promise<void>
  close(): Promise<void>
}> {
  const processId = randomUUID()
  const stream = `${connection.prefix}:events`
  const reader: RedisClient = connection.redis.duplicate({
    socket: { ...connection.redis.options.socket, socketTimeout: SILENCE_TIMEOUT_MS },
  })
  reader.on('error', () => {})
  const closing = new AbortController()
  let isReceiving = false

  let hasLostEvents = false
  const send = (event: DomainEvent) => {
    const publishedEvent: PublishedEvent = { from: processId, event }
    const trim = { strategy: 'MAXLEN', strategyModifier: '~', threshold: MAX_STORED_EVENTS } as const
    return connection.execute((redis) => redis.xAdd(stream, '*', { carried: JSON.stringify(publishedEvent) }, { TRIM: trim }))
  }
  const stop = bus.onPublished((event) => {
    send(event).catch(() => {
      hasLostEvents = true
    })
  })

  let wasDisconnected = false
  /** Id of the last entry that was read, and the number of entries up to it. Null before the end of the stream was first requested. */
  let lastReadId: string | null = null
  let readCount = 0
  const resolveReadPosition = async () => {
    const { lastId, addedCount, removedCount } = await readStreamState(reader, stream)
    if (lastReadId === null) {
      lastReadId = lastId
      readCount = addedCount
    }
    // The Redis server may have been replaced by another one with fewer entries or a slower clock.
    const isStreamReplaced = addedCount < readCount || isStreamIdBefore(lastId, lastReadId)
    // Redis removed entries before this reader read them, or Redis was replaced.
    const hasMissedEntries = isStreamReplaced || (lastReadId === lastId ? readCount !== addedCount : removedCount > readCount)
    if (isStreamReplaced) lastReadId = '0-0'
    if (hasMissedEntries) readCount = lastReadId === lastId ? addedCount : removedCount
    if (hasMissedEntries || wasDisconnected) bus.deliverRemote({ name: 'events.missed', payload: {} })
    wasDisconnected = false
    return lastReadId
  }
  let reloadPause: NodeJS.Timeout | null = null
  let isReloadPending = false
  const requestReload = () => {
    isReloadPending = reloadPause !== null
    if (reloadPause) return
    bus.deliverRemote({ name: 'events.missed', payload: {} })
    reloadPause = setTimeout(() => {
      reloadPause = null
      if (isReloadPending) requestReload()
    }, MIN_RELOAD_INTERVAL_MS).unref()
  }
  const handleEntry = (entry: unknown) => {
    const parsedEvent = publishedEvent.safeParse(entry)
    const name = namedEvent.safeParse(entry).data?.event.name
    if (parsedEvent.success) {
      if (parsedEvent.data.from !== processId) bus.deliverRemote(parsedEvent.data.event)
    } else if (name !== undefined && !KNOWN_EVENT_NAMES.has(name)) onUnknownEvent(name)
    // Treats an unreadable event like a lost one: makes all clients reload.
    else requestReload()
  }
  const readNextEntries = async () => {
    const startId = await resolveReadPosition()
    isReceiving = true
    const response = (await reader.xRead({ key: stream, id: startId }, { BLOCK: BLOCKING_READ_MS, COUNT: 200 })) as
      | readonly { messages: readonly StreamEntry[] }[]
      | null
    const entries = response?.[0]?.messages ?? []
    for (const entry of entries) {
      lastReadId = entry.id
      readCount += 1
      handleEntry(tryParseJson(entry.message.carried ?? ''))
    }
  }

  const listen = async () => {
    while (!closing.signal.aborted) {
      try {
        await readNextEntries()
      } catch {
        wasDisconnected = true
        isReceiving = false
        await wait(RETRY_DELAY_MS, undefined, { signal: closing.signal }).catch(() => {})
      }
    }
  }

  const connected = reader.connect().catch(() => {})
  if (connection.isAvailable()) await connected
  const listening = listen()
  return {
    isReceiving: () => isReceiving,
    reportLostEvents: () => {
      if (!hasLostEvents) return
      hasLostEvents = false
      bus.publish({ name: 'events.missed', payload: {} })
    },
    trimStream: async () => {
      // Uses the clock of Redis, because it also created the ids of the entries.
      const [seconds] = await connection.execute((redis) => redis.time())
      await connection.execute((redis) => redis.xTrim(stream, 'MINID', String(Number(seconds) * 1_000 - EVENT_LIFETIME_MS)))
      await connection.execute((redis) => redis.pExpire(stream, EVENT_LIFETIME_MS))
    },
    close: async () => {
      stop()
      closing.abort()
      if (reloadPause) clearTimeout(reloadPause)
      reader.destroy()
      await listening
    },
  }
}

/** Whether one stream id is lower than the other one. A stream id consists of a time in milliseconds and a number. */
function isStreamIdBefore(one: string, other: string): boolean {
  const [time = 0, number = 0] = one.split('-').map(Number)
  const [otherTime = 0, otherNumber = 0] = other.split('-').map(Number)
  return time === otherTime ? number < otherNumber : time < otherTime
}

/**
 * Returns the id of the last entry, the number of entries ever added to the stream, and the number of removed entries.
 * @throws if Redis is too old to report them
 */
async function readStreamState(
  redis: RedisClient,
  stream: string,
): Promise<{ lastId: string; addedCount: number; removedCount: number }> {
  if ((await redis.exists(stream)) === 0) return { lastId: '0-0', addedCount: 0, removedCount: 0 }
  const info = await redis.xInfoStream(stream)
  const addedCount = info['entries-added'] as number | undefined
  if (addedCount === undefined) throw new Error('Redis is older than 7')
  return { lastId: info['last-generated-id'], addedCount, removedCount: addedCount - info.length }
}
