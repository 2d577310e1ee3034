import { sendMessage } from '@prosa/contract/calls/conversations/conversations'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { errors } from '../../../../platform/errors.ts'
import { computeSha256, createJpegFile, uploadFile } from '../../../../testing/files/upload-file.ts'
import {
  type ConversationIds,
  createWhatsappFixture,
  type WhatsappFixture,
} from '../../../../testing/worlds/whatsapp/whatsapp-fixture.ts'
import { uploadMedia } from './upload-media.ts'

let desk: WhatsappFixture
beforeAll(async () => {
  desk = await createWhatsappFixture()
})
afterAll(() => desk.close())

const post = async ({ leadId, conversationId }: ConversationIds, file_id: string) => {
  const { data } = await desk.staff.call(sendMessage, {
    params: { leadId, conversationId },
    body: { content: '', file_id, as: 'image' },
    headers: { 'idempotency-key': uuid() },
  })
  return data?.message?.message_id ?? ''
}
const textsTo = (phone: string) => desk.meta.accepted.filter(({ body }) => body.to === `+${phone}`).map(({ body }) => body.type)

it('MEDIA-03 a file whose bytes are lost fails its message, and what stands behind it leaves', async () => {
  const { test, tenant, staff } = desk
  const place = await desk.newPlace()
  const bytes = createJpegFile(3_000, 'lost')
  const fileId = await uploadFile(staff, bytes, 'a.jpg')
  await test.deps.fileStore.remove(tenant.tenantId, computeSha256(bytes))
  const photo = await post(place, fileId)
  const after = await desk.send(place, 'E o texto?')
  await desk.settled(place, after, 'sent')
  expect(await desk.messageAt(place, photo)).toMatchObject({
    delivery: 'failed',
    delivery_error: 'O arquivo desta mensagem não está mais aqui.',
  })
  expect(textsTo(place.phone)).toEqual(['text'])
})

it('MEDIA-03 while its store is down a file waits, and after the last attempt its message fails and holds up nobody', async () => {
  const { test, tenant, staff } = desk
  const { deps, app } = test
  const place = await desk.newPlace()
  const fileId = await uploadFile(staff, createJpegFile(3_000, 'down'), 'b.jpg')
  const { withBlob } = deps.fileStore
  deps.fileStore.withBlob = () => Promise.reject(errors.unavailable())
  try {
    const photo = await post(place, fileId)
    const after = await desk.send(place, 'Gostou?')
    const { conversationId } = place
    const job = { tenantId: tenant.tenantId, numberId: desk.number.id, fileId, messageId: photo, conversationId }
    for (const failures of [0, 23])
      await expect(uploadMedia(deps, app.modules, job, failures)).rejects.toMatchObject({ statusCode: 503 })
    expect((await desk.messageAt(place, photo))?.delivery).toBe('queued')
    await uploadMedia(deps, app.modules, job, 24)
    await desk.settled(place, after, 'sent')
    expect(await desk.messageAt(place, photo)).toMatchObject({
      delivery: 'failed',
      delivery_error: 'O WhatsApp não recebeu o arquivo desta mensagem.',
    })
    expect(textsTo(place.phone)).toEqual(['text'])
  } finally {
    deps.fileStore.withBlob = withBlob
  }
})
