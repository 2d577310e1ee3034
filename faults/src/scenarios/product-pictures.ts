import { setTimeout as wait } from 'node:timers/promises'
import { incoming, text } from '../../../apps/server/src/testing/meta-wire.ts'
import { type StoredMessage, storedCalls, storedMessages, teachProducts } from '../../../apps/server/src/testing/world.ts'
import { disturbAlong } from '../disturb.ts'
import { limit, type Run, type Scenario, scaled } from '../scenario.ts'
import { openWhatsappWorld, sideBySide, untilThereAre } from '../whatsapp-world.ts'

const LEADS = 300
const SIDE_BY_SIDE = 8
const KILLS = 10
/** Timeout in milliseconds for agents that stop answering: interrupted turns are retried with growing delays of up to a minute. */
const SILENT_MS = 120_000
const QUIET_MS = 5_000
const PRICE = 'R$ 398.000,00'
const TABLE =
  'nome;preço;foto;link\nStudio Paulista;R$ 398.000;https://loja.test/studio.jpg;https://loja.test/studio\nCasa Girassol;R$ 1.890.000;https://loja.test/casa.jpg;https://loja.test/casa'
/** Number of messages in an answer: a greeting, the product and a question. */
const SAID = 3

const VISIBLE = new Set(['failed', 'unknown'])
/** Notice about a turn that failed five times. */
const GIVEN_UP = 'O agente não conseguiu responder'

async function run(given: Run) {
  const desk = await openWhatsappWorld()
  const { server, meta, world } = desk
  try {
    await desk.letAgentAnswer()
    await server.stop()
    await teachProducts({ dataDir: server.dataDir }, world.tenantId, TABLE)
    await server.start()
    const phones = Array.from({ length: scaled(given, LEADS) }, (_, n) => `5521${String(900_000_000 + n)}`)
    const times = scaled(given, KILLS)
    const killing = disturbAlong({
      times,
      all: phones.length * SAID,
      done: () => meta.attempts.length,
      disturb: async () => {
        await server.kill()
        await server.start()
      },
      patienceMs: SILENT_MS,
    })
    await sideBySide(phones, SIDE_BY_SIDE, async (phone) => {
      await desk.deliver(incoming(desk.numberId, { phone }, `wamid.IN${phone}`, text('Oi, quanto custa o studio paulista?')))
    })
    await untilThereAre(desk.countMessages, phones.length * (SAID + 1), SILENT_MS)
    const killed = await killing
    await untilQuiet(meta)
    await server.stop()
    const place = { dataDir: server.dataDir }
    const left = { stored: await storedMessages(place, world.tenantId), calls: await storedCalls(place, world.tenantId) }
    return report({ leads: phones.length, killed, times }, left, meta.accepted, meta.uploads.length)
  } finally {
    await desk.close()
  }
}

/** Waits until the double has received no new request for `QUIET_MS`. */
async function untilQuiet(meta: { attempts: unknown[] }): Promise<void> {
  let before = -1
  while (meta.attempts.length !== before) {
    before = meta.attempts.length
    await wait(QUIET_MS)
  }
}

function report(
  { leads, killed, times }: { leads: number; killed: number; times: number },
  { stored, calls }: { stored: readonly StoredMessage[]; calls: ReadonlyMap<string, string> },
  accepted: readonly { body: { type?: string; image?: { caption?: string }; biz_opaque_callback_data?: string } }[],
  uploads: number,
) {
  const ours = stored.filter(({ role }) => role === 'AI')
  const pictures = ours.filter(({ type }) => type === 'image')
  const taken = Map.groupBy(accepted, ({ body }) => body.biz_opaque_callback_data ?? '')
  const talks = [...Map.groupBy(stored, ({ conversationId }) => conversationId)].map(([id, all]) => ({
    isGivenUp: calls.get(id)?.startsWith(GIVEN_UP) === true,
    answers: all.filter(({ role }) => role === 'AI').length,
    pictures: all.filter(({ role, type }) => role === 'AI' && type === 'image').length,
  }))
  const gone = talks.filter(({ isGivenUp }) => !isGivenUp)
  const never = {
    'leads not heard': leads - talks.length,
    'leads without picture or person': gone.filter((talk) => talk.pictures === 0).length,
    'leads without all answers or person': gone.filter(({ answers }) => answers < SAID).length,
    'too many answers': talks.filter(({ answers }) => answers > SAID).length,
    'pictures stored twice': talks.filter((talk) => talk.pictures > 1).length,
    'pictures taken twice': pictures.filter(({ id }) => (taken.get(id)?.length ?? 0) > 1).length,
    'prices said as text': ours.filter(({ type, content }) => type !== 'image' && content.includes(PRICE)).length,
    'captions of something else': accepted.filter(({ body }) => body.type === 'image' && !body.image?.caption?.includes(PRICE))
      .length,
    'pictures neither taken nor shown': pictures.filter(({ id, delivery }) => !taken.has(id) && !VISIBLE.has(delivery ?? ''))
      .length,
  }
  return {
    figures: {
      leads,
      kills: killed,
      pictures: pictures.length,
      'given up, a person called': talks.length - gone.length,
      'brought to Meta': uploads,
      ...never,
      'shown as in doubt or failed': pictures.filter(({ delivery }) => VISIBLE.has(delivery ?? '')).length,
    },
    broken: [
      ...Object.entries(never).flatMap(([what, count]) => limit(what, count, 0)),
      ...(killed < times ? [`only ${killed} of ${times} kills`] : []),
    ],
  }
}

export const productPictures: Scenario = {
  name: 'product-pictures',
  says: 'leads ask over WhatsApp for a product with a photo while the server is killed: each gets one picture with name, price and link, or a person is called',
  missing: () => null,
  run,
}
