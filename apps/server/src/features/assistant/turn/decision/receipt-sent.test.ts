import { getConversation } from '@prosa/contract/calls/conversations/conversations'
import { sendWebchatMessage } from '@prosa/contract/calls/webchat/webchat'
import { sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type LlmDouble, openLlmDouble } from '../../../../testing/doubles/llm/llm-double.ts'
import { createPdf } from '../../../../testing/files/create-pdf.ts'
import { createJpegFile, uploadFileAsVisitor } from '../../../../testing/files/upload-file.ts'
import type { Client } from '../../../../testing/harness/client.ts'
import { startTestApp, type TestApp } from '../../../../testing/harness/test-app.ts'
import { waitUntil } from '../../../../testing/harness/wait-until.ts'
import { getConversationIdsOfMessage } from '../../../../testing/worlds/conversation-ids-of-message.ts'
import { createTenant, type TestTenant } from '../../../../testing/worlds/factories.ts'

const SAID = 'Recebi o comprovante! A equipe confere e te confirma.'

let test: TestApp
let llm: LlmDouble
let tenant: TestTenant
let staff: Client
let lead: Client
beforeAll(async () => {
  llm = await openLlmDouble()
  test = await startTestApp({ ...llm.env, AGENT_PACE: '0.2' })
})
afterAll(async () => {
  await test.close()
  await llm.close()
})
beforeEach(async () => {
  tenant = await createTenant(test)
  staff = await test.client(tenant.staff.phone)
  lead = await test.client()
  llm.requests.length = 0
  llm.behave(() => ({ text: 'Pagamento recebido, muito obrigada! Seu pix já caiu aqui.' }))
})

const byPlaybook = () =>
  test.deps.db.system((tx) => tx.db.execute(sql`UPDATE agents SET use_model = false WHERE id = ${tenant.agentId}`))
async function sends(bytes: Buffer, filename: string, { as, content = '' }: { as: 'image' | 'document'; content?: string }) {
  const file_id = await uploadFileAsVisitor(lead, tenant.agentId, bytes, filename)
  const { data } = await lead.call(sendWebchatMessage, {
    params: { agentId: tenant.agentId },
    body: { content, file_id, as },
    headers: { 'idempotency-key': uuid() },
  })
  return getConversationIdsOfMessage(test, data.message.message_id)
}
async function answered(params: Awaited<ReturnType<typeof sends>>) {
  const read = async () => (await staff.call(getConversation, { params })).data
  await waitUntil(read, ({ history }) => history.some(({ role }) => role === 'AI'))
  // Reads again, because the first response may combine a conversation from before the turn with messages from after it.
  return read()
}
const receipt = () =>
  createPdf([
    { heading: 'Comprovante de transferência', paragraphs: ['Pix enviado. Valor: R$ 500,00. ID da transação E18236120.'] },
  ])

describe('SEE-04 a receipt that a lead sends', () => {
  it.each(['model', 'playbook'])('as a PDF that only says so inside is answered with its sentence, by a %s', async (engine) => {
    if (engine === 'playbook') await byPlaybook()
    const { history, attention_reason } = await answered(await sends(await receipt(), 'arquivo.pdf', { as: 'document' }))
    expect(history.filter(({ role }) => role === 'AI').map(({ content }) => content)).toEqual([SAID])
    expect(attention_reason).toBe('Comprovante: conferir pagamento')
    expect(llm.requests).toEqual([])
  })

  it('with a question beside it is never told to be paid by a model', async () => {
    const place = await sends(createJpegFile(2_000, 3), 'foto.jpg', { as: 'image', content: 'Comprovante do pix' })
    await lead.call(sendWebchatMessage, {
      params: { agentId: tenant.agentId },
      body: { content: 'Quando posso pegar as chaves?' },
      headers: { 'idempotency-key': uuid() },
    })
    const { history, attention_reason } = await answered(place)
    const said = history.filter(({ role }) => role === 'AI').map(({ content }) => content)
    expect(said[0]).toBe(SAID)
    expect(said.join(' ')).not.toMatch(/recebido|caiu/)
    expect(attention_reason).toMatch(/^Comprovante: conferir pagamento/)
  })
})
