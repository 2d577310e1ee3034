import { setTimeout as wait } from 'node:timers/promises'
import { incoming, statusUpdate, text } from '../../../apps/server/src/testing/meta-wire.ts'
import { type StoredMessage, storedMessages } from '../../../apps/server/src/testing/world.ts'
import { chanceOf } from '../chance.ts'
import { disturbAlong } from '../disturb.ts'
import { limit, type Run, type Scenario, scaled } from '../scenario.ts'
import { openWhatsappWorld, sideBySide, untilThereAre } from '../whatsapp-world.ts'

const LEADS = 1_000
const COPIES = 3
const SIDE_BY_SIDE = 8
const KILLS = 5
/** Timeout in milliseconds for agents that stop answering. */
const SILENT_MS = 120_000
/** Percentage of sends that are accepted without an answer, and of those interrupted before. */
const TAKEN_SILENTLY = 5
const BROKEN_OFF = 5

const VISIBLE = new Set(['failed', 'unknown'])

async function run(given: Run) {
  const desk = await openWhatsappWorld()
  const { server, meta, world } = desk
  const chance = chanceOf(given.seed, 'double')
  meta.plan = () => {
    if (chance.happens(TAKEN_SILENTLY)) return 'accept-then-reset'
    return chance.happens(BROKEN_OFF) ? 'reset' : 'accept'
  }
  try {
    await desk.letAgentAnswer()
    const leads = Array.from({ length: scaled(given, LEADS) }, (_, n) => ({
      id: `wamid.IN${n}`,
      phone: `5521${String(900_000_000 + n)}`,
    }))
    const order = chanceOf(given.seed, 'order')
    const killing = disturbAlong({
      times: KILLS,
      all: leads.length,
      done: () => meta.attempts.length,
      disturb: async () => {
        await server.kill()
        await server.start()
      },
      patienceMs: SILENT_MS,
    })
    const copies = order.shuffled(Array.from({ length: COPIES }, () => leads).flat())
    await sideBySide(copies, SIDE_BY_SIDE, async ({ id, phone }) => {
      await desk.deliver(incoming(desk.numberId, { phone }, id, text('Oi, quero saber mais')))
    })
    // Each lead's message and at least one answer.
    await untilThereAre(desk.countMessages, leads.length * 2)
    const killed = await killing
    await untilSettled(desk.meta)
    const news = meta.accepted.flatMap(({ id, body }) =>
      ['sent', 'delivered', 'read'].map((status) => ({ id, status, callbackData: body.biz_opaque_callback_data ?? '' })),
    )
    await sideBySide(order.shuffled([...news, ...news]), SIDE_BY_SIDE, async (one) => {
      await desk.deliver(statusUpdate(desk.numberId, [one]))
    })
    await server.stop()
    return report(leads.length, killed, await storedMessages({ dataDir: server.dataDir }, world.tenantId), meta.accepted)
  } finally {
    await desk.close()
  }
}

/** Waits until the double has received no new request for five seconds. */
async function untilSettled(meta: { attempts: unknown[] }): Promise<void> {
  let before = -1
  while (meta.attempts.length !== before) {
    before = meta.attempts.length
    await wait(5_000)
  }
}

function report(
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
  const silent = ours.filter(({ id, delivery }) => !taken.has(id) && !VISIBLE.has(delivery ?? '')).length
  const fallen = ours.filter(({ id, delivery }) => taken.has(id) && delivery !== 'read').length
  const visible = ours.filter(({ delivery }) => VISIBLE.has(delivery ?? '')).length
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
      ...Object.entries(never).flatMap(([what, count]) => limit(what, count, 0)),
      ...limit('messages heard too often', heard - leads, 0),
      ...(heard < leads ? [`${leads - heard} messages of leads lost`] : []),
      ...(killed < KILLS ? [`only ${killed} of ${KILLS} kills`] : []),
    ],
  }
}

export const whatsappSends: Scenario = {
  name: 'whatsapp-sends',
  says: 'agents answer over WhatsApp while Meta takes 5 % without a word and breaks off 5 %, and the server is killed; then every status twice, shuffled',
  missing: () => null,
  run,
}
