import { getConversation, listConversations } from '@prosa/contract/calls/conversations/conversations'
import { sendWebchatMessage } from '@prosa/contract/calls/webchat/webchat'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type LlmDouble, openLlmDouble } from '../../../testing/doubles/llm/llm-double.ts'
import type { Client } from '../../../testing/harness/client.ts'
import { QUICK_AGENT_ENV, startTestApp, type TestApp } from '../../../testing/harness/test-app.ts'
import { waitUntil } from '../../../testing/harness/wait-until.ts'
import { createTenant, type TestTenant } from '../../../testing/worlds/factories.ts'

let test: TestApp
let llm: LlmDouble
let tenant: TestTenant
let staff: Client
let key = 0

beforeAll(async () => {
  llm = await openLlmDouble()
  test = await startTestApp({ ...llm.env, ...QUICK_AGENT_ENV })
  tenant = await createTenant(test)
  staff = await test.client(tenant.staff.phone)
})
afterAll(async () => {
  await test.close()
  await llm.close()
})

const says = (lead: Client, content: string) =>
  lead.call(sendWebchatMessage, {
    params: { agentId: tenant.agentId },
    body: { content },
    headers: { 'idempotency-key': `k${key++}` },
  })
const conversations = async () =>
  (await staff.call(listConversations, { params: { agentId: tenant.agentId }, query: { limit: '50' } })).data.conversations

describe('many leads at once', () => {
  /** Number of turns that a process runs concurrently. More would wait. */
  const LEADS = 16
  it('PROV-05 PROV-06 are answered side by side, and one whose model hangs holds up nobody else @wide', async () => {
    let thinkOn = () => {}
    const thinking = new Promise<void>((resolve) => (thinkOn = resolve))
    const saidOf = (messages: { role: string; content: string | null }[]) => messages.at(-1)?.content ?? ''
    llm.behave(({ messages }) => {
      if (saidOf(messages).includes('trava')) return { until: 'forever' }
      return saidOf(messages).includes('E agora') ? { text: 'Agora também.' } : { text: 'Certo.', until: thinking }
    })
    const leads = await Promise.all(Array.from({ length: LEADS }, () => test.client()))
    await Promise.all(leads.map((lead, n) => says(lead, n === 0 ? 'trava' : `Oi, sou o ${n}`)))
    // All model calls have started before the first one is answered.
    await waitUntil(
      () => llm.requests.length,
      (count) => count >= LEADS,
    )
    expect((await conversations()).map(({ total_messages }) => total_messages)).toEqual(Array.from({ length: LEADS }, () => 1))
    thinkOn()
    await waitUntil(conversations, (all) => all.filter((one) => one.total_messages === 2).length === LEADS - 1)
    const [, second] = leads
    if (!second) throw new Error('no leads')
    await says(second, 'E agora?')
    const place = await waitUntil(async () => (await conversations()).find(({ total_messages }) => total_messages === 4))
    const { data } = await staff.call(getConversation, {
      params: { leadId: place?.lead_id ?? '', conversationId: place?._id ?? '' },
    })
    expect(data.history.map(({ content }) => content)).toEqual([expect.any(String), 'Certo.', 'E agora?', 'Agora também.'])
  })
})
