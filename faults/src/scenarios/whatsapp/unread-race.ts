import { setTimeout as wait } from 'node:timers/promises'
import { listConversations, markRead, sendMessage, unreadCounts } from '@prosa/contract/calls/conversations/conversations'
import {
  buildMessageWebhook,
  buildTextBody,
} from '../../../../apps/server/src/testing/doubles/meta-webhooks/meta-webhook-payloads.ts'
import { fetchStoredMessages } from '../../../../apps/server/src/testing/worlds/load-test-tenant.ts'
import { callAsUser } from '../../clients/call-as-user.ts'
import { runConcurrently, startWhatsappInstallation, waitForCount } from '../../environment/whatsapp-installation.ts'
import { findLimitViolation, type Scenario, type ScenarioRun, scaleCount } from '../../scenario.ts'
import { createScenarioRandom } from '../../scenario-random.ts'

const OPERATION_COUNT = 10_000
const LEAD_COUNT = 6
const USER_COUNT = 8
const CONCURRENCY = 16
/** The rate limit is 30 messages per user and minute; the other requests read. */
const SENDS_PER_USER = 25
const POLL_INTERVAL_MS = 200

async function runUnreadRace(given: ScenarioRun) {
  const desk = await startWhatsappInstallation({}, USER_COUNT)
  const { server, world } = desk
  const chance = createScenarioRandom(given.seed, 'unread')
  const phone = (lead: number) => `5521${900_000_000 + lead}`
  const write = (lead: number, n: number) =>
    desk.deliver(
      buildMessageWebhook(desk.numberId, { phone: phone(lead) }, `wamid.U${lead}-${n}`, buildTextBody(`Mensagem ${n}`)),
    )
  const tokenOf = (person: number) => world.people[person]?.token ?? ''
  const list = async () =>
    (
      await callAsUser(server.url, tokenOf(0), listConversations, { params: { agentId: world.agentId } })
    ).data.conversations.filter(({ channel }) => channel === 'whatsapp')
  try {
    for (let lead = 0; lead < LEAD_COUNT; lead += 1) await write(lead, 0)
    await waitForCount(async () => (await list()).length, LEAD_COUNT)
    const places = (await list()).map((talk) => ({ leadId: talk.lead_id, conversationId: talk._id, last: talk.last_seq ?? 1 }))
    const operations = Array.from({ length: scaleCount(given, OPERATION_COUNT) }, (_, n) => ({
      n: n + 1,
      kind: chance.pick(['write', 'write', 'write', 'read', 'read', 'send'] as const),
      place: chance.int(0, LEAD_COUNT - 1),
      person: chance.int(0, USER_COUNT - 1),
      share: chance.int(1, 100) / 100,
    }))
    const read = new Map<string, number>()
    const sends = Array.from({ length: USER_COUNT }, () => 0)
    const done = { write: LEAD_COUNT, read: 0, send: 0 }
    const doOne = async ({ n, kind, place: at, person, share }: (typeof operations)[number]) => {
      const place = places[at]
      if (!place) throw new Error('Fewer conversations than leads')
      const { leadId, conversationId } = place
      const maySend = (sends[person] ?? 0) < SENDS_PER_USER
      if (kind === 'write') await write(at, n)
      else if (kind === 'send' && maySend) {
        sends[person] = (sends[person] ?? 0) + 1
        await callAsUser(server.url, tokenOf(person), sendMessage, {
          params: { leadId, conversationId },
          body: { content: `Resposta ${n}` },
        })
      } else {
        const uptoSeq = Math.ceil(place.last * share)
        await callAsUser(server.url, tokenOf(person), markRead, { params: { conversationId }, body: { leadId, uptoSeq } })
        const key = `${person} ${conversationId}`
        read.set(key, Math.max(read.get(key) ?? 0, uptoSeq))
        done.read += 1
        return
      }
      done[kind] += 1
    }
    const over = new AbortController()
    const looking = (async () => {
      for (; !over.signal.aborted; await wait(POLL_INTERVAL_MS))
        for (const talk of await list()) {
          const place = places.find(({ conversationId }) => conversationId === talk._id)
          if (place) place.last = talk.last_seq ?? place.last
        }
    })()
    await runConcurrently(operations, CONCURRENCY, doOne).finally(() => over.abort())
    await looking
    await waitForCount(desk.countMessages, done.write + done.send)
    const answers = await Promise.all(
      world.people.map(async (_, person) => (await callAsUser(server.url, tokenOf(person), unreadCounts)).data.unreadCounts),
    )
    await server.stop()
    const stored = await fetchStoredMessages({ dataDir: server.dataDir }, world.tenantId)
    const wrong = answers.flatMap((counts, person) =>
      places.filter(({ conversationId }) => {
        const upto = read.get(`${person} ${conversationId}`) ?? 0
        const expected = stored.filter(
          (one) => one.conversationId === conversationId && one.role === 'humano' && one.seq > upto,
        ).length
        return (counts.find((count) => count.conversationId === conversationId)?.unreadCount ?? 0) !== expected
      }),
    ).length
    return {
      figures: {
        'messages of leads': done.write,
        'marked as read': done.read,
        'answers of people': done.send,
        'counts compared': USER_COUNT * LEAD_COUNT,
        wrong,
      },
      broken: [
        ...findLimitViolation('wrong counts', wrong, 0),
        ...(stored.length === done.write + done.send ? [] : [`${stored.length} messages stored of ${done.write + done.send}`]),
      ],
    }
  } finally {
    await desk.close()
  }
}

export const unreadRaceScenario: Scenario = {
  name: 'unread-race',
  says: 'leads write, people answer and mark as read, all at once; then every count is compared with the rows',
  missing: () => null,
  run: runUnreadRace,
}
