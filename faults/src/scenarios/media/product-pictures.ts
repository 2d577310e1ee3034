import { setTimeout as wait } from 'node:timers/promises'
import {
  buildMessageWebhook,
  buildTextBody,
} from '../../../../apps/server/src/testing/doubles/meta-webhooks/meta-webhook-payloads.ts'
import {
  addProductSource,
  fetchAttentionReasons,
  fetchStoredMessages,
  type StoredMessage,
} from '../../../../apps/server/src/testing/worlds/load-test-tenant.ts'
import { disturbDuringWork } from '../../environment/disturb-during-work.ts'
import { runConcurrently, startWhatsappInstallation, waitForCount } from '../../environment/whatsapp-installation.ts'
import { findLimitViolation, type Scenario, type ScenarioRun, scaleCount } from '../../scenario.ts'

const LEAD_COUNT = 300
const CONCURRENCY = 8
const KILL_COUNT = 10
/** Timeout in milliseconds for agents that stop answering: interrupted turns are retried with growing delays of up to a minute. */
const ANSWER_TIMEOUT_MS = 120_000
const NO_REQUEST_MS = 5_000
const PRICE = 'R$ 398.000,00'
const PRODUCT_TABLE =
  'nome;preço;foto;link\nStudio Paulista;R$ 398.000;https://loja.test/studio.jpg;https://loja.test/studio\nCasa Girassol;R$ 1.890.000;https://loja.test/casa.jpg;https://loja.test/casa'
/** Number of messages in an answer: a greeting, the product and a question. */
const MESSAGES_PER_ANSWER = 3

const VISIBLE_FAILURE_STATES = new Set(['failed', 'unknown'])
/** Notice about a turn that failed five times. */
const GIVE_UP_NOTICE = 'O agente não conseguiu responder'

async function runProductPictures(given: ScenarioRun) {
  const desk = await startWhatsappInstallation()
  const { server, meta, world } = desk
  try {
    await desk.letAgentAnswer()
    await server.stop()
    await addProductSource({ dataDir: server.dataDir }, world.tenantId, PRODUCT_TABLE)
    await server.start()
    const phones = Array.from({ length: scaleCount(given, LEAD_COUNT) }, (_, n) => `5521${String(900_000_000 + n)}`)
    const times = scaleCount(given, KILL_COUNT)
    const killing = disturbDuringWork({
      times,
      all: phones.length * MESSAGES_PER_ANSWER,
      done: () => meta.attempts.length,
      disturb: async () => {
        await server.kill()
        await server.start()
      },
      patienceMs: ANSWER_TIMEOUT_MS,
    })
    await runConcurrently(phones, CONCURRENCY, async (phone) => {
      await desk.deliver(
        buildMessageWebhook(desk.numberId, { phone }, `wamid.IN${phone}`, buildTextBody('Oi, quanto custa o studio paulista?')),
      )
    })
    await waitForCount(desk.countMessages, phones.length * (MESSAGES_PER_ANSWER + 1), ANSWER_TIMEOUT_MS)
    const killed = await killing
    await waitUntilQuiet(meta)
    await server.stop()
    const place = { dataDir: server.dataDir }
    const left = {
      stored: await fetchStoredMessages(place, world.tenantId),
      calls: await fetchAttentionReasons(place, world.tenantId),
    }
    return evaluatePictures({ leads: phones.length, killed, times }, left, meta.accepted, meta.uploads.length)
  } finally {
    await desk.close()
  }
}

/** Waits until the double has received no new request for `QUIET_MS`. */
async function waitUntilQuiet(meta: { attempts: unknown[] }): Promise<void> {
  let before = -1
  while (meta.attempts.length !== before) {
    before = meta.attempts.length
    await wait(NO_REQUEST_MS)
  }
}

function evaluatePictures(
  { leads, killed, times }: { leads: number; killed: number; times: number },
  { stored, calls }: { stored: readonly StoredMessage[]; calls: ReadonlyMap<string, string> },
  accepted: readonly { body: { type?: string; image?: { caption?: string }; biz_opaque_callback_data?: string } }[],
  uploads: number,
) {
  const ours = stored.filter(({ role }) => role === 'AI')
  const pictures = ours.filter(({ type }) => type === 'image')
  const taken = Map.groupBy(accepted, ({ body }) => body.biz_opaque_callback_data ?? '')
  const talks = [...Map.groupBy(stored, ({ conversationId }) => conversationId)].map(([id, all]) => ({
    isGivenUp: calls.get(id)?.startsWith(GIVE_UP_NOTICE) === true,
    answers: all.filter(({ role }) => role === 'AI').length,
    pictures: all.filter(({ role, type }) => role === 'AI' && type === 'image').length,
  }))
  const gone = talks.filter(({ isGivenUp }) => !isGivenUp)
  const never = {
    'leads not heard': leads - talks.length,
    'leads without picture or person': gone.filter((talk) => talk.pictures === 0).length,
    'leads without all answers or person': gone.filter(({ answers }) => answers < MESSAGES_PER_ANSWER).length,
    'too many answers': talks.filter(({ answers }) => answers > MESSAGES_PER_ANSWER).length,
    'pictures stored twice': talks.filter((talk) => talk.pictures > 1).length,
    'pictures taken twice': pictures.filter(({ id }) => (taken.get(id)?.length ?? 0) > 1).length,
    'prices said as text': ours.filter(({ type, content }) => type !== 'image' && content.includes(PRICE)).length,
    'captions of something else': accepted.filter(({ body }) => body.type === 'image' && !body.image?.caption?.includes(PRICE))
      .length,
    'pictures neither taken nor shown': pictures.filter(
      ({ id, delivery }) => !taken.has(id) && !VISIBLE_FAILURE_STATES.has(delivery ?? ''),
    ).length,
  }
  return {
    figures: {
      leads,
      kills: killed,
      pictures: pictures.length,
      'given up, a person called': talks.length - gone.length,
      'brought to Meta': uploads,
      ...never,
      'shown as in doubt or failed': pictures.filter(({ delivery }) => VISIBLE_FAILURE_STATES.has(delivery ?? '')).length,
    },
    broken: [
      ...Object.entries(never).flatMap(([what, count]) => findLimitViolation(what, count, 0)),
      ...(killed < times ? [`only ${killed} of ${times} kills`] : []),
    ],
  }
}

export const productPicturesScenario: Scenario = {
  name: 'product-pictures',
  says: 'leads ask over WhatsApp for a product with a photo while the server is killed: each gets one picture with name, price and link, or a person is called',
  missing: () => null,
  run: runProductPictures,
}
