import { listLeadFiles } from '@prosa/contract/calls/conversations/files'
import { mediaPath, sendTemplate } from '@prosa/contract/calls/whatsapp/channels'
import { buildPath } from '@prosa/contract/http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createJpegFile, uploadFile } from '../../../../testing/files/upload-file.ts'
import { waitUntil } from '../../../../testing/harness/wait-until.ts'
import { createWhatsappFixture, type WhatsappFixture } from '../../../../testing/worlds/whatsapp/whatsapp-fixture.ts'

let desk: WhatsappFixture
beforeAll(async () => {
  desk = await createWhatsappFixture()
  const made = { language: 'pt_BR', status: 'APPROVED', category: 'UTILITY' }
  desk.meta.templates.push(
    {
      ...made,
      name: 'com_foto',
      components: [
        { type: 'HEADER', format: 'IMAGE', example: { header_handle: ['https://scontent.example/x'] } },
        { type: 'BODY', text: 'Oi {{1}}, veja a fachada.' },
        {
          type: 'BUTTONS',
          buttons: [
            { type: 'QUICK_REPLY', text: 'Gostei' },
            { type: 'URL', text: 'Abrir', url: 'https://aurora.example/{{1}}' },
            { type: 'COPY_CODE', text: 'Copiar código' },
          ],
        },
      ],
    },
    {
      ...made,
      name: 'proposta',
      components: [
        { type: 'HEADER', format: 'DOCUMENT' },
        { type: 'BODY', text: 'Segue a proposta.' },
      ],
    },
    {
      ...made,
      name: 'tour',
      components: [
        { type: 'HEADER', format: 'VIDEO' },
        { type: 'BODY', text: 'Veja por dentro.' },
      ],
    },
  )
})
afterAll(() => desk.close())

const BUTTONS = [
  { index: 1, value: 'visita/42' },
  { index: 2, value: 'VOLTE10' },
]
const closed = async () => {
  const { leadId, conversationId } = await desk.newPlace()
  const params = { leadId, conversationId }
  await desk.age(params, 25)
  return params
}

describe('templates with a file or an address', () => {
  it('TPL-01 go out with the chosen file, once at Meta, and with what fills their buttons', async () => {
    const params = await closed()
    const header_file_id = await uploadFile(desk.staff, createJpegFile(20_000, 7), 'fachada.jpg')
    const body = { name: 'com_foto', language: 'pt_BR', body: ['Ana'], header_file_id, buttons: BUTTONS }
    const input = { params, body, headers: { 'idempotency-key': 'photo-1' } }
    const { message } = (await desk.staff.call(sendTemplate, input)).data
    // Displayed as an image with the text as its caption.
    expect(message).toMatchObject({
      type: 'image',
      content: 'Oi Ana, veja a fachada.',
      attachment: { filename: 'fachada.jpg', mime_type: 'image/jpeg', size: 20_000 },
    })
    // The conversation loads the thumbnail, as for any image (MEDIA-14).
    expect(message.attachment?.thumb_url).toBe(`${message.attachment?.url}?size=thumb`)
    await desk.settled(params, message.message_id, 'sent')
    const uploaded = desk.meta.uploads.at(-1)
    expect(desk.acceptedOf(message.message_id).map(({ body: sent }) => sent.template?.components)).toEqual([
      [
        { type: 'header', parameters: [{ type: 'image', image: { id: uploaded?.id } }] },
        { type: 'body', parameters: [{ type: 'text', text: 'Ana' }] },
        { type: 'button', sub_type: 'url', index: '1', parameters: [{ type: 'text', text: 'visita/42' }] },
        { type: 'button', sub_type: 'copy_code', index: '2', parameters: [{ type: 'coupon_code', coupon_code: 'VOLTE10' }] },
      ],
    ])
    expect(uploaded).toMatchObject({ mimeType: 'image/jpeg', filename: 'fachada.jpg' })
    const served = await desk.staff.raw({ method: 'GET', url: `/api${buildPath(mediaPath, { messageId: message.message_id })}` })
    expect(served.statusCode).toBe(200)
    // A retry with the same key returns the same message; with other values it is a conflict.
    expect((await desk.staff.call(sendTemplate, input)).data.message.message_id).toBe(message.message_id)
    const other = [{ index: 1, value: 'outra' }, BUTTONS[1] as (typeof BUTTONS)[number]]
    expect(await desk.staff.refused(sendTemplate, { ...input, body: { ...body, buttons: other } })).toMatchObject({ status: 409 })
    const another = await uploadFile(desk.staff, createJpegFile(20_000, 8), 'outra.jpg')
    expect(await desk.staff.refused(sendTemplate, { ...input, body: { ...body, header_file_id: another } })).toMatchObject({
      status: 409,
    })
    // The file is not uploaded again for another recipient.
    const elsewhere = await closed()
    const again = (await desk.staff.call(sendTemplate, { params: elsewhere, body })).data.message
    await desk.settled(elsewhere, again.message_id, 'sent')
    expect(desk.meta.uploads.filter(({ filename }) => filename === 'fachada.jpg')).toHaveLength(1)
  })

  it('TPL-01 name a document, and take no file of another kind, nor somebody else’s', async () => {
    const params = await closed()
    const file = await uploadFile(desk.staff, Buffer.from('Proposta de visita'), 'proposta.txt')
    const send = (name: string, header_file_id: string) => ({ params, body: { name, language: 'pt_BR', header_file_id } })
    const { message } = (await desk.staff.call(sendTemplate, send('proposta', file))).data
    await desk.settled(params, message.message_id, 'sent')
    expect(desk.acceptedOf(message.message_id)[0]?.body.template?.components[0]).toEqual({
      type: 'header',
      parameters: [{ type: 'document', document: { id: desk.meta.uploads.at(-1)?.id, filename: 'proposta.txt' } }],
    })
    expect(await desk.staff.refused(sendTemplate, send('tour', file))).toMatchObject({ status: 400 })
    const theirs = await uploadFile(await desk.test.client(desk.tenant.admin.phone), Buffer.from('Outra'), 'outra.txt')
    expect(await desk.staff.refused(sendTemplate, send('proposta', theirs))).toMatchObject({ status: 404 })
  })

  it('TPL-01 stand among the files of the lead as what they carry', async () => {
    const params = await closed()
    const picture = await uploadFile(desk.staff, createJpegFile(20_000, 9), 'sala.jpg')
    const proposal = await uploadFile(desk.staff, Buffer.from('Proposta da sala'), 'sala.txt')
    for (const body of [
      { name: 'com_foto', language: 'pt_BR', body: ['Ana'], header_file_id: picture, buttons: BUTTONS },
      { name: 'proposta', language: 'pt_BR', header_file_id: proposal },
    ])
      await desk.staff.call(sendTemplate, { params, body })
    const list = async (query = {}) => {
      const { files } = (await desk.staff.call(listLeadFiles, { params: { id: params.leadId }, query })).data
      return files.map(({ kind, attachment }) => [kind, attachment.filename, Boolean(attachment.thumb_url)])
    }
    expect(await list()).toEqual([
      ['document', 'sala.txt', false],
      ['image', 'sala.jpg', true],
    ])
    expect(await list({ kind: 'image' })).toEqual([['image', 'sala.jpg', true]])
  })

  it('TPL-01 are brought to Meta anew, once, when it knows their file no more @wide', async () => {
    const params = await closed()
    const header_file_id = await uploadFile(desk.staff, Buffer.from('Esquecida'), 'esquecida.txt')
    const send = async () => {
      const body = { name: 'proposta', language: 'pt_BR', header_file_id }
      const { message } = (await desk.staff.call(sendTemplate, { params, body })).data
      return message.message_id
    }
    await desk.settled(params, await send(), 'sent')
    desk.meta.uploads.splice(0)
    const second = await send()
    await waitUntil(() => desk.attemptsOf(second))
    await waitUntil(
      () => desk.endWaiting().then(() => desk.messageAt(params, second)),
      (found) => found?.delivery === 'sent',
    )
    expect(desk.meta.uploads).toHaveLength(1)
  })
})
