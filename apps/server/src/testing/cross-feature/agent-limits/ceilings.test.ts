import { previewAgent } from '@prosa/contract/calls/agents/agent'
import { getConversation } from '@prosa/contract/calls/conversations/conversations'
import { getLead } from '@prosa/contract/calls/conversations/leads'
import { eraseLead } from '@prosa/contract/calls/organisation/privacy'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { agentUsage } from '../../../platform/database/schema/agents/usage.ts'
import { tenants } from '../../../platform/database/schema/organisation/tenants.ts'
import { type LlmDouble, openLlmDouble } from '../../doubles/llm/llm-double.ts'
import { startTestApp, type TestApp } from '../../harness/test-app.ts'
import { sendMessageAndRunTurn } from '../../worlds/agents/send-message-and-run-turn.ts'
import { createTenant, type TestTenant } from '../../worlds/factories.ts'

const HANDOVER_REPLY = 'Uma pessoa da equipe vai continuar com você a partir daqui. Já deixei avisado!'
const HOUR_MS = 3_600_000
/** Tokens that the double reports for each call. */
const TOKENS_PER_CALL = 120

let test: TestApp
let llm: LlmDouble
let tenant: TestTenant

beforeAll(async () => {
  llm = await openLlmDouble()
  test = await startTestApp({
    ...llm.env,
    DAILY_TURNS_PER_LEAD: '4',
    DAILY_TURNS_PER_AGENT: '6',
    DAILY_TOKENS_PER_LEAD: '300',
    DAILY_TOKENS_PER_AGENT: '100000',
  })
})
afterAll(async () => {
  await test.close()
  await llm.close()
})
beforeEach(async () => {
  tenant = await createTenant(test)
  llm.requests.length = 0
  llm.behave((_request, n) => ({ text: `Resposta ${n}` }))
})

/** Sends a message as a lead and returns what staff see after the agent's turn. */
const sendAndFetchVisible = async (visitor: string, content: string) => {
  test.advance(5_000)
  const { leadId, conversationId } = await sendMessageAndRunTurn(test, tenant, visitor, content)
  const staff = await test.client(tenant.staff.phone)
  const { data } = await staff.call(getConversation, { params: { leadId, conversationId } })
  return { leadId, reason: data.attention_reason, last: data.history.at(-1)?.content, messages: data.history.length }
}
const fetchUsage = async (scope: 'lead' | 'agent' | 'tenant', subject: string, of = tenant) =>
  test.deps.db.tenant(of.tenantId, async (tx) => {
    const its = and(eq(agentUsage.scope, scope), eq(agentUsage.subject, subject))
    const [row] = await tx.db.select({ turns: agentUsage.turns, tokens: agentUsage.tokens }).from(agentUsage).where(its)
    return row ?? null
  })

describe('the ceilings of a day', () => {
  it('of tokens: the turn that passes it is the last; the lead hears once that a person goes on, the team reads which it was', async () => {
    for (const [n, content] of ['oi', 'quero alugar', 'dois quartos'].entries())
      expect((await sendAndFetchVisible('rita', content)).last).toBe(`Resposta ${n}`)
    const fourth = await sendAndFetchVisible('rita', 'e o preço?')
    expect(fourth.last).toBe(HANDOVER_REPLY)
    expect(fourth.reason).toBe('Limite de hoje atingido: 300 tokens do modelo com este lead. Continue a conversa')
    expect(llm.requests).toHaveLength(3)
    const fifth = await sendAndFetchVisible('rita', 'alô?')
    expect([fifth.last, fifth.messages]).toEqual(['alô?', fourth.messages + 1])
    expect(fifth.reason).toContain('Limite de hoje')
    expect(await fetchUsage('lead', fourth.leadId)).toEqual({ turns: 3, tokens: 3 * TOKENS_PER_CALL })
    expect(await fetchUsage('tenant', tenant.tenantId)).toEqual({ turns: 3, tokens: 3 * TOKENS_PER_CALL })
  })

  it('of turns: however many begin at once, no more are made; another organisation notices nothing', async () => {
    const all = () =>
      Promise.all(Array.from({ length: 10 }, (_, n) => sendMessageAndRunTurn(test, tenant, `v${n}`, `Oi, sou o lead ${n}`)))
    expect((await all()).map(({ outcome }) => outcome)).toEqual(Array.from({ length: 10 }, () => 'done'))
    // The last fifth is reserved for leads whose conversation began before today.
    expect(llm.requests).toHaveLength(4)
    expect(await fetchUsage('agent', tenant.agentId)).toEqual({ turns: 4, tokens: 4 * TOKENS_PER_CALL })
    test.advance(24 * HOUR_MS)
    await all()
    expect(llm.requests).toHaveLength(4 + 6)
    expect(await fetchUsage('agent', tenant.agentId)).toEqual({ turns: 6, tokens: 6 * TOKENS_PER_CALL })
    expect((await sendAndFetchVisible('v1', 'oi')).reason).toBe(
      'Limite de hoje atingido: 6 respostas deste agente. Continue a conversa',
    )
    tenant = await createTenant(test)
    expect((await sendAndFetchVisible('v1', 'oi')).last).toMatch(/^Resposta/)
  })

  it('count a turn whose model failed amid it', async () => {
    llm.behave((_request, n) =>
      n === 0 ? { calls: [{ name: 'set_stage', args: { stage: 'pitch' } }] } : { fails: { status: 400 } },
    )
    const { leadId } = await sendMessageAndRunTurn(test, tenant, 'rita', 'oi')
    expect(await fetchUsage('lead', leadId)).toEqual({ turns: 1, tokens: TOKENS_PER_CALL })
    expect(await fetchUsage('agent', tenant.agentId)).toEqual({ turns: 1, tokens: TOKENS_PER_CALL })
  })

  it('begin anew with the organisation’s day, not with ours', async () => {
    await test.deps.db.system((tx) =>
      tx.db.update(tenants).set({ timezone: 'Pacific/Kiritimati' }).where(eq(tenants.id, tenant.tenantId)),
    )
    const local = () => new Intl.DateTimeFormat('en', { timeZone: 'Pacific/Kiritimati', hour: 'numeric', hour12: false })
    for (const content of ['oi', 'quero alugar', 'dois quartos', 'e o preço?']) await sendAndFetchVisible('rita', content)
    const asked = llm.requests.length
    const hour = Number(local().format(test.deps.clock.now())) % 24
    test.advance((24 - hour) * HOUR_MS)
    expect((await sendAndFetchVisible('rita', 'voltei')).last).toBe(`Resposta ${asked}`)
  })

  it('keep nobody in danger from help', async () => {
    for (const content of ['oi', 'quero alugar', 'dois quartos']) await sendAndFetchVisible('rita', content)
    const danger = await sendAndFetchVisible('rita', 'socorro, meu pai está com dor no peito e não consegue respirar agora')
    expect(danger.reason).toMatch(/^URGENTE/)
    expect(llm.requests).toHaveLength(3)
    expect(danger.last).not.toBe(HANDOVER_REPLY)
  })

  it('GUARD-14 keep nobody from silence, nor from a right to one’s data @wide', async () => {
    for (const content of ['oi', 'quero alugar', 'dois quartos']) await sendAndFetchVisible('rita', content)
    const asks = await sendAndFetchVisible('rita', 'quero uma cópia dos meus dados')
    expect(asks.reason).toMatch(/dados/)
    const { leadId } = await sendMessageAndRunTurn(test, tenant, 'rita', 'pare de me mandar mensagem')
    const admin = await test.client(tenant.admin.phone)
    expect((await admin.call(getLead, { params: { id: leadId } })).data.opt_out).toMatchObject({ by: 'lead' })
    expect(llm.requests).toHaveLength(3)
  })

  it('hold for tries too, which count for agent and organisation', async () => {
    const admin = await test.client(tenant.admin.phone)
    const attempt = async () => {
      const messages = [{ role: 'humano' as const, content: 'Oi' }]
      return (await admin.call(previewAgent, { params: { id: tenant.agentId }, body: { messages } })).data
    }
    for (let n = 0; n < 6; n++) expect((await attempt()).replies).toEqual([`Resposta ${n}`])
    expect(await fetchUsage('agent', tenant.agentId)).toEqual({ turns: 6, tokens: 6 * TOKENS_PER_CALL })
    expect(await attempt()).toMatchObject({
      replies: [HANDOVER_REPLY],
      attention_reason: 'Limite de hoje atingido: 6 respostas deste agente. Continue a conversa',
    })
    expect(llm.requests).toHaveLength(6)
  })

  it('are of nobody once the lead is erased', async () => {
    const { leadId } = await sendMessageAndRunTurn(test, tenant, 'rita', 'oi')
    const admin = await test.client(tenant.admin.phone)
    await admin.call(eraseLead, { params: { id: leadId } })
    expect(await fetchUsage('lead', leadId)).toBeNull()
  })
})
