import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import * as z from 'zod/mini'
import { type DomainEvent, domainEvent } from '../../platform/events/domain-events.ts'
import type { EventBus } from '../../platform/events/event-bus.ts'
import { tryParseJson } from '../../platform/json/json.ts'
import type { RedisClient, RedisConnection } from './redis-connection.ts'

/** Maximum number of events that Redis stores for slow processes. */
const MAX_STORED_EVENTS = 10_000
/** Milliseconds for which Redis stores an event. Short, because events contain messages of leads. */
const EVENT_LIFETIME_MS = 60_000
/** Maximum milliseconds for which one read of the event stream waits for events. */
const BLOCKING_READ_MS = 2_000
/** Milliseconds without any data after which the reading connection counts as lost. */
const SILENCE_TIMEOUT_MS = 6_000
const RETRY_DELAY_MS = 250
/**
 * Minimum milliseconds between two reloads of all clients because of unreadable events. Another server version could otherwise cause
 * constant reloads with an event in a different format.
 */
const MIN_RELOAD_INTERVAL_MS = 20_000

/**
 * Schema of a published event with the id of its process, because processes ignore their own events. Events of another server version may
 * not match.
 */
const publishedEvent = z.object({ from: z.string(), event: domainEvent })
type PublishedEvent = z.output<typeof publishedEvent>
/** Schema of the part of an event that all server versions have in common. */
const namedEvent = z.object({ event: z.object({ name: z.string() }) })
const KNOWN_EVENT_NAMES: ReadonlySet<string> = new Set(domainEvent.def.options.flatMap(({ shape }) => shape.name.def.values))

interface StreamEntry {
  id: string
  message: Record<string, string>
}

/**
 * Relays domain events between the server's processes through a Redis stream, in order. Lost events are not sent again: the event
 * 'events.missed' makes all clients reload.
 * @param onUnknownEvent called with the name of an event that only another server version defines; it does not count as lost
 */
export async function relayEvents(
  connection: RedisConnection,
  bus: EventBus,
  onUnknownEvent: (name: string) => void,
): Promise<{
  isReceiving(): boolean
  /** Makes all clients reload (event 'events.missed') if an event of this process could not be sent. */
  reportLostEvents(): void
  /** Removes events older than a minute. Must be called at least once a minute, or Redis deletes the whole stream. */
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
  /** Id of the last entry that was read. Null until the end of the stream was first requested. */
  let lastReadId: string | null = null
  /** Number of entries ever added to the stream, up to `lastReadId`. */
  let readCount = 0
  const resolveReadPosition = async () => {
    const { lastId, addedCount, removedCount } = await readStreamState(reader, stream)
    if (lastReadId === null) {
      lastReadId = lastId
      readCount = addedCount
    }
    // Another Redis server, with fewer entries or a slower clock, may have replaced the previous one.
    const isStreamReplaced = addedCount < readCount || isStreamIdBefore(lastId, lastReadId)
    // Entries were removed before they were read, or Redis was replaced.
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
    // An unreadable event counts as lost.
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
      // The clock of Redis is used, because Redis created the entries' ids with it.
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

/** Whether the stream id `one` is lower than `other`. A stream id consists of a time in milliseconds and a number. */
function isStreamIdBefore(one: string, other: string): boolean {
  const [time = 0, number = 0] = one.split('-').map(Number)
  const [otherTime = 0, otherNumber = 0] = other.split('-').map(Number)
  return time === otherTime ? number < otherNumber : time < otherTime
}

/**
 * Returns the id of the stream's last entry, and how many entries were ever added and removed.
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
