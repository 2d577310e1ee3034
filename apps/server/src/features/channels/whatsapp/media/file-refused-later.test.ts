import { sendMessage } from '@prosa/contract/calls/conversations/conversations'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { uploadFile } from '../../../../testing/files/upload-file.ts'
import { createWhatsappFixture, type WhatsappFixture } from '../../../../testing/worlds/whatsapp/whatsapp-fixture.ts'

let desk: WhatsappFixture

beforeAll(async () => {
  desk = await createWhatsappFixture()
})
afterAll(() => desk.close())

it('MEDIA-01 what Meta refuses of a file after it took the message is brought there anew for the next one, who waits for nothing', async () => {
  const bytes = Buffer.from(`%PDF-1.7 ${crypto.randomUUID()}\n`)
  const fileId = await uploadFile(desk.staff, bytes, 'tabela.pdf')
  const send = async () => {
    const { leadId, conversationId, ...place } = await desk.newPlace()
    const params = { leadId, conversationId }
    const { data } = await desk.staff.call(sendMessage, { params, body: { content: '', file_id: fileId, as: 'document' } })
    const id = data?.message?.message_id ?? ''
    await desk.settled({ ...place, ...params }, id, 'sent')
    return id
  }
  const brought = () => desk.meta.uploads.length
  const first = await send()
  await send()
  expect(brought()).toBe(1)
  await desk.tell([{ id: desk.acceptedOf(first)[0]?.id ?? '', status: 'failed', code: 131_053 }])
  await send()
  expect(brought()).toBe(2)
})
