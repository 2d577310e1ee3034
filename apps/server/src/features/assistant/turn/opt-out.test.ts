import { getConversation, listConversations } from '@prosa/contract/calls/conversations/conversations'
import { getLead } from '@prosa/contract/calls/conversations/leads'
import { sendWebchatMessage } from '@prosa/contract/calls/webchat/webchat'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { QUICK_AGENT_ENV, startTestApp, type TestApp } from '../../../testing/harness/test-app.ts'
import { waitUntil } from '../../../testing/harness/wait-until.ts'
import { createTenant } from '../../../testing/worlds/factories.ts'
import { CLARA_SDR, type LeadBurst, runDialogue } from '../testing/dialogue.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp(QUICK_AGENT_ENV)
})
afterAll(() => test.close())

describe('a lead’s wish for silence', () => {
  const told = (...bursts: LeadBurst[]) => runDialogue({ agent: CLARA_SDR }, bursts).at(-1)?.optOut

  it('is noted in its own words, once', () => {
    expect(told('pare de me mandar mensagem')).toEqual({ words: 'pare de me mandar mensagem' })
    expect(told('me deixa em paz', 'sim')).toEqual({ words: 'sim' })
    expect(told('pare de me mandar mensagem', 'ok')).toBeUndefined()
  })

  it('is not ended by a lead that writes, but by one that asks for messages', () => {
    expect(told('pare de me mandar mensagem', 'oi, quero ver um apartamento')).toBeUndefined()
    expect(told('pare de me mandar mensagem', 'mudei de ideia, pode voltar a me mandar mensagens')).toBeNull()
    expect(told('pare de me mandar mensagem', 'quero receber as novidades sim')).toBeNull()
    expect(told('pare de me mandar mensagem', 'não quero receber novidades')).not.toBeNull()
  })

  it('stands with the lead as soon as its agent has heard it @wide', async () => {
    const tenant = await createTenant(test)
    const staff = await test.client(tenant.staff.phone)
    const lead = await test.client()
    const params = { agentId: tenant.agentId }
    let said = 0
    const says = (content: string) =>
      lead.call(sendWebchatMessage, { params, body: { content }, headers: { 'idempotency-key': String(++said) } })
    await says('pare de me mandar mensagem')
    const [made] = (await staff.call(listConversations, { params })).data.conversations
    const place = { leadId: made?.lead_id ?? '', conversationId: made?._id ?? '' }
    const optOut = async () => (await staff.call(getLead, { params: { id: place.leadId } })).data.opt_out
    expect(await waitUntil(optOut)).toMatchObject({ by: 'lead', words: 'pare de me mandar mensagem' })
    await says('Quero receber as novidades de novo')
    await waitUntil(optOut, (noted) => noted === null)
    expect((await staff.call(getConversation, { params: place })).data.history.at(-1)?.role).toBe('AI')
  })
})
