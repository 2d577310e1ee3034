import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import * as z from 'zod/mini'
import { type DomainEvent, domainEvent } from '../../platform/events/domain-events.ts'
import type { EventBus } from '../../platform/events/event-bus.ts'
import { tryParseJson } from '../../platform/json/json.ts'
import type { RedisClient, RedisConnection } from './redis-connection.ts'

/**
 * Maximum number of events stored in Redis for a slow reader, and their lifetime in milliseconds, which is short because they contain
 * messages of leads.
 */
const MAX_STORED_EVENTS = 10_000
const EVENT_LIFETIME_MS = 60_000
/** Maximum time in milliseconds of one blocking read. */
const BLOCKING_READ_MS = 2_000
/** Time in milliseconds without any data after which a connection counts as lost. */
const SILENCE_TIMEOUT_MS = 6_000
const RETRY_DELAY_MS = 250
/**
 * Minimum interval in milliseconds between two reloads because of unreadable events: another version may send an event in a different
 * format all day, and each reload affects all clients.
 */
const MIN_RELOAD_INTERVAL_MS = 20_000

/** A published event with its process, which ignores its own events. Another version may publish events that this one does not know. */
const publishedEvent = z.object({ from: z.string(), event: domainEvent })
type PublishedEvent = z.output<typeof publishedEvent>
/** The part of an event that all versions write. */
const namedEvent = z.object({ event: z.object({ name: z.string() }) })
const KNOWN_EVENT_NAMES: ReadonlySet<string> = new Set(domainEvent.def.options.flatMap(({ shape }) => shape.name.def.values))

interface StreamEntry {
  id: string
  message: Record<string, string>
}

/**
 * Sends domain events between the processes through a Redis stream: in order, and continuing where a reader stopped. Lost events are not
 * sent again; 'events.missed' makes all clients reload from the database. An event that only another version knows is passed to `isUnknown`
 * by its name and does not count as missed.
 */
export async function relayEvents(
  link: RedisConnection,
  bus: EventBus,
  isUnknown: (name: string) => void,
): Promise<{
  isHearing(): boolean
  /** Publishes 'events.missed' if an event of this process could not be sent. */
  mend(): void
  /** Removes events older than a minute; Redis deletes the whole stream if this is not called for a minute. */
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
  /** Position of the reader and the number of entries up to it; null before the first read of the stream's end. */
  let at: string | null = null
  let passed = 0
  const findPlace = async () => {
    const { last, added, removed } = await readStreamState(reader, stream)
    if (at === null) {
      at = last
      passed = added
    }
    // The Redis server may have been replaced by one with fewer entries or a slower clock.
    const isAnew = added < passed || isStreamIdBefore(last, at)
    // Redis removed entries before this reader read them, or was replaced.
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
    // An unreadable event is treated like a lost one.
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
      // Uses Redis' clock, which also created the ids.
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

/** Returns true if one stream id is lower than the other; an id is a time and a number. */
function isStreamIdBefore(one: string, other: string): boolean {
  const [time = 0, number = 0] = one.split('-').map(Number)
  const [otherTime = 0, otherNumber = 0] = other.split('-').map(Number)
  return time === otherTime ? number < otherNumber : time < otherTime
}

/**
 * Returns the stream's last id, the number of entries ever added, and the number of those removed.
 * @throws if Redis is too old to report it
 */
async function readStreamState(redis: RedisClient, stream: string): Promise<{ last: string; added: number; removed: number }> {
  if ((await redis.exists(stream)) === 0) return { last: '0-0', added: 0, removed: 0 }
  const info = await redis.xInfoStream(stream)
  const added = info['entries-added'] as number | undefined
  if (added === undefined) throw new Error('Redis is older than 7')
  return { last: info['last-generated-id'], added, removed: added - info.length }
}
