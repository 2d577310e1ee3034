import { setTimeout as wait } from 'node:timers/promises'
import { listWhatsappNumbers } from '@prosa/contract/calls/whatsapp/channels'
import type { NumberHistoryImport } from '@prosa/contract/entities/whatsapp/channel'
import {
  buildHistoryWebhook,
  generateHistoryThreads,
} from '../../../../apps/server/src/testing/doubles/meta-webhooks/meta-history-webhooks.ts'
import {
  buildMessageWebhook,
  buildTextBody,
  getUnixSeconds,
} from '../../../../apps/server/src/testing/doubles/meta-webhooks/meta-webhook-payloads.ts'
import { fetchReceivedMessages, type ReceivedMessage } from '../../../../apps/server/src/testing/worlds/load-test-tenant.ts'
import { callAsUser } from '../../clients/call-as-user.ts'
import { disturbDuringWork } from '../../environment/disturb-during-work.ts'
import { runConcurrently, startWhatsappInstallation, type WhatsappInstallation } from '../../environment/whatsapp-installation.ts'
import { findLimitViolation, type Scenario, type ScenarioRun, scaleCount } from '../../scenario.ts'
import { createScenarioRandom, type ScenarioRandom } from '../../scenario-random.ts'

const MESSAGE_COUNT = 50_000
const MESSAGES_PER_POST = 5_000
const MESSAGES_PER_LEAD = 50
/** Number of messages of one conversation in a chunk; the others are in further chunks. */
const MESSAGES_PER_PIECE = 25
const CONCURRENCY = 2
const KILL_COUNT = 6
/** Percentage of the leads' history messages that also arrive as live messages. */
const LIVE_COPY_PERCENT = 2
/** Maximum delay of a kill in milliseconds, so that it happens during the import of a chunk and not only between two. */
const MAX_KILL_DELAY_MS = 2_000
const POLL_INTERVAL_MS = 100
/** Timeout in milliseconds: interrupted jobs are retried with growing delays of up to a minute. */
const NO_PROGRESS_TIMEOUT_MS = 120_000
const DONE_PERCENT = 100
const HOUR_S = 3_600
const PHONES_FROM = 900_000_000

interface HistoryMessage {
  id: string
  phone: string
  /** Null: the number itself. */
  from: string | null
  at: number
  body: string
}

async function runHistory(given: ScenarioRun) {
  const desk = await startWhatsappInstallation()
  const chance = createScenarioRandom(given.seed, 'history')
  try {
    const people = Math.ceil(scaleCount(given, MESSAGE_COUNT) / MESSAGES_PER_LEAD)
    const said = generateHistoryMessages(people)
    const news = said.filter(({ from }) => from !== null && chance.happens(LIVE_COPY_PERCENT))
    const told = buildDeliveries(desk.numberId, said, news, chance)
    const { seen, untilStill } = pollSyncProgress(desk, said.length - news.length)
    let taken = 0
    const killing = disturbDuringWork({
      times: KILL_COUNT,
      all: 2,
      // Half of the kills happen while the webhooks are delivered, half during the import.
      done: () => taken / told.length + (seen.last?.messages ?? 0) / said.length,
      disturb: async () => {
        await wait(chance.int(0, MAX_KILL_DELAY_MS))
        await desk.server.kill()
        await desk.server.start()
      },
      patienceMs: NO_PROGRESS_TIMEOUT_MS,
    })
    const started = Date.now()
    await runConcurrently(told, CONCURRENCY, async (payload) => {
      await desk.deliver(payload())
      taken += 1
    })
    await untilStill()
    const seconds = Math.round((seen.movedAt - started) / 1_000)
    const killed = await killing
    await desk.server.stop()
    const heard = await fetchReceivedMessages({ dataDir: desk.server.dataDir }, desk.world.tenantId)
    return evaluateHistory({ people, said, news, killed, seconds, sync: seen.last, fell: seen.fell }, heard)
  } finally {
    await desk.close()
  }
}

const generateHistoryMessages = (people: number): HistoryMessage[] =>
  generateHistoryThreads(people, MESSAGES_PER_LEAD, { phonesFrom: PHONES_FROM, before: getUnixSeconds() - HOUR_S }).flatMap(
    ({ id: phone, messages }) =>
      messages.map(({ id, from, at, body }) => ({
        id,
        from,
        at,
        phone,
        body: (body as ReturnType<typeof buildTextBody>).text.body,
      })),
  )

/**
 * Returns the deliveries in random order: all chunks twice, once more divided differently, and some messages also live. They are functions,
 * because all payloads at once would need much memory. The last one is a chunk, so that its progress is counted.
 */
function buildDeliveries(
  numberId: string,
  said: readonly HistoryMessage[],
  news: readonly HistoryMessage[],
  chance: ScenarioRandom,
): (() => object)[] {
  const first = buildChunks(numberId, shuffleIntoPieces(said, chance))
  const [last, ...again] = buildChunks(numberId, shuffleIntoPieces(said, chance))
  const byThemselves = news.map(
    ({ id, phone, at, body }) =>
      () =>
        buildMessageWebhook(numberId, { phone }, id, buildTextBody(body), at),
  )
  return [...chance.shuffled([...first, ...first, ...again, ...byThemselves]), ...(last ? [last] : [])]
}

/** Shuffles each conversation, divides it into pieces, and shuffles the pieces of all conversations. */
function shuffleIntoPieces(said: readonly HistoryMessage[], chance: ScenarioRandom): HistoryMessage[] {
  const pieces = [...Map.groupBy(said, ({ phone }) => phone).values()].flatMap((talk) => {
    const shuffled = chance.shuffled(talk)
    return Array.from({ length: Math.ceil(talk.length / MESSAGES_PER_PIECE) }, (_, n) =>
      shuffled.slice(n * MESSAGES_PER_PIECE, (n + 1) * MESSAGES_PER_PIECE),
    )
  })
  return chance.shuffled(pieces).flat()
}

function buildChunks(numberId: string, said: readonly HistoryMessage[]): (() => object)[] {
  const count = Math.ceil(said.length / MESSAGES_PER_POST)
  return Array.from({ length: count }, (_, n) => () => {
    const part = said.slice(n * MESSAGES_PER_POST, (n + 1) * MESSAGES_PER_POST)
    const threads = [...Map.groupBy(part, ({ phone }) => phone)].map(([id, messages]) => ({
      id,
      messages: messages.map(({ body, ...one }) => ({ ...one, body: buildTextBody(body) })),
    }))
    return buildHistoryWebhook(numberId, threads, {
      progress: Math.round(((n + 1) / count) * DONE_PERCENT),
      phase: 1,
      chunk: n + 1,
    })
  })
}

/** Polls the import progress shown on the numbers' screen while the server runs. */
function pollSyncProgress({ server, world }: WhatsappInstallation, all: number) {
  const seen = { last: null as NumberHistoryImport | null, movedAt: Date.now(), fell: 0, isOver: false }
  const isWhole = () => seen.last?.state === 'done' && seen.last.messages === all
  const look = async () => {
    const token = world.people[0]?.token ?? ''
    const { data } = await callAsUser(server.url, token, listWhatsappNumbers)
    const next = data.numbers[0]?.sync ?? null
    if (next === null) return
    if (next.messages !== seen.last?.messages || next.progress !== seen.last.progress) seen.movedAt = Date.now()
    if (seen.last && next.progress < seen.last.progress) seen.fell += 1
    seen.last = next
  }
  const following = (async () => {
    for (; !seen.isOver; await wait(POLL_INTERVAL_MS)) await look().catch(() => null)
  })()
  return {
    seen,
    untilStill: async () => {
      while (Date.now() - seen.movedAt < NO_PROGRESS_TIMEOUT_MS && !isWhole()) await wait(POLL_INTERVAL_MS)
      seen.isOver = true
      await following
    },
  }
}

interface HistoryRunFigures {
  people: number
  said: readonly HistoryMessage[]
  news: readonly HistoryMessage[]
  killed: number
  seconds: number
  sync: NumberHistoryImport | null
  fell: number
}

function evaluateHistory(
  { people, said, news, killed, seconds, sync, fell }: HistoryRunFigures,
  heard: readonly ReceivedMessage[],
) {
  const rowsOf = Map.groupBy(heard, ({ channelId }) => channelId)
  const toldOf = new Map(said.map((one) => [one.id, one]))
  const past = heard.filter(({ isPast }) => isPast)
  const isAsTold = ({ channelId, isPast, address, role, content, at }: ReceivedMessage): boolean => {
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
      ...Object.entries(never).flatMap(([what, count]) => findLimitViolation(what, count, 0)),
      ...(sync?.state === 'done' && sync.progress === DONE_PERCENT ? [] : ['the past is not told to be whole']),
      ...(killed < KILL_COUNT ? [`only ${killed} of ${KILL_COUNT} kills`] : []),
    ],
  }
}

export const historyImportScenario: Scenario = {
  name: 'history',
  says: 'a phone hands its past over, 5,000 messages a POST, shuffled, each three times, some of them as news too, over kill -9 of the server',
  missing: () => null,
  run: runHistory,
}
