import { updateAgent } from '@prosa/contract/calls/agents/agent'
import * as calls from '@prosa/contract/calls/agents/corrections'
import { createSource } from '@prosa/contract/calls/agents/knowledge'
import { saveDraft } from '@prosa/contract/calls/agents/versions'
import { eraseLead, exportLead } from '@prosa/contract/calls/organisation/privacy'
import type { CallBody } from '@prosa/contract/define-call'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { whereTenant } from '../../platform/database/queries/where-tenant.ts'
import { corrections, turnStarts } from '../../platform/database/schema/agents/corrections.ts'
import { messages } from '../../platform/database/schema/conversations/conversations.ts'
import type { Client } from '../../testing/harness/client.ts'
import { startTestApp, type TestApp } from '../../testing/harness/test-app.ts'
import { waitUntil } from '../../testing/harness/wait-until.ts'
import { sendMessageAndRunTurn } from '../../testing/worlds/agents/send-message-and-run-turn.ts'
import { createTenant, type TestTenant } from '../../testing/worlds/factories.ts'
import { turnSnapshot } from './snapshots/turn-snapshot.ts'

let test: TestApp
let tenant: TestTenant
let ana: Client
let carla: Client

beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())
beforeEach(async () => {
  tenant = await createTenant(test)
  ana = await test.client(tenant.staff.phone)
  carla = await test.client(tenant.operator.phone)
})

const params = () => ({ id: tenant.agentId })
const inTenant = <T>(work: Parameters<typeof test.deps.db.tenant<T>>[1]) => test.deps.db.tenant(tenant.tenantId, work)
const listed = async () => (await ana.call(calls.listCorrections, { params: params() })).data
const rows = () => inTenant((tx) => tx.db.select().from(corrections).where(whereTenant(corrections, tenant.tenantId)))

/** Creates a conversation with an agent's answer and returns its ids and that of its last message. */
async function talk(words: readonly string[] = ['Oi, sou a Rita Souza']) {
  let place = { leadId: '', conversationId: '' }
  for (const content of words) place = await sendMessageAndRunTurn(test, tenant, 'a', content)
  const said = await inTenant((tx) =>
    tx.db
      .select({ id: messages.id })
      .from(messages)
      .where(whereTenant(messages, tenant.tenantId, eq(messages.conversationId, place.conversationId), eq(messages.role, 'AI')))
      .orderBy(messages.seq),
  )
  return { ...place, messageId: said.at(-1)?.id ?? '' }
}
type Body = CallBody<typeof calls.createCorrection>
const PRICE = { kind: 'should' as const, text: 'Custa R$ 350 mil', must: ['R$ 350 mil'] }
const correct = async (message_id: string, body: Partial<Body> = {}, headers: Record<string, string> = {}) =>
  (await carla.call(calls.createCorrection, { params: params(), body: { message_id, ...PRICE, ...body }, headers })).data
const refused = (message_id: string, body: Partial<Body>) =>
  carla.refused(calls.createCorrection, { params: params(), body: { message_id, ...PRICE, ...body } })

describe('corrections', () => {
  it('LEARN-02 whoever sees a lead corrects what the agent said to it; a repeated call makes no second', async () => {
    const { messageId, leadId } = await talk(['Oi, sou a Rita Souza', 'Quanto custa o de dois quartos?'])
    const key = { 'idempotency-key': 'from-the-bubble' }
    const made = await correct(messageId, {}, key)
    expect(made).toMatchObject({
      ...PRICE,
      state: 'active',
      asked: 'Quanto custa o de dois quartos?',
      lead_id: leadId,
      message_id: messageId,
      created_by_name: tenant.operator.name,
    })
    expect((await correct(messageId, {}, key))._id).toBe(made._id)
    expect(await listed()).toMatchObject({ active: 1, corrections: [{ _id: made._id }] })
    expect(await carla.refused(calls.listCorrections, { params: params() })).toMatchObject({ status: 403 })
  })

  it('keeps the turn as it was: what was known before it, and nothing that came after', async () => {
    const { messageId, conversationId } = await talk(['Oi, sou a Rita Souza', 'Quero visitar amanhã'])
    await sendMessageAndRunTurn(test, tenant, 'a', 'Na verdade sou a Marta Lima')
    await correct(messageId)
    const [row] = await rows()
    const kept = turnSnapshot.parse(row?.frozen)
    expect(kept.messages.at(-1)).toMatchObject({ role: 'humano', content: 'Quero visitar amanhã' })
    expect(kept.lead.name).toBe('Rita Souza')
    expect(kept.said.length).toBeGreaterThan(0)
    const state = await inTenant((tx) =>
      tx.db.execute(sql`SELECT assistant_state AS memory FROM conversations WHERE id = ${conversationId}`),
    )
    expect(kept.memory).not.toBeNull()
    expect(kept.memory).not.toEqual(state.rows[0]?.['memory'])
  })

  it('keeps what the knowledge had to it, whatever becomes of the source', async () => {
    const text = 'P: Aceitam animais?\nR: Sim, cães e gatos de pequeno porte.'
    await ana.call(createSource, { body: { kind: 'faq', title: 'Perguntas', text } })
    await waitUntil(async () => (await inTenant((tx) => tx.db.execute(sql`SELECT 1 FROM knowledge_passages`))).rows.length > 0)
    const { messageId } = await talk(['Oi', 'Vocês aceitam animais?'])
    await correct(messageId)
    const [row] = await rows()
    expect(turnSnapshot.parse(row?.frozen).answers).toMatchObject([{ said: 'Sim, cães e gatos de pequeno porte.' }])
  })

  it('takes only what can be checked, of what this agent said', async () => {
    const { messageId, conversationId } = await talk()
    const [asked] = await inTenant((tx) =>
      tx.db
        .select({ id: messages.id })
        .from(messages)
        .where(whereTenant(messages, tenant.tenantId, eq(messages.conversationId, conversationId), eq(messages.role, 'humano'))),
    )
    expect(await refused(asked?.id ?? '', {})).toMatchObject({ status: 400 })
    // An agent without a model is checked by exact phrases only.
    expect((await refused(messageId, { must: [] })).fieldErrors?.['must']).toMatch(/^Diga o que a resposta tem de conter/)
    expect((await refused(messageId, { kind: 'never', text: ' ', must: [] })).fieldErrors?.['text']).toBeDefined()
    await correct(messageId, { kind: 'person', text: '', must: [] })
    const other = await createTenant(test)
    const theirs = await test.client(other.staff.phone)
    const elsewhere = { params: { id: other.agentId }, body: { message_id: messageId, ...PRICE } }
    expect(await theirs.refused(calls.createCorrection, elsewhere)).toMatchObject({ status: 404 })
  })

  it('LEARN-01 with one that is active nothing is published at once but name, type and whether it works', async () => {
    const made = await correct((await talk()).messageId)
    const change = (body: CallBody<typeof updateAgent>) => ({ params: params(), body })
    expect(await ana.refused(updateAgent, change({ persona: 'Nova' }))).toMatchObject({
      status: 409,
      message: 'Há correções ativas: confira e publique pela aba Versões.',
    })
    expect((await ana.call(updateAgent, change({ name: 'Lia' }))).data.name).toBe('Lia')
    await ana.call(saveDraft, { params: params(), body: { revision: 0, settings: { persona: 'Nova' } } })
    const one = { params: { ...params(), correctionId: made._id } }
    await ana.call(calls.updateCorrection, { ...one, body: { state: 'off' } })
    expect((await ana.call(updateAgent, change({ persona: 'Nova' }))).data.settings?.persona).toBe('Nova')
    await ana.call(calls.deleteCorrection, one)
    expect(await listed()).toMatchObject({ active: 0, corrections: [] })
    expect(await ana.refused(calls.deleteCorrection, one)).toMatchObject({ status: 404 })
  })

  it('LEARN-08 a lead takes the talk of its corrections with it, and has it in its export before', async () => {
    const { leadId, messageId } = await talk(['Oi, sou a Rita Souza', 'Meu CPF é 123.456.789-09, quanto custa?'])
    const made = await correct(messageId)
    const { data } = await ana.call(exportLead, { params: { id: leadId } })
    expect(data.corrections).toMatchObject([{ _id: made._id, text: PRICE.text }])
    expect(JSON.stringify(data.corrections)).toContain('123.456.789-09')
    expect(data.turns?.length).toBe(2)
    await ana.call(eraseLead, { params: { id: leadId } })
    const [row] = await rows()
    expect(row).toMatchObject({
      state: 'off',
      frozen: null,
      leadId: null,
      conversationId: null,
      messageId: null,
      text: PRICE.text,
    })
    expect(await inTenant((tx) => tx.db.$count(turnStarts, whereTenant(turnStarts, tenant.tenantId)))).toBe(0)
    const [left] = (await listed()).corrections
    expect(left).toMatchObject({ asked: null, said: null, state: 'off' })
    const again = { params: { ...params(), correctionId: made._id }, body: { state: 'active' as const } }
    expect(await ana.refused(calls.updateCorrection, again)).toMatchObject({ status: 409 })
  })
})
