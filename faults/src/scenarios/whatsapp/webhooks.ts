import {
  buildMessageWebhook,
  buildTextBody,
  getUnixSeconds,
} from '../../../../apps/server/src/testing/doubles/meta-webhooks/meta-webhook-payloads.ts'
import { fetchStoredMessages } from '../../../../apps/server/src/testing/worlds/load-test-tenant.ts'
import { disturbDuringWork } from '../../environment/disturb-during-work.ts'
import { runConcurrently, startWhatsappInstallation, waitForCount } from '../../environment/whatsapp-installation.ts'
import { getPercentiles } from '../../measurement/send-comparison.ts'
import { findLimitViolation, type Scenario, type ScenarioRun, scaleCount } from '../../scenario.ts'
import { createScenarioRandom } from '../../scenario-random.ts'

const MESSAGE_COUNT = 10_000
const MESSAGES_PER_LEAD = 5
const COPIES_PER_WEBHOOK = 3
const CONCURRENCY = 16
const KILL_COUNT = 5
const MAX_P50_MS = 250
const MAX_P99_MS = 1_000

async function runWebhooks(given: ScenarioRun) {
  const desk = await startWhatsappInstallation()
  const { server, world } = desk
  const chance = createScenarioRandom(given.seed, 'webhooks')
  try {
    const said = Array.from({ length: scaleCount(given, MESSAGE_COUNT) }, (_, n) => ({
      id: `wamid.IN${n}`,
      phone: `5521${String(900_000_000 + Math.floor(n / MESSAGES_PER_LEAD))}`,
      content: `Mensagem ${n}`,
    }))
    const at = getUnixSeconds()
    const deliveries = chance.shuffled(Array.from({ length: COPIES_PER_WEBHOOK }, () => said).flat())
    const taken: number[] = []
    let undisturbed = true
    const times: number[] = []
    const delivered = runConcurrently(deliveries, CONCURRENCY, async ({ id, phone, content }) => {
      const calm = undisturbed
      const { ms } = await desk.deliver(buildMessageWebhook(desk.numberId, { phone }, id, buildTextBody(content), at))
      taken.push(ms)
      // Times measured during a restart are not representative.
      if (calm && undisturbed) times.push(ms)
    })
    const killing = disturbDuringWork({
      times: KILL_COUNT,
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
    await waitForCount(desk.countMessages, said.length)
    await server.stop()
    const stored = await fetchStoredMessages({ dataDir: server.dataDir }, world.tenantId)
    const byContent = Map.groupBy(stored, ({ content }) => content)
    const lost = said.filter(({ content }) => !byContent.has(content)).length
    const doubled = said.filter(({ content }) => (byContent.get(content)?.length ?? 0) > 1).length
    const leads = new Set(stored.map(({ conversationId }) => conversationId)).size
    const split = leads - new Set(said.map(({ phone }) => phone)).size
    const latency = getPercentiles(times)
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
        ...findLimitViolation('lost', lost, 0),
        ...findLimitViolation('doubled', doubled, 0),
        ...findLimitViolation('leads made twice', split, 0),
        ...findLimitViolation('taken in, p50 ms', latency.p50, MAX_P50_MS),
        ...findLimitViolation('taken in, p99 ms', latency.p99, MAX_P99_MS),
        ...(killed < KILL_COUNT ? [`only ${killed} of ${KILL_COUNT} kills`] : []),
      ],
    }
  } finally {
    await desk.close()
  }
}

export const webhooksScenario: Scenario = {
  name: 'webhooks',
  says: 'every webhook three times, shuffled, 16 at a time, over kill -9 of the server',
  missing: () => null,
  run: runWebhooks,
}
