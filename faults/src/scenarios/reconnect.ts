import { setTimeout as wait } from 'node:timers/promises'
import { sendMessage } from '@prosa/contract/calls/conversations'
import { openLine } from '../../../apps/server/src/testing/cuttable-line.ts'
import { buildWorld } from '../../../apps/server/src/testing/world.ts'
import { Product } from '../../../scripts/product/product.ts'
import { makeCall } from '../call.ts'
import { chanceOf } from '../chance.ts'
import { follow } from '../follower.ts'
import { limit, QUIET, type Run, type Scenario, SECRET } from '../scenario.ts'
import { spread } from '../verdict.ts'

const SOCKETS = 100
/** Two clients have each open. */
const CONVERSATIONS = SOCKETS / 2
const PER_SECOND = 50
const CUTS_S = [1, 30, 150]
const BETWEEN_MS = 3_000
/** One person may send 30 messages in a minute. */
const PER_PERSON = 25
const CAUGHT_UP_MS = 2_000
const LOST_HOPE_MS = 30_000

async function run({ seed, scale }: Run) {
  const cuts = CUTS_S.map((seconds) => Math.max(1_000, seconds * scale * 1_000))
  const lasts = cuts.reduce((sum, ms) => sum + ms + BETWEEN_MS, BETWEEN_MS) + LOST_HOPE_MS
  const senders = Math.ceil(((lasts / 1_000) * PER_SECOND) / PER_PERSON)
  const server = await Product.prepare(QUIET)
  const chance = chanceOf(seed, 'reconnect')
  const world = await buildWorld({ dataDir: server.dataDir }, SECRET, {
    people: SOCKETS + senders,
    conversations: CONVERSATIONS,
  })
  await server.start()
  const line = await openLine({ host: '127.0.0.1', port: Number(new URL(server.url).port) })
  const places = world.conversations
  const followers = world.people.slice(0, SOCKETS).map((person, n) => {
    const place = places[n % CONVERSATIONS]
    if (!place) throw new Error('The world is too small')
    return { place, following: follow({ url: `http://127.0.0.1:${line.port}`, tenantId: world.tenantId, person, place }) }
  })
  const stored = new Map(places.map(({ conversationId }) => [conversationId, 0]))
  const over = new AbortController()
  const send = async (n: number) => {
    const place = places[chance.int(0, CONVERSATIONS - 1)]
    const sender = world.people[SOCKETS + (n % senders)]
    if (!place || !sender) throw new Error('The world is too small')
    await makeCall(server.url, sender.token, sendMessage, { params: place, body: { content: `Mensagem ${n}` } })
    stored.set(place.conversationId, (stored.get(place.conversationId) ?? 0) + 1)
  }
  const sendAll = async () => {
    const begun = performance.now()
    const sent: Promise<void>[] = []
    const failed: string[] = []
    while (!over.signal.aborted) {
      while (sent.length < ((performance.now() - begun) / 1_000) * PER_SECOND)
        sent.push(send(sent.length).catch((error: unknown) => void failed.push(String(error))))
      await wait(5)
    }
    await Promise.all(sent)
    return failed
  }
  /** Milliseconds until every client has all that was stored when this was asked. */
  const untilAllHave = async () => {
    const begun = performance.now()
    const wanted = new Map(stored)
    const lag = () => followers.some(({ place, following }) => following.position < (wanted.get(place.conversationId) ?? 0))
    while (lag() && performance.now() - begun < LOST_HOPE_MS) await wait(5)
    return Math.round(performance.now() - begun)
  }
  try {
    const all = sendAll()
    await untilAllHave()
    const caughtUp: number[] = []
    for (const ms of cuts) {
      await wait(BETWEEN_MS)
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
    const { worst } = spread(caughtUp)
    return {
      figures: {
        sockets: SOCKETS,
        events: sum,
        missing,
        'cuts, s': cuts.map((ms) => ms / 1_000).join(', '),
        'caught up after, ms': caughtUp.join(', '),
      },
      broken: [
        ...limit('missing', Math.abs(missing), 0),
        ...limit('caught up after, ms', worst, CAUGHT_UP_MS),
        ...(failed.length > 0 ? [`${failed.length} sends failed: ${failed[0]}`] : []),
        ...(sum > 0 ? [] : ['nothing was sent']),
      ],
    }
  } finally {
    over.abort()
    await Promise.all(followers.map(({ following }) => following.stop()))
    await line.close()
    await server.close()
  }
}

export const reconnect: Scenario = {
  name: 'reconnect',
  says: '100 clients with a conversation open lose their line three times while 50 messages a second are stored',
  missing: () => null,
  run,
}
