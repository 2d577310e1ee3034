import { setTimeout as wait } from 'node:timers/promises'
import { listWhatsappNumbers } from '@prosa/contract/calls/channels'
import type { NumberSync } from '@prosa/contract/entities/channel'
import { historyChunk, longPast } from '../../../apps/server/src/testing/meta-past.ts'
import { incoming, now, text } from '../../../apps/server/src/testing/meta-wire.ts'
import { type HeardMessage, heardMessages } from '../../../apps/server/src/testing/world.ts'
import { makeCall } from '../call.ts'
import { type Chance, chanceOf } from '../chance.ts'
import { disturbAlong } from '../disturb.ts'
import { limit, type Run, type Scenario, scaled } from '../scenario.ts'
import { openWhatsappWorld, sideBySide, type WhatsappWorld } from '../whatsapp-world.ts'

const MESSAGES = 50_000
const A_POST = 5_000
const PER_PERSON = 50
/** Number of messages of one conversation in a chunk; the others are in further chunks. */
const A_PIECE = 25
const SIDE_BY_SIDE = 2
const KILLS = 6
/** Percentage of the leads' history messages that also arrive as live messages. */
const ALSO_NEWS = 2
/** Maximum delay of a kill in milliseconds, so that it happens during the import of a chunk and not only between two. */
const KILL_WITHIN_MS = 2_000
const LOOK_MS = 100
/** Timeout in milliseconds: interrupted jobs are retried with growing delays of up to a minute. */
const STILL_MS = 120_000
const DONE = 100
const HOUR = 3_600
const PHONES_FROM = 900_000_000

interface Said {
  id: string
  phone: string
  /** Null: the number itself. */
  from: string | null
  at: number
  body: string
}

async function run(given: Run) {
  const desk = await openWhatsappWorld()
  const chance = chanceOf(given.seed, 'history')
  try {
    const people = Math.ceil(scaled(given, MESSAGES) / PER_PERSON)
    const said = everythingSaid(people)
    const news = said.filter(({ from }) => from !== null && chance.happens(ALSO_NEWS))
    const told = deliveriesOf(desk.numberId, said, news, chance)
    const { seen, untilStill } = followSync(desk, said.length - news.length)
    let taken = 0
    const killing = disturbAlong({
      times: KILLS,
      all: 2,
      // Half of the kills happen while the webhooks are delivered, half during the import.
      done: () => taken / told.length + (seen.last?.messages ?? 0) / said.length,
      disturb: async () => {
        await wait(chance.int(0, KILL_WITHIN_MS))
        await desk.server.kill()
        await desk.server.start()
      },
      patienceMs: STILL_MS,
    })
    const started = Date.now()
    await sideBySide(told, SIDE_BY_SIDE, async (payload) => {
      await desk.deliver(payload())
      taken += 1
    })
    await untilStill()
    const seconds = Math.round((seen.movedAt - started) / 1_000)
    const killed = await killing
    await desk.server.stop()
    const heard = await heardMessages({ dataDir: desk.server.dataDir }, desk.world.tenantId)
    return report({ people, said, news, killed, seconds, sync: seen.last, fell: seen.fell }, heard)
  } finally {
    await desk.close()
  }
}

const everythingSaid = (people: number): Said[] =>
  longPast(people, PER_PERSON, { phonesFrom: PHONES_FROM, before: now() - HOUR }).flatMap(({ id: phone, messages }) =>
    messages.map(({ id, from, at, body }) => ({ id, from, at, phone, body: (body as ReturnType<typeof text>).text.body })),
  )

/**
 * Returns the deliveries in random order: all chunks twice, once more divided differently, and some messages also live. They are functions,
 * because all payloads at once would need much memory. The last one is a chunk, so that its progress is counted.
 */
function deliveriesOf(numberId: string, said: readonly Said[], news: readonly Said[], chance: Chance): (() => object)[] {
  const first = chunksOf(numberId, piecesOf(said, chance))
  const [last, ...again] = chunksOf(numberId, piecesOf(said, chance))
  const byThemselves = news.map(
    ({ id, phone, at, body }) =>
      () =>
        incoming(numberId, { phone }, id, text(body), at),
  )
  return [...chance.shuffled([...first, ...first, ...again, ...byThemselves]), ...(last ? [last] : [])]
}

/** Shuffles each conversation, divides it into pieces, and shuffles the pieces of all conversations. */
function piecesOf(said: readonly Said[], chance: Chance): Said[] {
  const pieces = [...Map.groupBy(said, ({ phone }) => phone).values()].flatMap((talk) => {
    const shuffled = chance.shuffled(talk)
    return Array.from({ length: Math.ceil(talk.length / A_PIECE) }, (_, n) => shuffled.slice(n * A_PIECE, (n + 1) * A_PIECE))
  })
  return chance.shuffled(pieces).flat()
}

function chunksOf(numberId: string, said: readonly Said[]): (() => object)[] {
  const count = Math.ceil(said.length / A_POST)
  return Array.from({ length: count }, (_, n) => () => {
    const part = said.slice(n * A_POST, (n + 1) * A_POST)
    const threads = [...Map.groupBy(part, ({ phone }) => phone)].map(([id, messages]) => ({
      id,
      messages: messages.map(({ body, ...one }) => ({ ...one, body: text(body) })),
    }))
    return historyChunk(numberId, threads, { progress: Math.round(((n + 1) / count) * DONE), phase: 1, chunk: n + 1 })
  })
}

/** Polls the import progress shown on the numbers' screen while the server runs. */
function followSync({ server, world }: WhatsappWorld, all: number) {
  const seen = { last: null as NumberSync | null, movedAt: Date.now(), fell: 0, isOver: false }
  const isWhole = () => seen.last?.state === 'done' && seen.last.messages === all
  const look = async () => {
    const token = world.people[0]?.token ?? ''
    const { data } = await makeCall(server.url, token, listWhatsappNumbers)
    const next = data.numbers[0]?.sync ?? null
    if (next === null) return
    if (next.messages !== seen.last?.messages || next.progress !== seen.last.progress) seen.movedAt = Date.now()
    if (seen.last && next.progress < seen.last.progress) seen.fell += 1
    seen.last = next
  }
  const following = (async () => {
    for (; !seen.isOver; await wait(LOOK_MS)) await look().catch(() => null)
  })()
  return {
    seen,
    untilStill: async () => {
      while (Date.now() - seen.movedAt < STILL_MS && !isWhole()) await wait(LOOK_MS)
      seen.isOver = true
      await following
    },
  }
}

interface Course {
  people: number
  said: readonly Said[]
  news: readonly Said[]
  killed: number
  seconds: number
  sync: NumberSync | null
  fell: number
}

function report({ people, said, news, killed, seconds, sync, fell }: Course, heard: readonly HeardMessage[]) {
  const rowsOf = Map.groupBy(heard, ({ channelId }) => channelId)
  const toldOf = new Map(said.map((one) => [one.id, one]))
  const past = heard.filter(({ isPast }) => isPast)
  const isAsTold = ({ channelId, isPast, address, role, content, at }: HeardMessage): boolean => {
    const one = toldOf.get(channelId)
    if (!one || address !== `+${one.phone}` || role !== (one.from === null ? 'AI' : 'humano')) return false
    return content === one.body && (!isPast || at === one.at)
  }
  const never = {
    lost: said.filter(({ id }) => !rowsOf.has(id)).length,
    doubled: [...rowsOf.values()].filter((rows) => rows.length > 1).length,
    'otherwise than told': heard.filter((one) => !isAsTold(one)).length,
    'news left in the past': news.filter(({ id }) => rowsOf.get(id)?.some(({ isPast }) => isPast)).length,
    'news made of the past': heard.length - past.length - news.length,
    'people made twice': new Set(heard.map(({ conversationId }) => conversationId)).size - people,
    'progress fell': fell,
    'people miscounted': Math.abs((sync?.people ?? 0) - people),
    'messages miscounted': Math.abs((sync?.messages ?? 0) - past.length),
  }
  return {
    figures: {
      messages: said.length,
      people,
      'also news': news.length,
      kills: killed,
      'all in place after, s': seconds,
      'said in the end': sync ? `${sync.state}, ${sync.progress} %, ${sync.people} people, ${sync.messages} messages` : 'nothing',
      ...never,
    },
    broken: [
      ...Object.entries(never).flatMap(([what, count]) => limit(what, count, 0)),
      ...(sync?.state === 'done' && sync.progress === DONE ? [] : ['the past is not told to be whole']),
      ...(killed < KILLS ? [`only ${killed} of ${KILLS} kills`] : []),
    ],
  }
}

export const history: Scenario = {
  name: 'history',
  says: 'a phone hands its past over, 5,000 messages a POST, shuffled, each three times, some of them as news too, over kill -9 of the server',
  missing: () => null,
  run,
}
