import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import * as z from 'zod/mini'
import { type DomainEvent, domainEvent } from '../../kernel/domain-events.ts'
import type { EventBus } from '../../kernel/events.ts'
import { readJson } from '../../kernel/json.ts'
import type { Link, Redis } from './link.ts'

/** Events that Redis keeps for a process that is a moment behind: so many, and not longer than this, since they hold what leads wrote. */
const KEPT = 10_000
const KEPT_MS = 60_000
/** Longest that a reader waits for an event before it asks again. */
const BLOCK_MS = 2_000
/** A connection on which nothing at all comes for this long is given up. */
const SILENCE_MS = 6_000
const AGAIN_MS = 250
/** How often what cannot be read is made good: another version may tell the same otherwise all day, and each time everybody looks anew. */
const MADE_GOOD_EVERY_MS = 20_000

/** What one process published: its own it does not hear again. Another version may publish what this one does not know. */
const carried = z.object({ from: z.string(), event: domainEvent })
type Carried = z.output<typeof carried>
/** As much of it as every version writes. */
const named = z.object({ event: z.object({ name: z.string() }) })
const KNOWN: ReadonlySet<string> = new Set(domainEvent.def.options.flatMap(({ shape }) => shape.name.def.values))

interface Entry {
  id: string
  message: Record<string, string>
}

/**
 * Carries domain events between the processes by a stream of Redis: in order, and from where a reader stopped. What may have been lost
 * on the way is not sent again but made good: 'events.missed' lets everybody look into the database. An event that only another version knows
 * is nobody's here: it is told of to `isUnknown`, by its name, and nothing is missed.
 */
export async function carryEvents(
  link: Link,
  bus: EventBus,
  isUnknown: (name: string) => void,
): Promise<{
  isHearing(): boolean
  /** Tells everybody to look again when something published here did not get through. */
  mend(): void
  /** Takes out of Redis what is older than a minute; when nobody asks for that any more, Redis drops the rest by itself. */
  forget(): Promise<void>
  close(): Promise<void>
}> {
  const self = randomUUID()
  const stream = `${link.prefix}:events`
  const reader: Redis = link.redis.duplicate({ socket: { ...link.redis.options.socket, socketTimeout: SILENCE_MS } })
  reader.on('error', () => {})
  const ended = new AbortController()
  let isHearing = false

  let lost = false
  const send = (event: DomainEvent) => {
    const own: Carried = { from: self, event }
    const trim = { strategy: 'MAXLEN', strategyModifier: '~', threshold: KEPT } as const
    return link.ask((redis) => redis.xAdd(stream, '*', { carried: JSON.stringify(own) }, { TRIM: trim }))
  }
  const stop = bus.onPublished((event) => {
    send(event).catch(() => {
      lost = true
    })
  })

  let wasCut = false
  /** Where the reader stands, and how many entries there were up to there; null until it has found the end of the stream. */
  let at: string | null = null
  let passed = 0
  const findPlace = async () => {
    const { last, added, removed } = await standing(reader, stream)
    if (at === null) {
      at = last
      passed = added
    }
    // Another Redis may have taken this one's place: with fewer entries, or with a clock that is behind.
    const isAnew = added < passed || isBefore(last, at)
    // Redis dropped what this reader did not get to, or began anew.
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
    }, MADE_GOOD_EVERY_MS).unref()
  }
  const take = (entry: unknown) => {
    const came = carried.safeParse(entry)
    const name = named.safeParse(entry).data?.event.name
    if (came.success) {
      if (came.data.from !== self) bus.receive(came.data.event)
    } else if (name !== undefined && !KNOWN.has(name)) isUnknown(name)
    // What cannot be read is made good like what did not come.
    else makeGood()
  }
  const read = async () => {
    const from = await findPlace()
    isHearing = true
    const answer = (await reader.xRead({ key: stream, id: from }, { BLOCK: BLOCK_MS, COUNT: 200 })) as
      | readonly { messages: readonly Entry[] }[]
      | null
    const entries = answer?.[0]?.messages ?? []
    for (const entry of entries) {
      at = entry.id
      passed += 1
      take(readJson(entry.message.carried ?? ''))
    }
  }

  const listen = async () => {
    while (!ended.signal.aborted) {
      try {
        await read()
      } catch {
        wasCut = true
        isHearing = false
        await wait(AGAIN_MS, undefined, { signal: ended.signal }).catch(() => {})
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
      // By Redis' own clock, which made the ids.
      const [seconds] = await link.ask((redis) => redis.time())
      await link.ask((redis) => redis.xTrim(stream, 'MINID', String(Number(seconds) * 1_000 - KEPT_MS)))
      await link.ask((redis) => redis.pExpire(stream, KEPT_MS))
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

/** True when an entry's id comes before another's; each is a time and a number. */
function isBefore(one: string, other: string): boolean {
  const [time = 0, number = 0] = one.split('-').map(Number)
  const [otherTime = 0, otherNumber = 0] = other.split('-').map(Number)
  return time === otherTime ? number < otherNumber : time < otherTime
}

/**
 * The stream as it stands: its last entry, how many it ever had, and how many of those it has dropped.
 * @throws when Redis is too old to say
 */
async function standing(redis: Redis, stream: string): Promise<{ last: string; added: number; removed: number }> {
  if ((await redis.exists(stream)) === 0) return { last: '0-0', added: 0, removed: 0 }
  const info = await redis.xInfoStream(stream)
  const added = info['entries-added'] as number | undefined
  if (added === undefined) throw new Error('Redis is older than 7')
  return { last: info['last-generated-id'], added, removed: added - info.length }
}
