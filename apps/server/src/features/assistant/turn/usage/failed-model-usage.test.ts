import { listConversations } from '@prosa/contract/calls/conversations/conversations'
import { pauseLead } from '@prosa/contract/calls/conversations/leads'
import { sendWebchatMessage } from '@prosa/contract/calls/webchat/webchat'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { whereTenant } from '../../../../platform/database/queries/where-tenant.ts'
import { unansweredTurns } from '../../../../platform/database/schema/agents/usage.ts'
import { type LlmDouble, type LlmDoubleResponse, openLlmDouble } from '../../../../testing/doubles/llm/llm-double.ts'
import { QUICK_AGENT_ENV, startTestApp, type TestApp } from '../../../../testing/harness/test-app.ts'
import { waitUntil } from '../../../../testing/harness/wait-until.ts'
import { createTenant } from '../../../../testing/worlds/factories.ts'
import type { ChannelAdapter } from '../../../conversations/ports.ts'

let test: TestApp
let llm: LlmDouble

beforeAll(async () => {
  llm = await openLlmDouble()
  test = await startTestApp({
    ...QUICK_AGENT_ENV,
    ...llm.env,
    LLM_INPUT_PRICE: '1',
    LLM_OUTPUT_PRICE: '2',
    METRICS_TOKEN: 'metrics-token-of-the-test',
  })
})
afterAll(async () => {
  await test.close()
  await llm.close()
})

/** Sends a lead's message to an agent whose model acts as given, and returns the recorded results. */
async function turn(...acts: LlmDoubleResponse[]) {
  const tenant = await createTenant(test)
  const staff = await test.client(tenant.staff.phone)
  llm.requests.length = 0
  llm.behave((_request, n) => acts[Math.min(n, acts.length - 1)] ?? {})
  await (await test.client()).call(sendWebchatMessage, {
    params: { agentId: tenant.agentId },
    body: { content: 'Oi' },
    headers: { 'idempotency-key': 'k' },
  })
  return {
    conversation: async () =>
      (await staff.call(listConversations, { params: { agentId: tenant.agentId } })).data.conversations[0],
    pause: (id: string) => staff.call(pauseLead, { params: { id }, body: { pause: true } }),
    kept: async () =>
      (
        await test.deps.db.tenant(tenant.tenantId, (tx) =>
          tx.db.select().from(unansweredTurns).where(whereTenant(unansweredTurns, tenant.tenantId)),
        )
      ).map(({ conversationId, outcome, inputTokens, outputTokens, cost }) => ({
        conversationId,
        detail: { outcome, inputTokens, outputTokens, cost },
      })),
  }
}
const USES_A_TOOL = { calls: [{ name: 'set_stage', args: { stage: 'pitch' } }] }
const tokensIn = async () =>
  Number(
    /prosa_agent_tokens_total\{direction="in"\} (\d+)/.exec((await test.deps.metrics?.renderMetrics())?.text ?? '')?.[1] ?? 0,
  )

it('PROV-06 what a turn took is kept although its model failed before an answer', async () => {
  const before = await tokensIn()
  const { conversation, kept } = await turn(USES_A_TOOL, { fails: { status: 400 } })
  await waitUntil(kept, (rows) => rows.length > 0)
  const detail = { outcome: 'done', inputTokens: 100, outputTokens: 20, cost: expect.closeTo(0.00014) }
  expect(await kept()).toEqual([{ conversationId: (await conversation())?._id, detail }])
  expect(await tokensIn()).toBe(before + 100)
})

it('PROV-06 what a turn took is kept although it was called off', async () => {
  const before = await tokensIn()
  const { conversation, pause, kept } = await turn(USES_A_TOOL, { until: 'forever' })
  await waitUntil(() => llm.requests.length === 2)
  await pause((await conversation())?.lead_id ?? '')
  await waitUntil(kept, (rows) => rows.length > 0)
  expect(await kept()).toMatchObject([{ detail: { outcome: 'stale', inputTokens: 100, outputTokens: 20 } }])
  expect(await tokensIn()).toBe(before + 100)
})

it('PROV-06 what an answered turn took stands with its message alone', async () => {
  const before = await tokensIn()
  const { conversation, kept } = await turn(USES_A_TOOL, { text: 'Tudo certo.' })
  await waitUntil(conversation, (found) => (found?.total_messages ?? 0) === 2)
  await waitUntil(tokensIn, (tokens) => tokens === before + 200)
  expect(await kept()).toEqual([])
})

it('PROV-06 what a turn took is kept although its channel takes the answer no more', async () => {
  const shut = vi.spyOn(test.app.modules.channelAdapters['webchat'] as ChannelAdapter, 'replyWindowMs', 'get').mockReturnValue(0)
  try {
    const { conversation, kept } = await turn(USES_A_TOOL, { text: 'Tudo certo.' })
    await waitUntil(kept, (rows) => rows.length > 0)
    const detail = { outcome: 'done', inputTokens: 200, outputTokens: 40, cost: expect.closeTo(0.00028) }
    expect(await kept()).toEqual([{ conversationId: (await conversation())?._id, detail }])
    expect(await conversation()).toMatchObject({ total_messages: 1, needs_attention: true })
  } finally {
    shut.mockRestore()
  }
})
