import { getConversation } from '@prosa/contract/calls/conversations/conversations'
import { sendWebchatMessage } from '@prosa/contract/calls/webchat/webchat'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createPdf } from '../../../testing/files/create-pdf.ts'
import { createDocx } from '../../../testing/files/office-files.ts'
import { createSlowPdf } from '../../../testing/files/slow-pdf.ts'
import { uploadFileAsVisitor } from '../../../testing/files/upload-file.ts'
import type { Client } from '../../../testing/harness/client.ts'
import { startTestApp, type TestApp } from '../../../testing/harness/test-app.ts'
import { waitUntil } from '../../../testing/harness/wait-until.ts'
import { getConversationIdsOfMessage } from '../../../testing/worlds/conversation-ids-of-message.ts'
import { createTenant, type TestTenant } from '../../../testing/worlds/factories.ts'

let test: TestApp
let tenant: TestTenant
let staff: Client
let lead: Client
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())
beforeEach(async () => {
  tenant = await createTenant(test)
  staff = await test.client(tenant.staff.phone)
  lead = await test.client()
})

async function sends(bytes: Buffer, filename: string): Promise<string> {
  const file_id = await uploadFileAsVisitor(lead, tenant.agentId, bytes, filename)
  const sent = await lead.call(sendWebchatMessage, {
    params: { agentId: tenant.agentId },
    body: { content: '', file_id, as: 'document' as const },
    headers: { 'idempotency-key': uuid() },
  })
  return sent.data.message.message_id
}
const shown = async (id: string) =>
  (await staff.call(getConversation, { params: await getConversationIdsOfMessage(test, id) })).data.history.find(
    ({ message_id }) => message_id === id,
  )
const read = async (id: string) =>
  (
    await waitUntil(
      () => shown(id),
      (message) => message?.file_line?.state !== 'reading',
    )
  )?.file_line

describe('a document that a lead sends', () => {
  it('SEE-05 shows what it begins with, without the CPF in it, and the lead sees nothing of that', async () => {
    const pdf = await createPdf([
      { heading: 'Contrato de locação', paragraphs: ['Locatária: Ana Souza, CPF 529.982.247-25, RG 12.345.678-9.'] },
    ])
    const id = await sends(pdf, 'contrato.pdf')
    const line = await read(id)
    expect(line?.state).toBe('done')
    expect(line?.line).toMatch(/^Contrato de locação .*Ana Souza, CPF •+/)
    expect(line?.line).not.toMatch(/\d/)
    const seen = await lead.raw({ method: 'GET', url: `/api/webchat/${tenant.agentId}` })
    expect(seen.body).toContain('contrato.pdf')
    expect(seen.body).not.toContain('Ana Souza')
  })

  it('is read as DOCX too, and what neither is says nothing @wide', async () => {
    const id = await sends(createDocx(['# Proposta', 'Reforma da cozinha.']), 'proposta.docx')
    expect(await read(id)).toEqual({ state: 'done', line: 'Proposta Reforma da cozinha.' })
    const note = await sends(Buffer.from('só um texto'), 'nota.txt')
    expect((await shown(note))?.file_line ?? null).toBeNull()
  })

  it('SEE-06 that is broken is said not to be readable, and the next one is read @wide', async () => {
    const broken = await sends(Buffer.from('%PDF-1.7 nada'), 'nada.pdf')
    const good = await sends(createDocx(['Orçamento']), 'orcamento.docx')
    expect(await read(broken)).toEqual({ state: 'failed', line: '' })
    expect(await read(good)).toEqual({ state: 'done', line: 'Orçamento' })
  })

  it('SEE-06 that swells when it is unpacked, or keeps its reader busy, is given up, and the next one is read @wide', async () => {
    const swells = await sends(createDocx(['a'.repeat(105 * 1024 * 1024)]), 'bomba.docx')
    expect(await read(swells)).toEqual({ state: 'failed', line: '' })
    const slow = await sends(createSlowPdf(), 'lento.pdf')
    const good = await sends(createDocx(['Orçamento']), 'orcamento.docx')
    expect(await read(slow)).toEqual({ state: 'failed', line: '' })
    expect(await read(good)).toEqual({ state: 'done', line: 'Orçamento' })
  }, 120_000)
})
