import { setTimeout as wait } from 'node:timers/promises'
import { websocketToken } from '@prosa/contract/calls/accounts/auth'
import { sendMessage } from '@prosa/contract/calls/conversations/conversations'
import { buildPath, HTTP_HEADERS } from '@prosa/contract/http'
import pg from 'pg'
import { connectTestSocket, type TestSocket } from '../../../../apps/server/src/testing/harness/test-socket.ts'
import {
  createLoadTestTenant,
  fetchStoredMessages,
  type LoadTestTenant,
} from '../../../../apps/server/src/testing/worlds/load-test-tenant.ts'
import { ProductProcess } from '../../../../scripts/product/product-process.ts'
import { callAsUser } from '../../clients/call-as-user.ts'
import { PostgresProcess } from '../../environment/postgres-process.ts'
import { RedisProcess } from '../../environment/redis-process.ts'
import { measureAnswerDelay, SHIFTED_CLOCK_MODULE } from '../../measurement/measure-answer-delay.ts'
import {
  FAULT_SERVER_ENV,
  FAULT_SESSION_SECRET,
  findLimitViolation,
  type Scenario,
  type ScenarioRun,
  scaleCount,
} from '../../scenario.ts'
import { createScenarioRandom } from '../../scenario-random.ts'

const MESSAGE_COUNT = 200
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** Deviations of the clients' clocks in milliseconds. */
const CLOCK_OFFSETS_MS = [0, 11_000, -11_000, MINUTE_MS, -MINUTE_MS, DAY_MS, -DAY_MS]
const NODE_OFFSET_MS = 5 * MINUTE_MS
/** The rate limit is 30 messages per user and minute. */
const MESSAGES_PER_USER = 20
const DELIVERY_TIMEOUT_MS = 5_000
/**
 * A process that serves leads alone: deviation of its clock from the database's, and the tolerated delay of its answers compared with a
 * correct clock.
 */
const SINGLE_NODE_OFFSET_MS = 2 * MINUTE_MS
const MAX_EXTRA_DELAY_MS = 1_000
/** Age of the lead's last message, and whether each process, by its own clock, still allows free-form answers. */
const WINDOW_CASES = [
  { ago: DAY_MS - 10 * MINUTE_MS, right: true, ahead: true },
  { ago: DAY_MS - 2 * MINUTE_MS, right: true, ahead: false },
  { ago: DAY_MS + 2 * MINUTE_MS, right: false, ahead: false },
]

type ScenarioUser = LoadTestTenant['people'][number]
type ScenarioConversation = LoadTestTenant['conversations'][number]

async function runClock(given: ScenarioRun) {
  const each = scaleCount(given, MESSAGE_COUNT)
  const postgres = await PostgresProcess.launch()
  const redis = await RedisProcess.launch()
  const env = { ...FAULT_SERVER_ENV, DATABASE_URL: postgres.url, REDIS_URL: redis.url }
  const right = await ProductProcess.prepare(env)
  const ahead = await ProductProcess.prepare({ ...env, CLOCK_SHIFT_MS: String(NODE_OFFSET_MS) }, SHIFTED_CLOCK_MODULE)
  const database = new pg.Client({ connectionString: postgres.url })
  try {
    const perClock = Math.ceil(each / MESSAGES_PER_USER) + 1
    const world = await createLoadTestTenant({ databaseUrl: postgres.url }, FAULT_SESSION_SECRET, {
      people: CLOCK_OFFSETS_MS.length * perClock,
      conversations: CLOCK_OFFSETS_MS.length + WINDOW_CASES.length + 1,
    })
    await right.start()
    await ahead.start()
    const drift = await measureClockOffset(ahead.url, world)
    const bubbles = await Promise.all(
      CLOCK_OFFSETS_MS.map((clock, n) =>
        sendThroughBothNodes({
          ...given,
          clock,
          each,
          nodes: [right.url, ahead.url],
          tenantId: world.tenantId,
          people: world.people.slice(n * perClock, (n + 1) * perClock),
          place: world.conversations[n],
        }),
      ),
    )
    await database.connect()
    const misjudged = await countWrongWindowDecisions({ database, world, right: right.url, ahead: ahead.url, perClock })
    await right.stop()
    await ahead.stop()
    await database.query('UPDATE agents SET active = true WHERE id = $1', [world.agentId])
    const inStep = await measureAnswerDelay(env, { ahead: 0, agentId: world.agentId, database })
    const twoMinutesAhead = await measureAnswerDelay(env, { ahead: SINGLE_NODE_OFFSET_MS, agentId: world.agentId, database })
    const stored = await fetchStoredMessages({ databaseUrl: postgres.url }, world.tenantId)
    const said = Map.groupBy(
      stored.filter(({ content }) => content.startsWith('Relógio')),
      ({ content }) => content,
    )
    const sum = (of: (one: (typeof bubbles)[number]) => number) => bubbles.reduce((total, one) => total + of(one), 0)
    const sent = sum((one) => one.sent)
    const figures = {
      clocks: CLOCK_OFFSETS_MS.length,
      sent,
      lost: sent - said.size,
      'stored twice': [...said.values()].filter((rows) => rows.length > 1).length,
      'bubbles stuck': sum((one) => one.stuck),
      'bubbles doubled': sum((one) => one.doubled),
      'windows misjudged': misjudged,
      'node ahead by, s': Math.round(drift / 1_000),
      'answers in step, p50 ms': inStep,
      'answers 120 s ahead, p50 ms': twoMinutesAhead,
    }
    const { lost, 'stored twice': twice, 'bubbles stuck': stuck, 'bubbles doubled': doubled } = figures
    return {
      figures,
      broken: [
        ...findLimitViolation('lost', Math.abs(lost), 0),
        ...findLimitViolation('stored twice', twice, 0),
        ...findLimitViolation('bubbles stuck', stuck, 0),
        ...findLimitViolation('bubbles doubled', doubled, 0),
        ...findLimitViolation('windows misjudged', misjudged, 0),
        ...findLimitViolation('answers later than in step, ms', twoMinutesAhead - inStep, MAX_EXTRA_DELAY_MS),
        ...(Math.abs(drift - NODE_OFFSET_MS) < MINUTE_MS ? [] : ['the clock of the second node was not wrong']),
      ],
    }
  } finally {
    await database.end().catch(() => {})
    await right.close()
    await ahead.close()
    await redis.kill()
    await postgres.close()
  }
}

/**
 * Returns the deviation of a process's clock, from the time of a stored message: Node sets the `Date` header from a clock that the test
 * cannot shift.
 */
async function measureClockOffset(url: string, { people, conversations }: LoadTestTenant): Promise<number> {
  const place = conversations.at(-1)
  if (!place) throw new Error('The world is too small')
  const asked = { params: place, body: { content: 'Que horas são?' } }
  const { data } = await callAsUser(url, people[0]?.token ?? '', sendMessage, asked)
  return Date.parse(data?.message?.timestamp ?? '') - Date.now()
}

interface ClockConversationRun extends ScenarioRun {
  clock: number
  each: number
  nodes: [string, string]
  tenantId: string
  people: readonly ScenarioUser[]
  place: ScenarioConversation | undefined
}

/**
 * Sends messages of one client through both processes by its own clock, some twice, and checks that the other process's socket receives
 * each.
 */
async function sendThroughBothNodes({ seed, clock, each, nodes, tenantId, people, place }: ClockConversationRun) {
  const [watcher, ...senders] = people
  if (!place || !watcher) throw new Error('The world is too small')
  const chance = createScenarioRandom(seed, `clock ${clock}`)
  const screens = await Promise.all(nodes.map((url) => joinConversation(url, watcher, place, tenantId)))
  const keys: string[] = []
  try {
    for (let n = 0; n < each; n += 1) {
      const key = `clock-${clock}-${n}`
      const sender = senders[n % senders.length]
      const first = chance.int(0, 1)
      const asked = { token: sender?.token ?? '', place, key, content: `Relógio ${clock}: ${n}`, clock }
      await screens[first]?.send('typing_start', { leadId: place.leadId, userId: 'x', userName: 'x' }).catch(() => {})
      const tries = chance.happens(20) ? [first, 1 - first] : [first]
      const statuses = await Promise.all(tries.map((node) => sendWithClock(nodes[node] ?? '', asked)))
      if (statuses.some((status) => status !== 200)) throw new Error(`A send was answered ${statuses.join(', ')}`)
      keys.push(key)
    }
    const shownAt = (screen: TestSocket) => screen.heard('lead').map(({ message }) => message.client_message_id)
    const stuckAt = (screen: TestSocket) => keys.filter((key) => !shownAt(screen).includes(key)).length
    const stuck = () => screens.reduce((sum, screen) => sum + stuckAt(screen), 0)
    for (const end = Date.now() + DELIVERY_TIMEOUT_MS; stuck() > 0 && Date.now() < end; ) await wait(50)
    const doubled = screens.reduce((sum, screen) => sum + shownAt(screen).length - new Set(shownAt(screen)).size, 0)
    return { sent: keys.length, stuck: stuck(), doubled }
  } finally {
    for (const screen of screens) screen.close()
  }
}

async function joinConversation(
  url: string,
  { token, userId }: ScenarioUser,
  { leadId }: ScenarioConversation,
  tenantId: string,
): Promise<TestSocket> {
  const ticket = (await callAsUser(url, token, websocketToken)).data.token
  const screen = await connectTestSocket(url, ticket)
  await screen.send('join_conversation', { leadId, userId, tenantId })
  return screen
}

interface ClockedMessage {
  token: string
  place: ScenarioConversation
  key: string
  content: string
  clock: number
}

async function sendWithClock(url: string, { token, place, key, content, clock }: ClockedMessage): Promise<number> {
  const response = await fetch(`${url}/api${buildPath(sendMessage.path, { ...place })}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
      [HTTP_HEADERS.idempotencyKey]: key,
      [HTTP_HEADERS.requestTime]: new Date(Date.now() + clock).toISOString(),
    },
    body: JSON.stringify({ content }),
  })
  await response.arrayBuffer()
  return response.status
}

/** Returns how often a process decided by another clock than its own. */
async function countWrongWindowDecisions(at: {
  database: pg.Client
  world: LoadTestTenant
  right: string
  ahead: string
  perClock: number
}): Promise<number> {
  let misjudged = 0
  for (const [index, window] of WINDOW_CASES.entries()) {
    const place = at.world.conversations[CLOCK_OFFSETS_MS.length + index]
    if (!place) throw new Error('The world is too small')
    await at.database.query(`UPDATE conversations SET channel = 'whatsapp', last_client_message_at = $1 WHERE id = $2`, [
      new Date(Date.now() - window.ago),
      place.conversationId,
    ])
    for (const [n, clock] of CLOCK_OFFSETS_MS.entries()) {
      for (const node of ['right', 'ahead'] as const) {
        const token = at.world.people[n * at.perClock]?.token ?? ''
        const asked = { token, place, key: `window-${index}-${clock}-${node}`, content: 'Ainda dá?', clock }
        const status = await sendWithClock(at[node], asked)
        if (status !== (window[node] ? 200 : 400)) misjudged += 1
      }
    }
  }
  return misjudged
}

export const clockScenario: Scenario = {
  name: 'clock',
  says: 'clients whose clocks are wrong by 11 s, a minute and a day send through two nodes, one of them five minutes ahead; leads ask one that is alone, in step and two minutes ahead',
  missing: () => PostgresProcess.missing ?? RedisProcess.missing,
  run: runClock,
}
