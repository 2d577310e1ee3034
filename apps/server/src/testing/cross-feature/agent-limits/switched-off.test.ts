import * as conversationCalls from '@prosa/contract/calls/conversations/conversations'
import { updateTenant } from '@prosa/contract/calls/organisation/tenants'
import { sendWebchatMessage } from '@prosa/contract/calls/webchat/webchat'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type AssistantPorts, answerOrGiveUp, answerTurn } from '../../../features/assistant/turn/turn-job.ts'
import { agents, conversations, messages } from '../../../platform/database/schema/conversations/conversations.ts'
import { type LlmDouble, openLlmDouble } from '../../doubles/llm/llm-double.ts'
import type { Client } from '../../harness/client.ts'
import { startTestApp, type TestApp } from '../../harness/test-app.ts'
import { createAssistantPorts, deleteQueuedTurns } from '../../worlds/agents/assistant-ports.ts'
import { createTenant, type TestTenant } from '../../worlds/factories.ts'

let test: TestApp
let llm: LlmDouble
let platform: Client
let tenant: TestTenant
let lead: Client
let key = 0

beforeAll(async () => {
  llm = await openLlmDouble()
  test = await startTestApp(llm.env)
  platform = await test.client((await createTenant(test, { platform: true })).staff.phone)
})
afterAll(async () => {
  await test.close()
  await llm.close()
})
beforeEach(async () => {
  tenant = await createTenant(test)
  lead = await test.client()
  llm.requests.length = 0
})

const sendAsLead = (content: string) =>
  lead.call(sendWebchatMessage, {
    params: { agentId: tenant.agentId },
    body: { content },
    headers: { 'idempotency-key': `k${key++}` },
  })
const setTenantActive = (active: boolean) => platform.call(updateTenant, { params: { id: tenant.tenantId }, body: { active } })
const runInTenant = <T>(work: Parameters<typeof test.deps.db.tenant<T>>[1]) => test.deps.db.tenant(tenant.tenantId, work)
/** Returns the lead's conversation and removes its queued turns, because the test runs them itself. */
const fetchConversationWithoutTurns = async () => {
  const [row] = await runInTenant((tx) => tx.db.select().from(conversations))
  await deleteQueuedTurns(test, tenant.tenantId)
  return { tenantId: tenant.tenantId, conversationId: row?.id ?? '' }
}
const fetchAgentReplies = async () =>
  (await runInTenant((tx) => tx.db.select().from(messages))).filter(({ role }) => role === 'AI').map(({ content }) => content)
const getPorts = () => createAssistantPorts(test)
const resolveAtOnce = async () => {}

describe('an organisation that is switched off', () => {
  it('PROV-03 PROV-05 says nothing to a lead that wrote before', async () => {
    await sendAsLead('Oi')
    const place = await fetchConversationWithoutTurns()
    await setTenantActive(false)
    expect(await answerTurn(test.deps, getPorts(), place, resolveAtOnce)).toBe('nothing')
    expect(llm.requests).toEqual([])
    await setTenantActive(true)
    expect(await answerTurn(test.deps, getPorts(), place, resolveAtOnce)).toBe('done')
    expect(await fetchAgentReplies()).toEqual(['Certo.'])
  })

  it('PROV-03 PROV-05 calls off a turn whose model thinks, and one whose reply is being written', async () => {
    await sendAsLead('Oi')
    const place = await fetchConversationWithoutTurns()
    llm.behave(() => ({ until: 'forever' }))
    const thinking = answerTurn(test.deps, getPorts(), place, resolveAtOnce)
    await expect.poll(() => llm.requests.length).toBe(1)
    await setTenantActive(false)
    expect(await thinking).toBe('stale')
    await setTenantActive(true)
    llm.behave(() => ({ text: 'Certo.' }))
    const typing = answerTurn(test.deps, getPorts(), place, async () => {
      await setTenantActive(false)
    })
    expect(await typing).toBe('stale')
    expect(await fetchAgentReplies()).toEqual([])
  })

  it('PROV-05 neither does an agent that was switched off while its reply was being written', async () => {
    await sendAsLead('Oi')
    const place = await fetchConversationWithoutTurns()
    const typing = answerTurn(test.deps, getPorts(), place, async () => {
      await test.deps.db.system(async (tx) => {
        await tx.db.update(agents).set({ active: false }).where(eq(agents.id, tenant.agentId))
      })
    })
    expect(await typing).toBe('stale')
    expect(await fetchAgentReplies()).toEqual([])
  })
})

describe('a turn that cannot be written', () => {
  it('PROV-05 half of a character in a model’s words, in any of its messages, is written as what it is', async () => {
    await sendAsLead('Oi')
    const place = await fetchConversationWithoutTurns()
    llm.behave(() => ({ text: 'Claro\u0000!\n\nPosso ajudar \ud83d' }))
    expect(await answerTurn(test.deps, getPorts(), place, resolveAtOnce)).toBe('done')
    expect(await fetchAgentReplies()).toEqual(['Claro!', 'Posso ajudar \ufffd'])
    llm.behave(() => ({ text: 'Certo.' }))
  })

  it('PROV-05 calls a person after a few times, and is not tried again', async () => {
    await sendAsLead('Oi')
    const place = await fetchConversationWithoutTurns()
    const { commitTurn, ...others } = getPorts()
    const broken: AssistantPorts = {
      ...others,
      commitTurn: async (at, part) => {
        if (part.replies.length > 0) throw new Error('nobody can write this')
        return commitTurn(at, part)
      },
    }
    const run = (failures: number) => answerOrGiveUp(test.deps, broken, { conversationRef: place, failures }, resolveAtOnce)
    await expect(run(0)).rejects.toThrow('nobody can write this')
    await expect(run(3)).rejects.toThrow('nobody can write this')
    await run(4)
    const staff = await test.client(tenant.staff.phone)
    const { data } = await staff.call(conversationCalls.listConversations, { params: { agentId: tenant.agentId } })
    expect(data.conversations).toMatchObject([
      { needs_attention: true, attention_reason: expect.stringContaining('O agente não conseguiu responder'), total_messages: 1 },
    ])
    llm.requests.length = 0
    expect(await answerTurn(test.deps, getPorts(), place, resolveAtOnce)).toBe('nothing')
    expect(llm.requests).toEqual([])
  })
})
