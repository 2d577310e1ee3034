import { setTimeout as wait } from 'node:timers/promises'
import { listConversations } from '@prosa/contract/calls/conversations/conversations'
import { optOutLead } from '@prosa/contract/calls/organisation/privacy'
import { sendTemplate } from '@prosa/contract/calls/whatsapp/channels'
import { buildPath, HTTP_HEADERS } from '@prosa/contract/http'
import {
  buildMessageWebhook,
  buildTextBody,
} from '../../../../apps/server/src/testing/doubles/meta-webhooks/meta-webhook-payloads.ts'
import { fetchStoredMessages } from '../../../../apps/server/src/testing/worlds/load-test-tenant.ts'
import { callAsUser } from '../../clients/call-as-user.ts'
import { disturbDuringWork } from '../../environment/disturb-during-work.ts'
import { runConcurrently, startWhatsappInstallation, waitForCount } from '../../environment/whatsapp-installation.ts'
import { findLimitViolation, type Scenario, type ScenarioRun, scaleCount } from '../../scenario.ts'
import { createScenarioRandom } from '../../scenario-random.ts'

const SEND_COUNT = 10_000
const SENDS_PER_LEAD = 25
/** The rate limit is 30 messages per user and minute. */
const SENDS_PER_USER = 25
const CONCURRENCY = 12
const KILL_COUNT = 5
/** Percentage of sends that Meta defers; they are waiting when their lead opts out. */
const DEFERRED_PERCENT = 20
/** Milliseconds after an opt-out in which a send already in progress may arrive; later ones are violations. */
const IN_FLIGHT_MS = 1_000
const TEMPLATE = { name: 'novidades', language: 'pt_BR' }
const RETRY_DELAY_MS = 50
/** Milliseconds within which a deferred send is retried. */
const DEFERRED_RETRY_TIMEOUT_MS = 65_000

async function runOptOuts(given: ScenarioRun) {
  const sends = scaleCount(given, SEND_COUNT)
  const leads = Math.ceil(sends / SENDS_PER_LEAD)
  const desk = await startWhatsappInstallation({}, Math.ceil((2 * sends) / SENDS_PER_USER))
  const { server, meta, world } = desk
  const chance = createScenarioRandom(given.seed, 'opt-outs')
  const came: { to: string; at: number }[] = []
  const components = [{ type: 'BODY', text: 'Chegaram novidades.' }]
  meta.templates.push({ ...TEMPLATE, status: 'APPROVED', category: 'MARKETING', components })
  meta.plan = ({ to }) => {
    came.push({ to: to ?? '', at: performance.now() })
    return chance.happens(DEFERRED_PERCENT) ? { code: 131_056, status: 429 } : 'accept'
  }
  const tokenOf = (n: number) => world.people[n % world.people.length]?.token ?? ''
  const phoneOf = (lead: number) => `5521${930_000_000 + lead}`
  const list = (cursor: string | null) =>
    callAsUser(server.url, tokenOf(0), listConversations, {
      params: { agentId: world.agentId },
      query: { limit: '100', ...(cursor === null ? {} : { cursor }) },
    })
  try {
    await runConcurrently(
      Array.from({ length: leads }, (_, lead) => lead),
      CONCURRENCY,
      async (lead) =>
        void (await desk.deliver(
          buildMessageWebhook(desk.numberId, { phone: phoneOf(lead) }, `wamid.O${lead}`, buildTextBody('Oi')),
        )),
    )
    await waitForCount(desk.countMessages, leads)
    const places: { leadId: string; conversationId: string; to: string }[] = []
    let cursor: string | null = null
    do {
      const { data } = await list(cursor)
      for (const { lead_id: leadId, _id: conversationId, phone } of data.conversations)
        if (phone) places.push({ leadId, conversationId, to: phone })
      cursor = data.nextCursor ?? null
    } while (cursor !== null)

    const saidNo = new Map<string, number>()
    const counts = { queued: 0, refused: 0, done: 0 }
    const ask = async (path: string, method: string, n: number, body: object) => {
      for (;;) {
        const answer = await fetch(`${server.url}/api${path}`, {
          method,
          headers: {
            'content-type': 'application/json',
            authorization: `Bearer ${tokenOf(n)}`,
            [HTTP_HEADERS.idempotencyKey]: `o-${n}`,
            [HTTP_HEADERS.requestTime]: new Date().toISOString(),
          },
          body: JSON.stringify(body),
        }).catch(() => null)
        await answer?.arrayBuffer().catch(() => null)
        if (answer && answer.status < 500 && answer.status !== 429) return answer.status
        await wait(RETRY_DELAY_MS)
      }
    }
    const operations = chance.shuffled(
      places.flatMap((place, lead) => [
        ...Array.from({ length: SENDS_PER_LEAD }, () => ({ place, isNo: false })),
        // Every second lead opts out at a random point among the others' messages.
        ...(lead % 2 === 0 ? [{ place, isNo: true }] : []),
      ]),
    )
    const killing = disturbDuringWork({
      times: KILL_COUNT,
      all: operations.length,
      done: () => counts.done,
      disturb: async () => {
        await server.kill()
        await server.start()
      },
    })
    await runConcurrently(
      operations.map((operation, n) => ({ ...operation, n })),
      CONCURRENCY,
      async ({ place, isNo, n }) => {
        if (isNo) {
          await ask(buildPath(optOutLead.path, { id: place.leadId }), optOutLead.method, n, { opt_out: true })
          saidNo.set(place.to, performance.now())
        } else {
          const status = await ask(buildPath(sendTemplate.path, place), sendTemplate.method, n, TEMPLATE)
          counts[status === 409 ? 'refused' : 'queued'] += 1
        }
        counts.done += 1
      },
    )
    const killed = await killing
    // Waits until no send is pending.
    let before = -1
    while (came.length !== before) {
      before = came.length
      await wait(DEFERRED_RETRY_TIMEOUT_MS)
    }
    await server.stop()
    const stored = (await fetchStoredMessages({ dataDir: server.dataDir }, world.tenantId)).filter(({ role }) => role === 'AI')
    const after = came.filter(({ to, at }) => at > (saidNo.get(to) ?? Number.POSITIVE_INFINITY))
    const late = after.filter(({ to, at }) => at > (saidNo.get(to) ?? 0) + IN_FLIGHT_MS).length
    const calledOff = stored.filter(({ delivery }) => delivery === 'failed').length
    const waiting = stored.filter(({ delivery }) => delivery === 'queued').length
    return {
      figures: {
        ...counts,
        'leads that said no': saidNo.size,
        kills: killed,
        'left after a no': late,
        'on the line at a no': after.length - late,
        'called off by a no': calledOff,
        'still waiting': waiting,
      },
      broken: [
        ...findLimitViolation('left after a no', late, 0),
        ...findLimitViolation('still waiting', waiting, 0),
        ...(saidNo.size === 0 || calledOff === 0 ? ['nothing was called off: this proves nothing'] : []),
        ...(killed < KILL_COUNT ? [`only ${killed} of ${KILL_COUNT} kills`] : []),
      ],
    }
  } finally {
    await desk.close()
  }
}

export const optOutsScenario: Scenario = {
  name: 'opt-outs',
  says: 'leads say no to messages amid 10,000 templates on their way to them, while Meta puts off 20 % and the server is killed',
  missing: () => null,
  run: runOptOuts,
}
