import * as calls from '@prosa/contract/calls/agents/agent'
import { listAgents } from '@prosa/contract/calls/agents/agents'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { agents } from '../../platform/database/schema/conversations/conversations.ts'
import { type LlmDouble, openLlmDouble } from '../../testing/doubles/llm/llm-double.ts'
import type { Client } from '../../testing/harness/client.ts'
import { startTestApp, type TestApp } from '../../testing/harness/test-app.ts'
import { createTenant, type TestTenant } from '../../testing/worlds/factories.ts'

let test: TestApp
let bare: TestApp
let llm: LlmDouble
let tenant: TestTenant
let admin: Client

beforeAll(async () => {
  llm = await openLlmDouble()
  test = await startTestApp({ ...llm.env, LLM_MODELS: 'vendor/model-1, draft-model' })
  bare = await startTestApp()
  tenant = await createTenant(test)
  admin = await test.client(tenant.admin.phone)
})
afterAll(async () => {
  await test.close()
  await bare.close()
  await llm.close()
})

const SETTINGS = {
  persona: 'Calma e direta.',
  instructions: 'Nosso endereço é Rua das Flores, 10.',
  hours: [{ day: 1, from: '09:00', to: '18:00' }],
  model: 'vendor/model-1',
  use_model: true,
  questions: ['Tem pet?'],
  replace_questions: false,
  asks_for: 'coverage' as const,
  turns_without_person: 12,
}
const params = () => ({ id: tenant.agentId })
const tablesOf = async (app: TestApp, tenantId: string) =>
  app.deps.db.tenant(tenantId, async (tx) => {
    const { rows } = await tx.db.execute(
      sql`SELECT (SELECT count(*) FROM leads)::int AS leads, (SELECT count(*) FROM messages)::int AS messages,
          (SELECT count(*) FROM conversations)::int AS conversations, (SELECT count(*) FROM meetings)::int AS meetings,
          (SELECT md5(string_agg(agents::text, '|' ORDER BY id)) FROM agents) AS agents`,
    )
    return rows[0]
  })

describe('settings', () => {
  it('PROV-06 makes and changes an agent, and shows its settings to whoever may change them only', async () => {
    const made = (await admin.call(calls.createAgent, { body: { name: 'Lia', type: 'POST_SALE', ...SETTINGS } })).data
    expect(made).toMatchObject({
      name: 'Lia',
      type: 'POS_VENDA',
      active: true,
      mode: 'model',
      settings: { ...SETTINGS, models: ['test-model', 'vendor/model-1', 'draft-model'] },
    })
    const changed = await admin.call(calls.updateAgent, {
      params: { id: made._id },
      body: { active: false, persona: '', use_model: false },
    })
    expect(changed.data).toMatchObject({
      name: 'Lia',
      active: false,
      mode: 'playbook',
      settings: { ...SETTINGS, persona: null, use_model: false },
    })
    const operator = await test.client(tenant.operator.phone)
    const seen = (await operator.call(calls.getAgent, { params: { id: made._id } })).data
    expect(seen).not.toHaveProperty('settings')
    const listed = async (client: Client) =>
      (await client.call(listAgents)).data.agents.map((agent) => agent.settings !== undefined)
    expect(await listed(operator)).toEqual([false, false])
    expect(await listed(admin)).toEqual([true, true])
  })

  it('refuses an operator, and settings that make no sense', async () => {
    const operator = await test.client(tenant.operator.phone)
    const body = { name: 'Zé', type: 'SDR' as const }
    expect(await operator.refused(calls.createAgent, { body })).toMatchObject({ status: 403, code: 'PERMISSION_DENIED' })
    expect(await operator.refused(calls.updateAgent, { params: params(), body: { name: 'Zé' } })).toMatchObject({ status: 403 })
    const messages = [{ role: 'humano' as const, content: 'Oi' }]
    expect(await operator.refused(calls.previewAgent, { params: params(), body: { messages } })).toMatchObject({ status: 403 })
    for (const wrong of [
      { name: 'Z' },
      { hours: [{ day: 7, from: '09:00', to: '18:00' }] },
      { hours: [{ day: 1, from: '18:00', to: '09:00' }] },
      { model: 'a model; rm' },
      { questions: Array.from({ length: 13 }, (_, i) => `Pergunta ${i}?`) },
      { persona: 'x'.repeat(1_001) },
      { turns_without_person: 4 },
      { turns_without_person: 201 },
      { tenant_id: 'x' },
    ])
      expect(await admin.refused(calls.updateAgent, { params: params(), rawBody: wrong })).toMatchObject({ status: 400 })
  })

  it('lets an agent choose among the models of LLM_MODELS only, and one that is none of them any more is the server’s own', async () => {
    const choose = (model: string) => ({ params: params(), body: { model } })
    expect(await admin.refused(calls.updateAgent, choose('gpt-expensive'))).toMatchObject({
      status: 400,
      fieldErrors: { model: 'Este servidor permite: test-model, vendor/model-1, draft-model.' },
    })
    expect(await admin.refused(calls.createAgent, { body: { name: 'Lia', type: 'SDR', model: 'gpt-expensive' } })).toMatchObject({
      status: 400,
    })
    expect((await admin.call(calls.updateAgent, choose('draft-model'))).data.settings?.model).toBe('draft-model')
    await test.deps.db.tenant(tenant.tenantId, (tx) => tx.db.update(agents).set({ model: 'gone-model' }))
    expect((await admin.call(calls.getAgent, { params: params() })).data.settings?.model).toBeNull()
    llm.behave(() => ({ text: 'Certo.' }))
    llm.requests.length = 0
    const messages = [{ role: 'humano' as const, content: 'Oi' }]
    const { data } = await admin.call(calls.previewAgent, { params: params(), body: { messages } })
    expect([data.model, llm.requests[0]?.model]).toEqual(['test-model', 'test-model'])
    await test.deps.db.tenant(tenant.tenantId, (tx) => tx.db.update(agents).set({ model: null }))
  })

  it('tells who may write agents what a model may be, before there is one too', async () => {
    const { data } = await admin.call(listAgents)
    expect(data.models).toEqual(['test-model', 'vendor/model-1', 'draft-model'])
    const operator = await test.client(tenant.operator.phone)
    expect((await operator.call(listAgents)).data.models).toBeUndefined()
  })

  it('keeps who changed which setting, and of its texts not what they say', async () => {
    await admin.call(calls.updateAgent, { params: params(), body: { instructions: 'Segredo do negócio', name: 'Novo nome' } })
    const newest = sql`SELECT * FROM audit_log WHERE action = 'agent.changed' ORDER BY created_at DESC, id DESC`
    const { rows } = await test.deps.db.tenant(tenant.tenantId, (tx) => tx.db.execute(newest))
    const detail = { instructions: '…', name: 'Novo nome' }
    expect(rows[0]).toMatchObject({
      user_id: tenant.admin.id,
      subject: tenant.agentId,
      before: { name: expect.any(String) },
      detail,
    })
  })

  it('PROV-07 says playbook where no model is configured', async () => {
    const own = await createTenant(bare)
    const client = await bare.client(own.staff.phone)
    const { data } = await client.call(calls.getAgent, { params: { id: own.agentId } })
    expect([data.mode, data.settings?.models]).toEqual(['playbook', []])
  })
})

describe('the try-it chat', () => {
  it('PROV-06 answers as the agent’s model would, with settings that are not saved yet, and writes nothing', async () => {
    llm.behave((_request, n) =>
      n % 2 === 0
        ? {
            calls: [
              { name: 'update_lead', args: { name: 'Rita' } },
              { name: 'set_stage', args: { stage: 'qualificacao' } },
              { name: 'ask_human', args: { reason: 'Quer visitar' } },
            ],
          }
        : { text: 'Oi, Rita!\n\nJá chamei a equipe.' },
    )
    llm.requests.length = 0
    const before = await tablesOf(test, tenant.tenantId)
    const { data } = await admin.call(calls.previewAgent, {
      params: params(),
      body: {
        messages: [{ role: 'humano', content: 'Oi, sou a Rita' }],
        draft: { persona: 'Fala como marinheira', model: 'draft-model' },
      },
    })
    expect(data).toMatchObject({
      replies: ['Oi, Rita!', 'Já chamei a equipe.'],
      stage: 'qualificacao',
      attention_reason: 'Quer visitar',
      lead: { name: 'Rita' },
      mode: 'model',
      model: 'draft-model',
      tools: ['update_lead', 'set_stage', 'ask_human'],
      input_tokens: 200,
      output_tokens: 40,
    })
    expect(llm.requests[0]?.messages[0]?.content).toContain('Fala como marinheira')
    const again = await admin.call(calls.previewAgent, {
      params: params(),
      body: {
        messages: [
          { role: 'humano', content: 'Oi, sou a Rita' },
          { role: 'AI', content: 'Oi, Rita!' },
          { role: 'humano', content: 'Tenho um gato' },
        ],
        state: data.state,
      },
    })
    expect(again.data.stage).toBe('qualificacao')
    expect(llm.requests[2]?.messages[0]?.content).toContain('"nome":"Rita"')
    expect(await tablesOf(test, tenant.tenantId)).toEqual(before)
  })

  it('PROV-07 follows the playbook with the agent’s own questions, carrying its memory from message to message', async () => {
    const own = await createTenant(bare)
    const client = await bare.client(own.staff.phone)
    const params = { id: own.agentId }
    const draft = { questions: ['Você tem animais de estimação?'], replace_questions: true }
    const before = await tablesOf(bare, own.tenantId)
    const messages: { role: 'humano' | 'AI'; content: string }[] = []
    let state: unknown
    let summary = ''
    for (const content of ['Oi, quero alugar um apartamento', 'Rita Souza', 'Tenho dois gatos e um cachorro']) {
      messages.push({ role: 'humano', content })
      const { data } = await client.call(calls.previewAgent, { params, body: { messages, state, draft } })
      messages.push(...data.replies.map((reply) => ({ role: 'AI' as const, content: reply })))
      ;({ state, summary } = data)
    }
    const asked = messages.filter(({ role, content }) => role === 'AI' && content.includes('animais de estimação'))
    expect(asked).toHaveLength(1)
    expect(messages.map(({ content }) => content).join(' ')).not.toMatch(/orçamento|investimento|prazo/i)
    expect(summary).toContain('Tenho dois gatos e um cachorro')
    expect(await tablesOf(bare, own.tenantId)).toEqual(before)
  })

  it('PROV-07 takes as long a conversation as the contract allows', async () => {
    llm.behave(() => ({ text: 'Certo.' }))
    const messages = Array.from({ length: 60 }, (_, n) => ({
      role: n % 2 ? ('humano' as const) : ('AI' as const),
      content: 'ção '.repeat(1_024),
    }))
    const { data } = await admin.call(calls.previewAgent, { params: params(), body: { messages } })
    expect(data.replies).toEqual(['Certo.'])
  })

  it('says that the model is unavailable instead of making something up', async () => {
    llm.behave(() => ({ fails: { status: 401 } }))
    const messages = [{ role: 'humano' as const, content: 'Oi' }]
    const { data } = await admin.call(calls.previewAgent, { params: params(), body: { messages } })
    expect(data).toMatchObject({
      replies: [],
      attention_reason: 'O agente não conseguiu responder: o modelo está indisponível.',
    })
  })

  it('asks for a last message of the lead, and slows down whoever tries without end', async () => {
    const messages = [{ role: 'AI' as const, content: 'Oi' }]
    expect(await admin.refused(calls.previewAgent, { params: params(), body: { messages } })).toMatchObject({ status: 400 })
    const statuses = []
    for (let n = 0; n < 21; n++)
      statuses.push((await admin.refused(calls.previewAgent, { params: params(), body: { messages } })).status)
    expect(statuses).toContain(429)
  })
})
