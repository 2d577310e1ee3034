import { setTimeout as wait } from 'node:timers/promises'
import { websocketToken } from '@prosa/contract/calls/auth'
import { sendMessage } from '@prosa/contract/calls/conversations'
import { fillPath, HEADERS } from '@prosa/contract/http'
import pg from 'pg'
import { connect, type TestSocket } from '../../../apps/server/src/testing/sockets.ts'
import { buildWorld, storedMessages, type World } from '../../../apps/server/src/testing/world.ts'
import { Product } from '../../../scripts/product/product.ts'
import { answersAlone, SHIFTED_CLOCK } from '../answers-alone.ts'
import { makeCall } from '../call.ts'
import { chanceOf } from '../chance.ts'
import { PostgresProcess } from '../parts/postgres-process.ts'
import { RedisProcess } from '../parts/redis-process.ts'
import { limit, QUIET, type Run, type Scenario, SECRET, scaled } from '../scenario.ts'

const MESSAGES = 200
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
/** Deviations of the clients' clocks in milliseconds. */
const CLOCKS = [0, 11_000, -11_000, MINUTE, -MINUTE, DAY, -DAY]
const NODE_AHEAD = 5 * MINUTE
/** The rate limit is 30 messages per user and minute. */
const PER_PERSON = 20
const STUCK_MS = 5_000
/**
 * A process that serves leads alone: deviation of its clock from the database's, and the tolerated delay of its answers compared with a
 * correct clock.
 */
const ALONE_AHEAD = 2 * MINUTE
const LATER_AT_MOST_MS = 1_000
/** Age of the lead's last message, and whether each process, by its own clock, still allows free-form answers. */
const WINDOWS = [
  { ago: DAY - 10 * MINUTE, right: true, ahead: true },
  { ago: DAY - 2 * MINUTE, right: true, ahead: false },
  { ago: DAY + 2 * MINUTE, right: false, ahead: false },
]

type Person = World['people'][number]
type Place = World['conversations'][number]

async function run(given: Run) {
  const each = scaled(given, MESSAGES)
  const postgres = await PostgresProcess.launch()
  const redis = await RedisProcess.launch()
  const env = { ...QUIET, DATABASE_URL: postgres.url, REDIS_URL: redis.url }
  const right = await Product.prepare(env)
  const ahead = await Product.prepare({ ...env, CLOCK_SHIFT_MS: String(NODE_AHEAD) }, SHIFTED_CLOCK)
  const database = new pg.Client({ connectionString: postgres.url })
  try {
    const perClock = Math.ceil(each / PER_PERSON) + 1
    const world = await buildWorld({ databaseUrl: postgres.url }, SECRET, {
      people: CLOCKS.length * perClock,
      conversations: CLOCKS.length + WINDOWS.length + 1,
    })
    await right.start()
    await ahead.start()
    const drift = await clockOf(ahead.url, world)
    const bubbles = await Promise.all(
      CLOCKS.map((clock, n) =>
        talk({
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
    const misjudged = await windows({ database, world, right: right.url, ahead: ahead.url, perClock })
    await right.stop()
    await ahead.stop()
    await database.query('UPDATE agents SET active = true WHERE id = $1', [world.agentId])
    const inStep = await answersAlone(env, { ahead: 0, agentId: world.agentId, database })
    const twoMinutesAhead = await answersAlone(env, { ahead: ALONE_AHEAD, agentId: world.agentId, database })
    const stored = await storedMessages({ databaseUrl: postgres.url }, world.tenantId)
    const said = Map.groupBy(
      stored.filter(({ content }) => content.startsWith('Relógio')),
      ({ content }) => content,
    )
    const sum = (of: (one: (typeof bubbles)[number]) => number) => bubbles.reduce((total, one) => total + of(one), 0)
    const sent = sum((one) => one.sent)
    const figures = {
      clocks: CLOCKS.length,
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
        ...limit('lost', Math.abs(lost), 0),
        ...limit('stored twice', twice, 0),
        ...limit('bubbles stuck', stuck, 0),
        ...limit('bubbles doubled', doubled, 0),
        ...limit('windows misjudged', misjudged, 0),
        ...limit('answers later than in step, ms', twoMinutesAhead - inStep, LATER_AT_MOST_MS),
        ...(Math.abs(drift - NODE_AHEAD) < MINUTE ? [] : ['the clock of the second node was not wrong']),
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
async function clockOf(url: string, { people, conversations }: World): Promise<number> {
  const place = conversations.at(-1)
  if (!place) throw new Error('The world is too small')
  const asked = { params: place, body: { content: 'Que horas são?' } }
  const { data } = await makeCall(url, people[0]?.token ?? '', sendMessage, asked)
  return Date.parse(data?.message?.timestamp ?? '') - Date.now()
}

interface Talk extends Run {
  clock: number
  each: number
  nodes: [string, string]
  tenantId: string
  people: readonly Person[]
  place: Place | undefined
}

/**
 * Sends messages of one client through both processes by its own clock, some twice, and checks that the other process's socket receives
 * each.
 */
async function talk({ seed, clock, each, nodes, tenantId, people, place }: Talk) {
  const [watcher, ...senders] = people
  if (!place || !watcher) throw new Error('The world is too small')
  const chance = chanceOf(seed, `clock ${clock}`)
  const screens = await Promise.all(nodes.map((url) => watch(url, watcher, place, tenantId)))
  const keys: string[] = []
  try {
    for (let n = 0; n < each; n += 1) {
      const key = `clock-${clock}-${n}`
      const sender = senders[n % senders.length]
      const first = chance.int(0, 1)
      const asked = { token: sender?.token ?? '', place, key, content: `Relógio ${clock}: ${n}`, clock }
      await screens[first]?.send('typing_start', { leadId: place.leadId, userId: 'x', userName: 'x' }).catch(() => {})
      const tries = chance.happens(20) ? [first, 1 - first] : [first]
      const statuses = await Promise.all(tries.map((node) => send(nodes[node] ?? '', asked)))
      if (statuses.some((status) => status !== 200)) throw new Error(`A send was answered ${statuses.join(', ')}`)
      keys.push(key)
    }
    const shownAt = (screen: TestSocket) => screen.heard('lead').map(({ message }) => message.client_message_id)
    const stuckAt = (screen: TestSocket) => keys.filter((key) => !shownAt(screen).includes(key)).length
    const stuck = () => screens.reduce((sum, screen) => sum + stuckAt(screen), 0)
    for (const end = Date.now() + STUCK_MS; stuck() > 0 && Date.now() < end; ) await wait(50)
    const doubled = screens.reduce((sum, screen) => sum + shownAt(screen).length - new Set(shownAt(screen)).size, 0)
    return { sent: keys.length, stuck: stuck(), doubled }
  } finally {
    for (const screen of screens) screen.close()
  }
}

async function watch(url: string, { token, userId }: Person, { leadId }: Place, tenantId: string): Promise<TestSocket> {
  const ticket = (await makeCall(url, token, websocketToken)).data.token
  const screen = await connect(url, ticket)
  await screen.send('join_conversation', { leadId, userId, tenantId })
  return screen
}

interface Asked {
  token: string
  place: Place
  key: string
  content: string
  clock: number
}

async function send(url: string, { token, place, key, content, clock }: Asked): Promise<number> {
  const response = await fetch(`${url}/api${fillPath(sendMessage.path, { ...place })}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
      [HEADERS.idempotencyKey]: key,
      [HEADERS.requestTime]: new Date(Date.now() + clock).toISOString(),
    },
    body: JSON.stringify({ content }),
  })
  await response.arrayBuffer()
  return response.status
}

/** Returns how often a process decided by another clock than its own. */
async function windows(at: {
  database: pg.Client
  world: World
  right: string
  ahead: string
  perClock: number
}): Promise<number> {
  let misjudged = 0
  for (const [index, window] of WINDOWS.entries()) {
    const place = at.world.conversations[CLOCKS.length + index]
    if (!place) throw new Error('The world is too small')
    await at.database.query(`UPDATE conversations SET channel = 'whatsapp', last_client_message_at = $1 WHERE id = $2`, [
      new Date(Date.now() - window.ago),
      place.conversationId,
    ])
    for (const [n, clock] of CLOCKS.entries()) {
      for (const node of ['right', 'ahead'] as const) {
        const token = at.world.people[n * at.perClock]?.token ?? ''
        const asked = { token, place, key: `window-${index}-${clock}-${node}`, content: 'Ainda dá?', clock }
        const status = await send(at[node], asked)
        if (status !== (window[node] ? 200 : 400)) misjudged += 1
      }
    }
  }
  return misjudged
}

export const clock: Scenario = {
  name: 'clock',
  says: 'clients whose clocks are wrong by 11 s, a minute and a day send through two nodes, one of them five minutes ahead; leads ask one that is alone, in step and two minutes ahead',
  missing: () => PostgresProcess.missing ?? RedisProcess.missing,
  run,
}
