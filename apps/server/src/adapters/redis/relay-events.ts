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
 * @param isUnknown called with the name of an event that only another server version defines; such an event does not count as lost
 */
export async function relayEvents(
  link: RedisConnection,
  bus: EventBus,
  isUnknown: (name: string) => void,
): Promise<{
  isHearing(): boolean
  /** Publishes 'events.missed', so that all clients reload, if an event of this process could not be sent. */
  mend(): void
  /** Removes events older than a minute from Redis. Redis deletes the whole stream if this function is not called for a minute. */
  forget(): Promise<void>
  close(): Promise<void>
}> {
  const self = randomUUID()
  const stream = `${link.prefix}:events`
  const reader: RedisClient = link.redis.duplicate({
    socket: { ...link.redis.options.socket, socketTimeout: SILENCE_TIMEOUT_MS },
  })
  reader.on('error', () => {})
  const ended = new AbortController()
  let isHearing = false

  let lost = false
  const send = (event: DomainEvent) => {
    const own: PublishedEvent = { from: self, event }
    const trim = { strategy: 'MAXLEN', strategyModifier: '~', threshold: MAX_STORED_EVENTS } as const
    return link.ask((redis) => redis.xAdd(stream, '*', { carried: JSON.stringify(own) }, { TRIM: trim }))
  }
  const stop = bus.onPublished((event) => {
    send(event).catch(() => {
      lost = true
    })
  })

  let wasCut = false
  /** Id of the last entry that was read, and the number of entries up to it. Null before the end of the stream was first requested. */
  let at: string | null = null
  let passed = 0
  const findPlace = async () => {
    const { last, added, removed } = await readStreamState(reader, stream)
    if (at === null) {
      at = last
      passed = added
    }
    // The Redis server may have been replaced by another one with fewer entries or a slower clock.
    const isAnew = added < passed || isStreamIdBefore(last, at)
    // Redis removed entries before this reader read them, or Redis was replaced.
    const isBehind = isAnew || (at === last ? passed !== added : removed > passed)
    if (isAnew) at = '0-0'
    if (isBehind) passed = at === last ? added : removed
    if (isBehind || wasCut) bus.receive({ name: 'events.missed', payload: {} })
    wasCut = false
    return at
  }
  let resting: NodeJS.Timeout | null = null
  let isOwed = false
  const makeGood = () => {
    isOwed = resting !== null
    if (resting) return
    bus.receive({ name: 'events.missed', payload: {} })
    resting = setTimeout(() => {
      resting = null
      if (isOwed) makeGood()
    }, MIN_RELOAD_INTERVAL_MS).unref()
  }
  const take = (entry: unknown) => {
    const came = publishedEvent.safeParse(entry)
    const name = namedEvent.safeParse(entry).data?.event.name
    if (came.success) {
      if (came.data.from !== self) bus.receive(came.data.event)
    } else if (name !== undefined && !KNOWN_EVENT_NAMES.has(name)) isUnknown(name)
    // Treats an unreadable event like a lost one: makes all clients reload.
    else makeGood()
  }
  const read = async () => {
    const from = await findPlace()
    isHearing = true
    const answer = (await reader.xRead({ key: stream, id: from }, { BLOCK: BLOCKING_READ_MS, COUNT: 200 })) as
      | readonly { messages: readonly StreamEntry[] }[]
      | null
    const entries = answer?.[0]?.messages ?? []
    for (const entry of entries) {
      at = entry.id
      passed += 1
      take(tryParseJson(entry.message.carried ?? ''))
    }
  }

  const listen = async () => {
    while (!ended.signal.aborted) {
      try {
        await read()
      } catch {
        wasCut = true
        isHearing = false
        await wait(RETRY_DELAY_MS, undefined, { signal: ended.signal }).catch(() => {})
      }
    }
  }

  const connected = reader.connect().catch(() => {})
  if (link.isThere()) await connected
  const listening = listen()
  return {
    isHearing: () => isHearing,
    mend: () => {
      if (!lost) return
      lost = false
      bus.publish({ name: 'events.missed', payload: {} })
    },
    forget: async () => {
      // Uses the clock of Redis, because it also created the ids of the entries.
      const [seconds] = await link.ask((redis) => redis.time())
      await link.ask((redis) => redis.xTrim(stream, 'MINID', String(Number(seconds) * 1_000 - EVENT_LIFETIME_MS)))
      await link.ask((redis) => redis.pExpire(stream, EVENT_LIFETIME_MS))
    },
    close: async () => {
      stop()
      ended.abort()
      if (resting) clearTimeout(resting)
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
async function readStreamState(redis: RedisClient, stream: string): Promise<{ last: string; added: number; removed: number }> {
  if ((await redis.exists(stream)) === 0) return { last: '0-0', added: 0, removed: 0 }
  const info = await redis.xInfoStream(stream)
  const added = info['entries-added'] as number | undefined
  if (added === undefined) throw new Error('Redis is older than 7')
  return { last: info['last-generated-id'], added, removed: added - info.length }
}
