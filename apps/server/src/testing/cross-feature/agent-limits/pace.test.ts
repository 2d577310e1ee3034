import { updateAgent } from '@prosa/contract/calls/agents/agent'
import { getConversation, listConversations } from '@prosa/contract/calls/conversations/conversations'
import { getLead, pauseLead } from '@prosa/contract/calls/conversations/leads'
import { sendWebchatMessage } from '@prosa/contract/calls/webchat/webchat'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type LlmDouble, openLlmDouble } from '../../doubles/llm/llm-double.ts'
import { buildMessageWebhook, buildTextBody } from '../../doubles/meta-webhooks/meta-webhook-payloads.ts'
import type { Client } from '../../harness/client.ts'
import { QUICK_AGENT_ENV, type TestApp } from '../../harness/test-app.ts'
import { waitUntil } from '../../harness/wait-until.ts'
import { sendMessageAndRunTurn } from '../../worlds/agents/send-message-and-run-turn.ts'
import { createTenant, type TestTenant } from '../../worlds/factories.ts'
import { deliverTestWebhook, linkTestNumber, startTestAppWithMeta } from '../../worlds/whatsapp/meta-test-app.ts'

const AUTOMATIC_REPLY = 'Mensagem automática: no momento não posso atender.'
const HOUR_MS = 3_600_000

let test: TestApp
let closeMeta: () => Promise<void>
let meta: Awaited<ReturnType<typeof startTestAppWithMeta>>['meta']
let llm: LlmDouble
let tenant: TestTenant
let staff: Client

beforeAll(async () => {
  llm = await openLlmDouble()
  ;({ test, meta, close: closeMeta } = await startTestAppWithMeta({ ...llm.env, ...QUICK_AGENT_ENV }))
})
afterAll(async () => {
  await closeMeta()
  await llm.close()
})
beforeEach(async () => {
  tenant = await createTenant(test)
  staff = await test.client(tenant.staff.phone)
  llm.requests.length = 0
  llm.behave((_request, n) => ({ text: `Resposta ${n}` }))
})

/** Creates a new visitor of the tenant's web chat. */
async function createVisitor() {
  const client = await test.client()
  const params = { agentId: tenant.agentId }
  let said = 0
  const place = async () => {
    const [found] = (await staff.call(listConversations, { params })).data.conversations
    return { leadId: found?.lead_id ?? '', conversationId: found?._id ?? '' }
  }
  const read = async () => (await staff.call(getConversation, { params: await place() })).data
  return {
    says: (content: string) =>
      client.call(sendWebchatMessage, { params, body: { content }, headers: { 'idempotency-key': String(++said) } }),
    read,
    lead: async () => (await staff.call(getLead, { params: { id: (await place()).leadId } })).data,
  }
}
/** Returns the model requests about a lead who wrote this text; a turn of the previous lead may still be running. */
const findModelRequests = (content: string) =>
  llm.requests.filter(({ messages }) => messages.some((message) => message.content?.includes(content)))
const updateAgentSettings = (body: { use_model?: boolean; turns_without_person?: number }) =>
  staff.call(updateAgent, { params: { id: tenant.agentId }, body })

describe.each([true, false])('GUARD-18 an agent on a model: %s', (use_model) => {
  beforeEach(() => updateAgentSettings({ use_model, turns_without_person: 5 }))

  it('is silent to an automatic answer, pauses for an hour and calls the team, and no model is asked', async () => {
    const lead = await createVisitor()
    await lead.says(AUTOMATIC_REPLY)
    const seen = await waitUntil(lead.read, ({ needs_attention }) => needs_attention === true)
    expect(seen).toMatchObject({
      attention_reason: 'Parece outro robô: agente pausado por 1 hora',
      total_messages: 1,
      pause: true,
    })
    expect(findModelRequests(AUTOMATIC_REPLY)).toEqual([])
    const { pause, pause_until } = await lead.lead()
    expect(pause).toBe(true)
    const left = new Date(pause_until ?? 0).getTime() - test.deps.clock.now().getTime()
    expect(left).toBeGreaterThan(HOUR_MS - 60_000)
    expect(left).toBeLessThanOrEqual(HOUR_MS)
  })

  it('calls a person after its turns without one, once, and goes on where somebody lets it @wide', async () => {
    const exchanged = async (content: string) => {
      // Moves the clock, because consecutive messages without a pause would be unrealistic.
      test.advance(5_000)
      const { leadId, conversationId } = await sendMessageAndRunTurn(test, tenant, 'rita', content)
      return (await staff.call(getConversation, { params: { leadId, conversationId } })).data
    }
    for (const content of ['oi', 'quero alugar um apartamento', 'para mim', 'uns 3 mil', 'mês que vem'])
      expect((await exchanged(content)).pause).toBe(false)
    const asked = llm.requests.length
    const seen = await exchanged('e aí, tem mais alguma coisa?')
    expect(seen.history.at(-1)?.content).toBe('Vou chamar uma pessoa da equipe pra continuar com você.')
    expect(seen.attention_reason).toBe('O agente respondeu 5 vezes em 24 horas sem uma pessoa: continue a conversa')
    expect(llm.requests).toHaveLength(asked)
    const params = { id: seen.lead_id }
    expect((await staff.call(getLead, { params })).data).toMatchObject({ pause: true, pause_until: null })
    await staff.call(pauseLead, { params, body: { pause: false } })
    const after = await exchanged('obrigada, e qual o endereço?')
    expect(after.history.length).toBeGreaterThan(seen.history.length + 1)
    expect(after.history.at(-1)?.content).not.toContain('Vou chamar uma pessoa da equipe pra continuar')
  })

  it('answers danger although the other side seems a machine, without its model', async () => {
    const lead = await createVisitor()
    await lead.says(`${AUTOMATIC_REPLY} Socorro, meu pai está com dor no peito e não consegue respirar agora`)
    const { history } = await waitUntil(lead.read, ({ history }) => history.length > 1)
    expect(history.map(({ content }) => content).join(' ')).toContain('192')
    expect(findModelRequests(AUTOMATIC_REPLY)).toEqual([])
  })

  it('GUARD-14 takes a wish for silence and a right to one’s data although the other side seems a machine @wide', async () => {
    const tired = await createVisitor()
    await tired.says(`${AUTOMATIC_REPLY} Pare de me mandar mensagem`)
    expect(await waitUntil(tired.lead, ({ opt_out }) => opt_out !== null)).toMatchObject({ opt_out: { by: 'lead' } })
    tenant = await createTenant(test)
    staff = await test.client(tenant.staff.phone)
    await updateAgentSettings({ use_model, turns_without_person: 5 })
    const asking = await createVisitor()
    await asking.says(`${AUTOMATIC_REPLY} Quero que vocês apaguem os meus dados`)
    const seen = await waitUntil(asking.read, ({ needs_attention }) => needs_attention === true)
    expect(seen.attention_reason).toMatch(/dados/)
    expect(findModelRequests(AUTOMATIC_REPLY)).toEqual([])
  })
})

it('GUARD-18 holds on WhatsApp too', async () => {
  const number = await linkTestNumber(test, meta, tenant)
  await deliverTestWebhook(
    test,
    buildMessageWebhook(number.phoneNumberId, { phone: '5511988887777' }, 'wamid.AWAY1', buildTextBody(AUTOMATIC_REPLY)),
  )
  const find = async () => (await staff.call(listConversations, { params: { agentId: tenant.agentId } })).data.conversations[0]
  const seen = await waitUntil(find, (found) => found?.needs_attention === true)
  expect(seen).toMatchObject({
    channel: 'whatsapp',
    attention_reason: 'Parece outro robô: agente pausado por 1 hora',
    total_messages: 1,
  })
  expect(findModelRequests(AUTOMATIC_REPLY)).toEqual([])
})
