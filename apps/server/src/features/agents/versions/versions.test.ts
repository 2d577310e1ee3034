import { previewAgent, updateAgent } from '@prosa/contract/calls/agents/agent'
import { createSource, getMessageGrounding, getSource } from '@prosa/contract/calls/agents/knowledge'
import * as calls from '@prosa/contract/calls/agents/versions'
import { listAudit } from '@prosa/contract/calls/organisation/audit'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { costs } from '../../../platform/database/schema/agents/costs.ts'
import { messages } from '../../../platform/database/schema/conversations/conversations.ts'
import { type LlmDouble, openLlmDouble } from '../../../testing/doubles/llm/llm-double.ts'
import type { Client } from '../../../testing/harness/client.ts'
import { startTestApp, type TestApp } from '../../../testing/harness/test-app.ts'
import { waitUntil } from '../../../testing/harness/wait-until.ts'
import { sendMessageAndRunTurn } from '../../../testing/worlds/agents/send-message-and-run-turn.ts'
import { createTenant, type TestTenant } from '../../../testing/worlds/factories.ts'

let test: TestApp
let llm: LlmDouble
let tenant: TestTenant
let ana: Client
let bruno: Client

beforeAll(async () => {
  llm = await openLlmDouble()
  test = await startTestApp(llm.env)
})
afterAll(async () => {
  await test.close()
  await llm.close()
})
beforeEach(async () => {
  tenant = await createTenant(test)
  ana = await test.client(tenant.staff.phone)
  bruno = await test.client(tenant.admin.phone)
  llm.behave(() => ({ text: 'Certo.' }))
  llm.requests.length = 0
})

const params = () => ({ id: tenant.agentId })
const versions = async () => (await ana.call(calls.listVersions, { params: params() })).data.versions
const draft = async () => (await ana.call(calls.getDraft, { params: params() })).data
const save = (who: Client, revision: number, persona: string) =>
  who.call(calls.saveDraft, { params: params(), body: { revision, settings: { persona } } })
const publishAtOnce = (persona: string) => ana.call(updateAgent, { params: params(), body: { persona } })
/** Returns the instructions in the last request to the model. */
const toldLast = () => String(llm.requests.at(-1)?.messages[0]?.content)
const saidBy = (conversationId: string) =>
  test.deps.db.tenant(tenant.tenantId, (tx) =>
    tx.db
      .select({ id: messages.id, meta: messages.meta })
      .from(messages)
      .where(whereTenant(messages, tenant.tenantId, eq(messages.conversationId, conversationId), eq(messages.role, 'AI')))
      .orderBy(messages.seq),
  )

describe('versions of an agent', () => {
  it('LEARN-01 what is saved of an agent is published at once, as its next version; a name makes none', async () => {
    const { data } = await publishAtOnce('Fala como marinheira')
    expect(data.settings?.persona).toBe('Fala como marinheira')
    await sendMessageAndRunTurn(test, tenant, 'a', 'Oi')
    expect(toldLast()).toContain('Fala como marinheira')
    await ana.call(updateAgent, { params: params(), body: { name: 'Lia', active: true } })
    await publishAtOnce('Fala como marinheira')
    expect((await versions()).map(({ number, changed, published_by_name }) => ({ number, changed, published_by_name }))).toEqual([
      { number: 2, changed: ['persona'], published_by_name: tenant.staff.name },
      { number: 1, changed: [], published_by_name: null },
    ])
  })

  it('LEARN-01 what it must never say is a setting of a version: a model is told so, and held to it; where it came from says so', async () => {
    await ana.call(updateAgent, { params: params(), body: { never: ['nunca fecha'] } })
    expect((await versions())[0]).toMatchObject({ number: 2, changed: ['never'], settings: { never: ['nunca fecha'] } })
    llm.behave(() => ({ text: 'Oi! A loja nunca fecha. Em que posso ajudar?' }))
    const { conversationId } = await sendMessageAndRunTurn(test, tenant, 'a', 'Oi')
    expect(llm.requests[0]?.messages[0]?.content).toContain('Nunca diga, nem com outras palavras:\n- nunca fecha')
    expect(toldLast()).toContain('diz algo que a equipe pediu para nunca dizer')
    const [said] = await saidBy(conversationId)
    const { data } = await ana.call(getMessageGrounding, { params: { messageId: said?.id ?? '' } })
    expect(data).toEqual({ passages: [], version: 2, heard: [], held_back: ['never'] })
    await ana.call(calls.restoreVersion, { params: { ...params(), n: '1' } })
    expect((await versions())[0]).toMatchObject({ number: 3, settings: { never: [] } })
  })

  it('LEARN-01 its playbook is held to it too, word for word from a source as that may be', async () => {
    await ana.call(updateAgent, { params: params(), body: { use_model: false, never: ['vila madalena'] } })
    const faq = { kind: 'faq' as const, title: 'Perguntas', text: 'P: Qual o endereço?\nR: Rua Harmonia, 480, na Vila Madalena.' }
    const { data: made } = await ana.call(createSource, { body: faq })
    await waitUntil(async () => (await ana.call(getSource, { params: { id: made._id } })).data.state === 'ready')
    const body = { messages: [{ role: 'humano' as const, content: 'qual o endereço?' }] }
    const { data } = await ana.call(previewAgent, { params: params(), body })
    expect(data.replies.join(' ')).not.toContain('Madalena')
    await ana.call(updateAgent, { params: params(), body: { never: [] } })
    expect((await ana.call(previewAgent, { params: params(), body })).data.replies.join(' ')).toContain('Vila Madalena')
  })

  it('LEARN-01 a draft changes nothing until it is published, and follows what is published beneath it', async () => {
    const saved = (await save(ana, 0, 'Em rascunho')).data
    expect(saved).toMatchObject({ revision: 1, version: 1, changed: ['persona'], saved_by_name: tenant.staff.name })
    await sendMessageAndRunTurn(test, tenant, 'a', 'Oi')
    expect(toldLast()).not.toContain('Em rascunho')
    await bruno.call(updateAgent, { params: params(), body: { instructions: 'Ofereça a visita' } })
    expect(await draft()).toMatchObject({
      revision: 2,
      version: 2,
      changed: ['persona'],
      settings: { persona: 'Em rascunho', instructions: 'Ofereça a visita' },
    })
    const { data } = await ana.call(calls.publishDraft, { params: params(), body: { revision: 2, note: 'Tom novo' } })
    expect(data).toMatchObject({ number: 3, note: 'Tom novo', changed: ['persona'], restored_from: null })
    expect(await draft()).toMatchObject({ revision: 3, changed: [], saved_by: null })
    expect(await ana.refused(calls.publishDraft, { params: params(), body: { revision: 3 } })).toMatchObject({
      status: 409,
      message: 'Não há rascunho para publicar.',
    })
    await sendMessageAndRunTurn(test, tenant, 'a', 'E aí?')
    expect(toldLast()).toContain('Em rascunho')
  })

  it('LEARN-06 a restored version is a new number and rules the next turn of every conversation', async () => {
    await publishAtOnce('Primeira voz')
    await publishAtOnce('Segunda voz')
    const talks = [await sendMessageAndRunTurn(test, tenant, 'a', 'Oi'), await sendMessageAndRunTurn(test, tenant, 'b', 'Oi')]
    expect(toldLast()).toContain('Segunda voz')
    const { data } = await ana.call(calls.restoreVersion, { params: { ...params(), n: '2' } })
    expect(data).toMatchObject({ number: 4, restored_from: 2, changed: ['persona'], settings: { persona: 'Primeira voz' } })
    const begun = performance.now()
    for (const visitor of ['a', 'b']) {
      await sendMessageAndRunTurn(test, tenant, visitor, 'E o preço?')
      expect(toldLast()).toContain('Primeira voz')
    }
    expect(performance.now() - begun).toBeLessThan(1_000)
    for (const { conversationId } of talks)
      expect((await saidBy(conversationId)).map(({ meta }) => meta?.['version'])).toEqual([3, 4])
    expect((await versions()).map(({ number }) => number)).toEqual([4, 3, 2, 1])
    expect(await ana.refused(calls.restoreVersion, { params: { ...params(), n: '4' } })).toMatchObject({ status: 409 })
    expect(await ana.refused(calls.restoreVersion, { params: { ...params(), n: '9' } })).toMatchObject({ status: 404 })
  })

  it('LEARN-06 a turn keeps the version that it began with, and its cost is counted to that one', async () => {
    await publishAtOnce('Voz de antes')
    const published = Promise.withResolvers<void>()
    llm.behave(() => ({ text: 'Pensei bastante.', until: published.promise }))
    const turn = sendMessageAndRunTurn(test, tenant, 'a', 'Oi')
    await expect.poll(() => llm.requests.length).toBe(1)
    await publishAtOnce('Voz de depois')
    published.resolve()
    const { conversationId } = await turn
    expect(toldLast()).toContain('Voz de antes')
    const [said] = await saidBy(conversationId)
    expect(said?.meta?.['version']).toBe(2)
    const counted = await test.deps.db.tenant(tenant.tenantId, (tx) =>
      tx.db
        .select({ version: costs.version })
        .from(costs)
        .where(whereTenant(costs, tenant.tenantId, eq(costs.ref, said?.id ?? ''))),
    )
    expect(counted).toEqual([{ version: 2 }])
  })

  it('LEARN-09 of two people who save one draft the second hears who was quicker, and when', async () => {
    await save(ana, 0, 'De Ana')
    const refused = await bruno.refused(calls.saveDraft, {
      params: params(),
      body: { revision: 0, settings: { persona: 'De Bruno' } },
    })
    const at = new Intl.DateTimeFormat('pt-BR', { timeZone: 'America/Sao_Paulo', hour: '2-digit', minute: '2-digit' })
    const savedAt = new Date((await draft()).saved_at ?? '')
    expect(refused).toMatchObject({
      status: 409,
      message: `${tenant.staff.name} salvou este rascunho às ${at.format(savedAt)}.`,
    })
    expect((await draft()).settings.persona).toBe('De Ana')
    await save(bruno, 1, 'De Bruno')
    await ana.call(calls.publishDraft, { params: params(), body: { revision: 2 } })
    const late = await bruno.refused(calls.discardDraft, { params: params(), query: { revision: '2' } })
    expect(late.message).toContain(`${tenant.staff.name} publicou este rascunho`)
  })

  it('LEARN-09 both at once: one is saved, the other refused', async () => {
    const saved = await Promise.allSettled([save(ana, 0, 'De Ana'), save(bruno, 0, 'De Bruno')])
    expect(saved.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await draft()).toMatchObject({ revision: 1, changed: ['persona'] })
  })

  it('tells of what was published and brought back in the audit, without the words', async () => {
    await save(ana, 0, 'Segredo do negócio')
    await ana.call(calls.publishDraft, { params: params(), body: { revision: 1 } })
    await bruno.call(calls.restoreVersion, { params: { ...params(), n: '1' } })
    const { data } = await ana.call(listAudit)
    const acts = data.rows.filter(({ action }) => action.startsWith('agent.'))
    expect(acts.map(({ action, actor, after }) => ({ action, by: actor.id, after }))).toEqual([
      { action: 'agent.restored', by: tenant.admin.id, after: { persona: null, version: 3, restoredFrom: 1 } },
      { action: 'agent.published', by: tenant.staff.id, after: { persona: '…', version: 2 } },
    ])
  })

  it('are walked by cursor, and are not an operator’s', async () => {
    for (const voice of ['um', 'dois', 'três']) await publishAtOnce(`Voz ${voice}`)
    const first = (await ana.call(calls.listVersions, { params: params(), query: { limit: '3' } })).data
    expect(first.versions.map(({ number }) => number)).toEqual([4, 3, 2])
    const query = { limit: '3', cursor: first.nextCursor ?? '' }
    const rest = (await ana.call(calls.listVersions, { params: params(), query })).data
    expect([rest.versions.map(({ number }) => number), rest.nextCursor]).toEqual([[1], null])
    expect(await ana.refused(calls.listVersions, { params: params(), query: { cursor: 'x' } })).toMatchObject({ status: 400 })
    const carla = await test.client(tenant.operator.phone)
    expect(await carla.refused(calls.listVersions, { params: params() })).toMatchObject({ status: 403 })
    expect(await carla.refused(calls.getDraft, { params: params() })).toMatchObject({ status: 403 })
  })
})
