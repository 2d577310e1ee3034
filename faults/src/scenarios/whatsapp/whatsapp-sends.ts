import { setTimeout as wait } from 'node:timers/promises'
import {
  buildMessageWebhook,
  buildStatusWebhook,
  buildTextBody,
} from '../../../../apps/server/src/testing/doubles/meta-webhooks/meta-webhook-payloads.ts'
import { fetchStoredMessages, type StoredMessage } from '../../../../apps/server/src/testing/worlds/load-test-tenant.ts'
import { disturbDuringWork } from '../../environment/disturb-during-work.ts'
import { runConcurrently, startWhatsappInstallation, waitForCount } from '../../environment/whatsapp-installation.ts'
import { findLimitViolation, type Scenario, type ScenarioRun, scaleCount } from '../../scenario.ts'
import { createScenarioRandom } from '../../scenario-random.ts'

const LEAD_COUNT = 1_000
const COPIES_PER_STATUS = 3
const CONCURRENCY = 8
const KILL_COUNT = 5
/** Timeout in milliseconds for agents that stop answering. */
const ANSWER_TIMEOUT_MS = 120_000
/** Percentage of sends that are accepted without an answer, and of those interrupted before. */
const UNANSWERED_PERCENT = 5
const INTERRUPTED_PERCENT = 5

const VISIBLE_FAILURE_STATES = new Set(['failed', 'unknown'])

async function runWhatsappSends(given: ScenarioRun) {
  const desk = await startWhatsappInstallation()
  const { server, meta, world } = desk
  const chance = createScenarioRandom(given.seed, 'double')
  meta.plan = () => {
    if (chance.happens(UNANSWERED_PERCENT)) return 'accept-then-reset'
    return chance.happens(INTERRUPTED_PERCENT) ? 'reset' : 'accept'
  }
  try {
    await desk.letAgentAnswer()
    const leads = Array.from({ length: scaleCount(given, LEAD_COUNT) }, (_, n) => ({
      id: `wamid.IN${n}`,
      phone: `5521${String(900_000_000 + n)}`,
    }))
    const order = createScenarioRandom(given.seed, 'order')
    const killing = disturbDuringWork({
      times: KILL_COUNT,
      all: leads.length,
      done: () => meta.attempts.length,
      disturb: async () => {
        await server.kill()
        await server.start()
      },
      patienceMs: ANSWER_TIMEOUT_MS,
    })
    const copies = order.shuffled(Array.from({ length: COPIES_PER_STATUS }, () => leads).flat())
    await runConcurrently(copies, CONCURRENCY, async ({ id, phone }) => {
      await desk.deliver(buildMessageWebhook(desk.numberId, { phone }, id, buildTextBody('Oi, quero saber mais')))
    })
    // Each lead's message and at least one answer.
    await waitForCount(desk.countMessages, leads.length * 2)
    const killed = await killing
    await waitUntilSettled(desk.meta)
    const news = meta.accepted.flatMap(({ id, body }) =>
      ['sent', 'delivered', 'read'].map((status) => ({ id, status, callbackData: body.biz_opaque_callback_data ?? '' })),
    )
    await runConcurrently(order.shuffled([...news, ...news]), CONCURRENCY, async (one) => {
      await desk.deliver(buildStatusWebhook(desk.numberId, [one]))
    })
    await server.stop()
    return evaluateSends(
      leads.length,
      killed,
      await fetchStoredMessages({ dataDir: server.dataDir }, world.tenantId),
      meta.accepted,
    )
  } finally {
    await desk.close()
  }
}

/** Waits until the double has received no new request for five seconds. */
async function waitUntilSettled(meta: { attempts: unknown[] }): Promise<void> {
  let before = -1
  while (meta.attempts.length !== before) {
    before = meta.attempts.length
    await wait(5_000)
  }
}

function evaluateSends(
  leads: number,
  killed: number,
  stored: readonly StoredMessage[],
  accepted: readonly { body: { biz_opaque_callback_data?: string } }[],
) {
  const taken = Map.groupBy(accepted, ({ body }) => body.biz_opaque_callback_data ?? '')
  const ours = stored.filter(({ role }) => role === 'AI')
  const heard = stored.filter(({ role }) => role !== 'AI').length
  const answersOf = Map.groupBy(ours, ({ conversationId }) => conversationId)
  const twice = [...taken.values()].filter((copies) => copies.length > 1).length
  // A turn may send several different messages, each exactly once.
  const answeredTwice = [...answersOf.values()].filter(
    (all) => new Set(all.map(({ content }) => content)).size < all.length,
  ).length
  const unanswered = leads - answersOf.size
  const silent = ours.filter(({ id, delivery }) => !taken.has(id) && !VISIBLE_FAILURE_STATES.has(delivery ?? '')).length
  const fallen = ours.filter(({ id, delivery }) => taken.has(id) && delivery !== 'read').length
  const visible = ours.filter(({ delivery }) => VISIBLE_FAILURE_STATES.has(delivery ?? '')).length
  const never = {
    'sent twice': twice,
    'answered twice': answeredTwice,
    unanswered,
    'neither sent nor shown': silent,
    'status fell': fallen,
  }
  return {
    figures: {
      leads,
      'messages heard': heard,
      answers: ours.length,
      kills: killed,
      ...never,
      'shown as in doubt or failed': visible,
    },
    broken: [
      ...Object.entries(never).flatMap(([what, count]) => findLimitViolation(what, count, 0)),
      ...findLimitViolation('messages heard too often', heard - leads, 0),
      ...(heard < leads ? [`${leads - heard} messages of leads lost`] : []),
      ...(killed < KILL_COUNT ? [`only ${killed} of ${KILL_COUNT} kills`] : []),
    ],
  }
}

export const whatsappSendsScenario: Scenario = {
  name: 'whatsapp-sends',
  says: 'agents answer over WhatsApp while Meta takes 5 % without a word and breaks off 5 %, and the server is killed; then every status twice, shuffled',
  missing: () => null,
  run: runWhatsappSends,
}
