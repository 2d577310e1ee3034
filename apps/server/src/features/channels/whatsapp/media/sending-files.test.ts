import { getConversation, sendMessage } from '@prosa/contract/calls/conversations/conversations'
import { deleteFile } from '@prosa/contract/calls/conversations/files'
import type { SentMediaType } from '@prosa/contract/entities/conversations/message'
import { sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { META_TOKEN, type MetaDouble } from '../../../../testing/doubles/meta/meta-double.ts'
import { aVoice } from '../../../../testing/files/unique-voice-note.ts'
import { announceTestFile, createJpegFile, uploadFile, uploadFilePart } from '../../../../testing/files/upload-file.ts'
import type { Client } from '../../../../testing/harness/client.ts'
import type { TestApp } from '../../../../testing/harness/test-app.ts'
import { waitUntil } from '../../../../testing/harness/wait-until.ts'
import {
  type ConversationIds,
  createWhatsappFixture,
  type WhatsappFixture,
} from '../../../../testing/worlds/whatsapp/whatsapp-fixture.ts'

let desk: WhatsappFixture
let meta: MetaDouble
let test: TestApp
let staff: Client

beforeAll(async () => {
  desk = await createWhatsappFixture()
  ;({ meta, test, staff } = desk)
})
beforeEach(() => {
  meta.plan = () => 'accept'
  meta.uploadPlan = () => 'accept'
  meta.now = Date.now
})
afterAll(() => desk.close())

let seed = 0
const jpeg = (bytes = 3_000) => createJpegFile(bytes, `${++seed} `)
const pdf = () => Buffer.from(`%PDF-1.7\n${++seed}`)
const opus = (seconds = 1 + ++seed, channels = 1) => aVoice(seconds, channels)

const post = async (
  { leadId, conversationId }: ConversationIds,
  fileId: string,
  as: SentMediaType,
  content = '',
  key = uuid(),
) => {
  const { data } = await staff.call(sendMessage, {
    params: { leadId, conversationId },
    body: { content, file_id: fileId, as },
    headers: { 'idempotency-key': key },
  })
  if (!data?.message) throw new Error('The answer has no message')
  return data.message
}
const uploadsOf = (bytes: Buffer) => meta.uploads.filter((upload) => upload.bytes.equals(bytes))
const sentTo = (phone: string) =>
  meta.accepted.filter(({ body }) => body.to === `+${phone}`).map(({ body }) => body.text?.body ?? body.type ?? '')

describe('a file of ours', () => {
  it.each<[SentMediaType, () => Buffer, string, string, object]>([
    ['image', jpeg, 'praia.jpg', 'image/jpeg', { type: 'image', image: { id: expect.any(String), caption: 'Veja' } }],
    [
      'document',
      pdf,
      'Proposta.pdf',
      'application/pdf',
      { type: 'document', document: { id: expect.any(String), filename: 'Proposta.pdf', caption: 'Veja' } },
    ],
    ['audio', () => opus(), 'a.ogg', 'audio/ogg; codecs=opus', { type: 'audio', audio: { id: expect.any(String) } }],
    [
      'voice',
      () => opus(),
      'voz.ogg',
      'audio/ogg; codecs=opus',
      { type: 'audio', audio: { id: expect.any(String), voice: true } },
    ],
  ])(
    'MEDIA-07 goes out as %s, by its content’s type, and is there to be opened here',
    async (as, make, filename, mimeType, body) => {
      const place = await desk.newPlace()
      const bytes = make()
      const hasCaption = as === 'image' || as === 'document'
      const message = await post(place, await uploadFile(staff, bytes, filename), as, hasCaption ? 'Veja' : '')
      expect(message).toMatchObject({
        type: as === 'voice' ? 'audio' : as,
        content: hasCaption ? 'Veja' : '',
        delivery: 'queued',
        attachment: { mime_type: mimeType, filename, size: bytes.length, url: `/api/media/${message.message_id}` },
      })
      await desk.settled(place, message.message_id, 'sent')
      expect(desk.acceptedOf(message.message_id)[0]?.body).toMatchObject(body)
      expect(uploadsOf(bytes)).toMatchObject([{ mimeType, filename, phoneNumberId: desk.number.phoneNumberId }])
      const served = await staff.raw({ method: 'GET', url: message.attachment?.url ?? '' })
      expect(served).toMatchObject({ statusCode: 200, headers: { 'content-length': String(bytes.length) } })
    },
  )

  it('MEDIA-07 a voice note says how long it is, and Meta finds Opus of one channel in its pages', async () => {
    const place = await desk.newPlace()
    const bytes = opus(7)
    const message = await post(place, await uploadFile(staff, bytes, 'Mensagem de voz.ogg'), 'voice')
    expect(message.attachment).toMatchObject({ voice: true, duration_ms: 7_000 })
    await desk.settled(place, message.message_id, 'sent')
    expect(uploadsOf(bytes)).toMatchObject([{ ogg: { codec: 'opus', channels: 1, durationMs: 7_000 } }])
    // The duration is also set if the content is already stored.
    const again = await post(place, await uploadFile(staff, bytes, 'outra.ogg'), 'voice')
    expect(again.attachment).toMatchObject({ duration_ms: 7_000 })
    await desk.settled(place, again.message_id, 'sent')
  })

  it('MEDIA-07 of two channels is refused before it is sent; and Meta would not have taken it', async () => {
    const stereo = opus(2, 2)
    const announced = await announceTestFile(staff, stereo, 'a.ogg')
    const { body } = await uploadFilePart(staff, announced.id, 1, stereo)
    expect(JSON.parse(body)).toMatchObject({
      data: { state: 'refused', reason: 'O WhatsApp só leva áudio OGG de um canal (mono).' },
    })
    const form = new FormData()
    form.set('messaging_product', 'whatsapp')
    form.set('type', 'audio/ogg; codecs=opus')
    form.set('file', new File([new Uint8Array(stereo)], 'a.ogg', { type: 'audio/ogg; codecs=opus' }))
    const answer = await fetch(`${meta.url}/${desk.number.phoneNumberId}/media`, {
      method: 'POST',
      body: form,
      headers: { authorization: `Bearer ${META_TOKEN}` },
    })
    expect(await answer.json()).toMatchObject({ error: { code: 131053 } })
  })

  it('shows in the list by what it is, and is counted as any message of a person', async () => {
    const place = await desk.newPlace()
    const message = await post(place, await uploadFile(staff, jpeg(), 'a.jpg'), 'image')
    expect(await desk.conversationAt(place)).toMatchObject({
      last_message_preview: 'Imagem',
      last_message_from: 'person',
      total_messages: 2,
    })
    await desk.settled(place, message.message_id, 'sent')
  })

  it('MEDIA-01 sent to many leads travels once to Meta within 29 days, and once more after @wide', async () => {
    const bytes = jpeg()
    const places = await Promise.all(Array.from({ length: 5 }, () => desk.newPlace()))
    const fileId = await uploadFile(staff, bytes, 'tabela.jpg')
    const messages = await Promise.all(places.map((place) => post(place, fileId, 'image')))
    for (const [n, place] of places.entries()) await desk.settled(place, messages[n]?.message_id ?? '', 'sent')
    expect(uploadsOf(bytes)).toHaveLength(1)
    await test.deps.db.system((tx) => tx.db.execute(sql`UPDATE meta_media SET uploaded_at = now() - interval '29 days'`))
    const place = await desk.newPlace()
    await desk.settled(place, (await post(place, fileId, 'image')).message_id, 'sent')
    expect(uploadsOf(bytes)).toHaveLength(2)
  })

  it('the messages of a conversation leave in the order written, behind a file that is still on its way', async () => {
    const place = await desk.newPlace()
    let isOpen = false
    meta.uploadPlan = () => (isOpen ? 'accept' : { code: 131000, status: 500 })
    const before = await desk.send(place, 'Segue a foto')
    const photo = await post(place, await uploadFile(staff, jpeg(), 'a.jpg'), 'image')
    const after = await desk.send(place, 'Gostou?')
    await desk.settled(place, before, 'sent')
    expect((await desk.messageAt(place, after))?.delivery).toBe('queued')
    isOpen = true
    await desk.settled(place, after, 'sent')
    expect((await desk.messageAt(place, photo.message_id))?.delivery).toBe('sent')
    expect(sentTo(place.phone)).toEqual(['Segue a foto', 'image', 'Gostou?'])
  })

  it('that Meta refuses fails with its reason and holds up nobody', async () => {
    const place = await desk.newPlace()
    meta.uploadPlan = () => ({ code: 131053 })
    const photo = await post(place, await uploadFile(staff, jpeg(), 'a.jpg'), 'image')
    const after = await desk.send(place, 'E o texto?')
    await desk.settled(place, after, 'sent')
    expect(await desk.messageAt(place, photo.message_id)).toMatchObject({
      delivery: 'failed',
      delivery_error: 'O WhatsApp recusou o arquivo enviado.',
    })
    expect(sentTo(place.phone)).toEqual(['E o texto?'])
  })

  it('whose upload’s answer is lost is brought again, and sent once @wide', async () => {
    const place = await desk.newPlace()
    const bytes = jpeg()
    const first = meta.uploads.length
    meta.uploadPlan = () => (meta.uploads.length === first ? 'accept-then-reset' : 'accept')
    const photo = await post(place, await uploadFile(staff, bytes, 'a.jpg'), 'image')
    await desk.settled(place, photo.message_id, 'sent')
    expect(uploadsOf(bytes)).toHaveLength(2)
    expect(desk.acceptedOf(photo.message_id)).toHaveLength(1)
  })

  it('whose id Meta no longer knows is brought there once more, and only once @wide', async () => {
    const place = await desk.newPlace()
    const bytes = jpeg()
    const fileId = await uploadFile(staff, bytes, 'a.jpg')
    await desk.settled(place, (await post(place, fileId, 'image')).message_id, 'sent')
    meta.uploads.splice(0)
    const again = await post(place, fileId, 'image')
    await waitUntil(async () => {
      await desk.endWaiting()
      return (await desk.messageAt(place, again.message_id))?.delivery === 'sent'
    })
    expect(uploadsOf(bytes)).toHaveLength(1)
    meta.plan = (body) => (body.image ? { code: 131009 } : 'accept')
    const never = await post(place, fileId, 'image')
    await waitUntil(async () => {
      await desk.endWaiting()
      return (await desk.messageAt(place, never.message_id))?.delivery === 'failed'
    })
    expect(uploadsOf(bytes)).toHaveLength(2)
    expect(desk.attemptsOf(never.message_id)).toBe(2)
  })
})

describe('sending a file', () => {
  it('the same key finds the same message, and anything else under it is refused', async () => {
    const place = await desk.newPlace()
    const [a, b] = [await uploadFile(staff, jpeg(), 'a.jpg'), await uploadFile(staff, jpeg(), 'b.jpg')]
    const first = await post(place, a, 'image', 'Veja', 'one-key')
    expect((await post(place, a, 'image', 'Veja', 'one-key')).message_id).toBe(first.message_id)
    const params = { leadId: place.leadId, conversationId: place.conversationId }
    const headers = { 'idempotency-key': 'one-key' }
    for (const body of [
      { content: 'Veja', file_id: b, as: 'image' as const },
      { content: 'Outra', file_id: a, as: 'image' as const },
      { content: 'Veja' },
    ])
      expect((await staff.refused(sendMessage, { params, body, headers })).status).toBe(409)
    await desk.settled(place, first.message_id, 'sent')
    expect((await staff.call(getConversation, { params })).data.total_messages).toBe(2)
  })

  it('takes no file of somebody else, none that was refused, and none as what it is not', async () => {
    const place = await desk.newPlace()
    const params = { leadId: place.leadId, conversationId: place.conversationId }
    const colleague = await test.client(desk.tenant.operator.phone)
    const theirs = await uploadFile(colleague, jpeg(), 'a.jpg')
    const refused = (body: { content: string; file_id: string; as: SentMediaType }) =>
      staff.refused(sendMessage, { params, body })
    expect((await refused({ content: '', file_id: theirs, as: 'image' })).status).toBe(404)
    const mine = await uploadFile(staff, jpeg(), 'a.jpg')
    const words = 'Este arquivo não pode ser enviado assim.'
    expect(await refused({ content: '', file_id: mine, as: 'voice' })).toMatchObject({
      status: 400,
      fieldErrors: { file: words },
    })
    const program = await uploadFile(staff, Buffer.from('MZ\x90\0\x03\0\0\0', 'latin1'), 'jogo.exe')
    expect(await refused({ content: '', file_id: program, as: 'document' })).toMatchObject({
      status: 400,
      fieldErrors: { file: 'O WhatsApp não leva arquivos .exe. Envie PDF, Office, foto, vídeo MP4 ou áudio.' },
    })
    expect(await refused({ content: 'a'.repeat(1_025), file_id: mine, as: 'image' })).toMatchObject({ status: 400 })
    const sent = await post(place, mine, 'image')
    expect((await staff.refused(deleteFile, { params: { id: mine } })).status).toBe(409)
    await desk.settled(place, sent.message_id, 'sent')
  })
})
