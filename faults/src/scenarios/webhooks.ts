import { incoming, now, text } from '../../../apps/server/src/testing/meta-wire.ts'
import { storedMessages } from '../../../apps/server/src/testing/world.ts'
import { chanceOf } from '../chance.ts'
import { disturbAlong } from '../disturb.ts'
import { limit, type Run, type Scenario, scaled } from '../scenario.ts'
import { spread } from '../verdict.ts'
import { openWhatsappWorld, sideBySide, untilThereAre } from '../whatsapp-world.ts'

const MESSAGES = 10_000
const PER_LEAD = 5
const COPIES = 3
const SIDE_BY_SIDE = 16
const KILLS = 5
const P50_MS = 250
const P99_MS = 1_000

async function run(given: Run) {
  const desk = await openWhatsappWorld()
  const { server, world } = desk
  const chance = chanceOf(given.seed, 'webhooks')
  try {
    const said = Array.from({ length: scaled(given, MESSAGES) }, (_, n) => ({
      id: `wamid.IN${n}`,
      phone: `5521${String(900_000_000 + Math.floor(n / PER_LEAD))}`,
      content: `Mensagem ${n}`,
    }))
    const at = now()
    const deliveries = chance.shuffled(Array.from({ length: COPIES }, () => said).flat())
    const taken: number[] = []
    let undisturbed = true
    const times: number[] = []
    const delivered = sideBySide(deliveries, SIDE_BY_SIDE, async ({ id, phone, content }) => {
      const calm = undisturbed
      const { ms } = await desk.deliver(incoming(desk.numberId, { phone }, id, text(content), at))
      taken.push(ms)
      // Times measured during a restart are not representative.
      if (calm && undisturbed) times.push(ms)
    })
    const killing = disturbAlong({
      times: KILLS,
      all: deliveries.length,
      done: () => taken.length,
      disturb: async () => {
        undisturbed = false
        await server.kill()
        await server.start()
        undisturbed = true
      },
    })
    const [killed] = await Promise.all([killing, delivered])
    await untilThereAre(desk.countMessages, said.length)
    await server.stop()
    const stored = await storedMessages({ dataDir: server.dataDir }, world.tenantId)
    const byContent = Map.groupBy(stored, ({ content }) => content)
    const lost = said.filter(({ content }) => !byContent.has(content)).length
    const doubled = said.filter(({ content }) => (byContent.get(content)?.length ?? 0) > 1).length
    const leads = new Set(stored.map(({ conversationId }) => conversationId)).size
    const split = leads - new Set(said.map(({ phone }) => phone)).size
    const latency = spread(times)
    return {
      figures: {
        messages: said.length,
        deliveries: deliveries.length,
        kills: killed,
        lost,
        doubled,
        'leads made twice': split,
        'taken in, p50 ms': latency.p50,
        'taken in, p99 ms': latency.p99,
      },
      broken: [
        ...limit('lost', lost, 0),
        ...limit('doubled', doubled, 0),
        ...limit('leads made twice', split, 0),
        ...limit('taken in, p50 ms', latency.p50, P50_MS),
        ...limit('taken in, p99 ms', latency.p99, P99_MS),
        ...(killed < KILLS ? [`only ${killed} of ${KILLS} kills`] : []),
      ],
    }
  } finally {
    await desk.close()
  }
}

export const webhooks: Scenario = {
  name: 'webhooks',
  says: 'every webhook three times, shuffled, 16 at a time, over kill -9 of the server',
  missing: () => null,
  run,
}
