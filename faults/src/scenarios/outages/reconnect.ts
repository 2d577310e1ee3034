import { setTimeout as wait } from 'node:timers/promises'
import { sendMessage } from '@prosa/contract/calls/conversations/conversations'
import { openInterruptibleProxy } from '../../../../apps/server/src/testing/cluster/interruptible-proxy.ts'
import { createLoadTestTenant } from '../../../../apps/server/src/testing/worlds/load-test-tenant.ts'
import { ProductProcess } from '../../../../scripts/product/product-process.ts'
import { callAsUser } from '../../clients/call-as-user.ts'
import { followConversation } from '../../clients/conversation-follower.ts'
import { PostgresProcess } from '../../environment/postgres-process.ts'
import { getPercentiles } from '../../measurement/send-comparison.ts'
import { FAULT_SERVER_ENV, FAULT_SESSION_SECRET, findLimitViolation, type Scenario, type ScenarioRun } from '../../scenario.ts'
import { createScenarioRandom } from '../../scenario-random.ts'

/** Number of clients, of which two share each conversation, and of messages stored per second. */
interface ReconnectLoad {
  sockets: number
  perSecond: number
  onServer: boolean
}
const CUT_DURATIONS_S = [1, 30, 150]
const CUT_INTERVAL_MS = 3_000
/** The rate limit is 30 messages per user and minute. */
const MESSAGES_PER_USER = 25
const CATCH_UP_LIMIT_MS = 2_000
const CATCH_UP_TIMEOUT_MS = 30_000

async function runReconnect({ sockets, perSecond, onServer }: ReconnectLoad, { seed, scale }: ScenarioRun) {
  const conversations = sockets / 2
  const cuts = CUT_DURATIONS_S.map((seconds) => Math.max(1_000, seconds * scale * 1_000))
  const lasts = cuts.reduce((sum, ms) => sum + ms + CUT_INTERVAL_MS, CUT_INTERVAL_MS) + CATCH_UP_TIMEOUT_MS
  const senders = Math.ceil(((lasts / 1_000) * perSecond) / MESSAGES_PER_USER)
  const postgres = onServer ? await PostgresProcess.launch() : null
  const server = await ProductProcess.prepare({ ...FAULT_SERVER_ENV, ...(postgres ? { DATABASE_URL: postgres.url } : {}) })
  const chance = createScenarioRandom(seed, 'reconnect')
  const place = postgres ? { databaseUrl: postgres.url } : { dataDir: server.dataDir }
  const world = await createLoadTestTenant(place, FAULT_SESSION_SECRET, { people: sockets + senders, conversations })
  await server.start()
  const line = await openInterruptibleProxy({ host: '127.0.0.1', port: Number(new URL(server.url).port) })
  const places = world.conversations
  const followers = world.people.slice(0, sockets).map((person, n) => {
    const place = places[n % conversations]
    if (!place) throw new Error('The world is too small')
    return {
      place,
      following: followConversation({ url: `http://127.0.0.1:${line.port}`, tenantId: world.tenantId, person, place }),
    }
  })
  const stored = new Map(places.map(({ conversationId }) => [conversationId, 0]))
  const over = new AbortController()
  const send = async (n: number) => {
    const place = places[chance.int(0, conversations - 1)]
    const sender = world.people[sockets + (n % senders)]
    if (!place || !sender) throw new Error('The world is too small')
    await callAsUser(server.url, sender.token, sendMessage, { params: place, body: { content: `Mensagem ${n}` } })
    stored.set(place.conversationId, (stored.get(place.conversationId) ?? 0) + 1)
  }
  const sendAll = async () => {
    const begun = performance.now()
    const sent: Promise<void>[] = []
    const failed: string[] = []
    while (!over.signal.aborted) {
      while (sent.length < ((performance.now() - begun) / 1_000) * perSecond)
        sent.push(send(sent.length).catch((error: unknown) => void failed.push(String(error))))
      await wait(5)
    }
    await Promise.all(sent)
    return failed
  }
  /** Returns the milliseconds until every client has all messages that were stored at the time of the call. */
  const untilAllHave = async () => {
    const begun = performance.now()
    const wanted = new Map(stored)
    const lag = () => followers.some(({ place, following }) => following.position < (wanted.get(place.conversationId) ?? 0))
    while (lag() && performance.now() - begun < CATCH_UP_TIMEOUT_MS) await wait(5)
    return Math.round(performance.now() - begun)
  }
  try {
    const all = sendAll()
    await untilAllHave()
    const caughtUp: number[] = []
    for (const ms of cuts) {
      await wait(CUT_INTERVAL_MS)
      line.cut()
      await wait(ms)
      line.mend()
      caughtUp.push(await untilAllHave())
    }
    over.abort()
    const failed = await all
    await untilAllHave()
    const missing = followers.reduce(
      (sum, { place, following }) => sum + (stored.get(place.conversationId) ?? 0) - following.position,
      0,
    )
    const sum = [...stored.values()].reduce((total, count) => total + count, 0)
    const { worst } = getPercentiles(caughtUp)
    return {
      figures: {
        sockets,
        events: sum,
        missing,
        'cuts, s': cuts.map((ms) => ms / 1_000).join(', '),
        'caught up after, ms': caughtUp.join(', '),
      },
      broken: [
        ...findLimitViolation('missing', Math.abs(missing), 0),
        ...findLimitViolation('caught up after, ms', worst, CATCH_UP_LIMIT_MS),
        ...(failed.length > 0 ? [`${failed.length} sends failed: ${failed[0]}`] : []),
        ...(sum > 0 ? [] : ['nothing was sent']),
      ],
    }
  } finally {
    over.abort()
    await Promise.all(followers.map(({ following }) => following.stop()))
    await line.close()
    await server.close()
    await postgres?.close()
  }
}

const describeCuts = ({ sockets, perSecond }: ReconnectLoad): string =>
  `${sockets} clients with a conversation open lose their line three times while ${perSecond} messages a second are stored`

const FULL_LOAD: ReconnectLoad = { sockets: 100, perSecond: 50, onServer: true }
export const reconnectScenario: Scenario = {
  name: 'reconnect',
  says: `${describeCuts(FULL_LOAD)} by PostgreSQL`,
  missing: () => PostgresProcess.missing,
  run: (given) => runReconnect(FULL_LOAD, given),
}

/** The embedded database gets few clients: a message costs five times as much as on a PostgreSQL server. */
const SMALL_LOAD: ReconnectLoad = { sockets: 20, perSecond: 10, onServer: false }
export const reconnectFewScenario: Scenario = {
  name: 'reconnect-few',
  says: `${describeCuts(SMALL_LOAD)} by the embedded database`,
  missing: () => null,
  run: (given) => runReconnect(SMALL_LOAD, given),
}
