import { setTimeout as wait } from 'node:timers/promises'
import { listConversations } from '@prosa/contract/calls/conversations/conversations'
import { pauseLead } from '@prosa/contract/calls/conversations/leads'
import { openLlmDouble } from '../../../../apps/server/src/testing/doubles/llm/llm-double.ts'
import {
  buildMessageWebhook,
  buildTextBody,
} from '../../../../apps/server/src/testing/doubles/meta-webhooks/meta-webhook-payloads.ts'
import { fetchStoredMessages } from '../../../../apps/server/src/testing/worlds/load-test-tenant.ts'
import { callAsUser } from '../../clients/call-as-user.ts'
import { startWhatsappInstallation, waitForCount } from '../../environment/whatsapp-installation.ts'
import { getPercentiles } from '../../measurement/send-comparison.ts'
import { findLimitViolation, type Scenario } from '../../scenario.ts'

const LEAD_COUNT = 4
const MODEL_DELAY_MS = 30_000
const MAX_LIST_P95_MS = 300
const METRICS_TOKEN = 'the token of the fault suite'

async function runSlowModel() {
  const llm = await openLlmDouble()
  const desk = await startWhatsappInstallation({ ...llm.env, METRICS_TOKEN })
  const { server, world } = desk
  const token = world.people[0]?.token ?? ''
  const list = () =>
    callAsUser(server.url, token, listConversations, { params: { agentId: world.agentId }, query: { limit: '50' } })
  let speak = () => {}
  const silence = new Promise<void>((resolve) => {
    speak = resolve
  })
  llm.behave(() => ({ text: 'Claro, posso ajudar.', until: silence }))
  try {
    await desk.letAgentAnswer()
    for (let n = 0; n < LEAD_COUNT; n += 1) {
      const phone = `5521${900_000_000 + n}`
      await desk.deliver(buildMessageWebhook(desk.numberId, { phone }, `wamid.SLOW${n}`, buildTextBody('Olá')))
    }
    await waitForCount(() => Promise.resolve(llm.requests.length), LEAD_COUNT)
    const asked = llm.requests.length
    const times: number[] = []
    for (const end = Date.now() + MODEL_DELAY_MS; Date.now() < end; await wait(50)) {
      const started = performance.now()
      await list()
      times.push(performance.now() - started)
    }
    // Users take over half of the conversations while the agent's answer is being generated.
    const talks = (await list()).data.conversations.filter(({ total_messages: total }) => total === 1)
    const paused = talks.slice(0, LEAD_COUNT / 2).map(({ lead_id: id }) => id)
    for (const id of paused) await callAsUser(server.url, token, pauseLead, { params: { id }, body: { pause: true } })
    speak()
    const expected = LEAD_COUNT + (LEAD_COUNT - paused.length)
    await waitForCount(desk.countMessages, expected)
    // A finished turn has no further effects.
    const ended = await waitForCount(() => countFinishedTurns(server.url), asked)
    await server.stop()
    const stored = await fetchStoredMessages({ dataDir: server.dataDir }, world.tenantId)
    const pausedTalks = new Set(talks.filter(({ lead_id: id }) => paused.includes(id)).map(({ _id: id }) => id))
    const answers = stored.filter(({ role }) => role === 'AI')
    const afterPause = answers.filter(({ conversationId }) => pausedTalks.has(conversationId)).length
    const list95 = getPercentiles(times).p95
    return {
      figures: {
        'turns that hung': asked,
        'list p95 meanwhile, ms': list95,
        answers: answers.length,
        'answers after a pause': afterPause,
      },
      broken: [
        ...findLimitViolation('list p95 meanwhile, ms', list95, MAX_LIST_P95_MS),
        ...findLimitViolation('answers after a pause', afterPause, 0),
        ...(asked < LEAD_COUNT ? [`only ${asked} turns hung`] : []),
        ...(ended < asked ? [`only ${ended} turns ended`] : []),
        ...(answers.length === LEAD_COUNT - paused.length
          ? []
          : [`${answers.length} answers instead of ${LEAD_COUNT - paused.length}`]),
      ],
    }
  } finally {
    speak()
    await desk.close()
    await llm.close()
  }
}

/** Returns the number of finished turns, whatever their result. */
async function countFinishedTurns(url: string): Promise<number> {
  const response = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
  const counts = (await response.text()).matchAll(/^prosa_agent_turn_seconds_count\{engine="model"[^}\n]*\} (\d+)$/gm)
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0)
}

export const slowModelScenario: Scenario = {
  name: 'slow-model',
  says: 'the language model says nothing for 30 s; lists stay quick, and who is paused meanwhile gets no answer',
  missing: () => null,
  run: runSlowModel,
}
