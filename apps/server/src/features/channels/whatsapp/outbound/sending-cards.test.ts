import { listConversations, sendMessage } from '@prosa/contract/calls/conversations/conversations'
import type { CallBody } from '@prosa/contract/define-call'
import type { SentContact, SentLocation } from '@prosa/contract/entities/conversations/structured-content'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  type ConversationIds,
  createWhatsappFixture,
  type WhatsappFixture,
} from '../../../../testing/worlds/whatsapp/whatsapp-fixture.ts'

let desk: WhatsappFixture
beforeAll(async () => {
  desk = await createWhatsappFixture()
})
beforeEach(() => {
  desk.meta.plan = () => 'accept'
})
afterAll(() => desk.close())

const MASP: SentLocation = { latitude: -23.561414, longitude: -46.655881, name: 'MASP', address: 'Avenida Paulista, 1578' }
const ANA: SentContact = { name: 'Ana Souza', phone: '+5511987654321', email: 'ana@aurora.com.br' }

type Body = CallBody<typeof sendMessage>
const input = (
  { leadId, conversationId }: ConversationIds,
  body: Omit<Body, 'content'> & { content?: string },
  key: string = uuid(),
) => ({
  params: { leadId, conversationId },
  body: { content: '', ...body },
  headers: { 'idempotency-key': key },
})
const post = async (...given: Parameters<typeof input>) => {
  const { data } = await desk.staff.call(sendMessage, input(...given))
  if (!data?.message) throw new Error('The answer has no message')
  return data.message
}
const previewOf = async ({ conversationId }: ConversationIds) => {
  const { data } = await desk.staff.call(listConversations, { params: { agentId: desk.tenant.agentId } })
  return data.conversations.find(({ _id }) => _id === conversationId)?.last_message_preview
}

describe('a place and a person’s card', () => {
  it.each<[string, Omit<Body, 'content'>, object, object, string]>([
    ['a place', { location: MASP }, { type: 'location', attachment: MASP }, { type: 'location', location: MASP }, 'MASP'],
    [
      'a point without a name',
      { location: { latitude: -0, longitude: 180 } },
      { type: 'location', attachment: { latitude: 0, longitude: 180 } },
      { type: 'location', location: { latitude: 0, longitude: 180 } },
      'Localização',
    ],
    [
      'a card',
      { contact: ANA },
      { type: 'contact', attachment: ANA },
      {
        type: 'contacts',
        contacts: [
          {
            name: { formatted_name: 'Ana Souza', first_name: 'Ana' },
            phones: [{ phone: '+5511987654321', wa_id: '5511987654321' }],
            emails: [{ email: 'ana@aurora.com.br' }],
          },
        ],
      },
      'Contato: Ana Souza',
    ],
  ])(
    'MEDIA-19 %s goes out whole, once, and the same call again is the same message',
    async (_what, body, kept, wire, preview) => {
      const place = await desk.newPlace()
      const key = uuid()
      const message = await post(place, body, key)
      expect(message).toMatchObject({ ...kept, content: '', delivery: 'queued', source: 'panel' })
      expect((await post(place, body, key)).message_id).toBe(message.message_id)
      await desk.settled(place, message.message_id, 'sent')
      expect(await previewOf(place)).toBe(preview)
      expect(desk.acceptedOf(message.message_id).map(({ body: sent }) => sent)).toMatchObject([
        { to: `+${place.phone}`, ...wire },
      ])
      expect((await post(place, body, key)).message_id).toBe(message.message_id)
    },
  )

  it('MEDIA-19 leaves in its place among the texts, in answer to one, and waits behind what Meta puts off @wide', async () => {
    const place = await desk.newPlace()
    const question = (await desk.conversationAt(place)).history[0]
    let isFirst = true
    desk.meta.plan = () => {
      const isPutOff = isFirst
      isFirst = false
      return isPutOff ? { code: 131000 } : 'accept'
    }
    await desk.send(place, 'Estamos aqui:')
    const message = await post(place, { location: MASP, reply_to: question?.message_id ?? '' })
    const last = await desk.send(place, 'Até já')
    expect(message.reply_to).toMatchObject({ message_id: question?.message_id })
    await desk.settled(place, last, 'sent')
    const sent = desk.meta.accepted.filter(({ body }) => body.to === `+${place.phone}`).map(({ body }) => body)
    expect(sent.map(({ type }) => type)).toEqual(['text', 'location', 'text'])
    expect(sent[1]?.context?.message_id).toMatch(/^wamid\./)
  }, 30_000)

  it('MEDIA-19 what Meta refuses fails in words, and an answer that was lost is not sent again', async () => {
    const place = await desk.newPlace()
    desk.meta.plan = () => ({ code: 131026 })
    const refused = await post(place, { contact: ANA })
    expect(await desk.settled(place, refused.message_id, 'failed')).toMatchObject({ delivery_error: expect.any(String) })
    desk.meta.plan = () => 'accept-then-reset'
    const lost = await post(place, { location: MASP })
    await desk.settled(place, lost.message_id, 'unknown')
    expect(desk.acceptedOf(lost.message_id)).toHaveLength(1)
  })

  it('MEDIA-19 a key used for anything else is refused', async () => {
    const place = await desk.newPlace()
    const key = uuid()
    await post(place, { location: MASP }, key)
    const text = uuid()
    await post(place, { content: 'Oi' }, text)
    const others: [Parameters<typeof input>[1], string][] = [
      [{ location: { ...MASP, latitude: 1 } }, key],
      [{ location: { latitude: MASP.latitude, longitude: MASP.longitude } }, key],
      [{ contact: ANA }, key],
      [{ content: 'MASP' }, key],
      [{ location: MASP }, text],
    ]
    for (const [body, used] of others)
      expect(await desk.staff.refused(sendMessage, input(place, body, used))).toMatchObject({ status: 409 })
    expect((await desk.conversationAt(place)).history).toHaveLength(3)
  })

  it('MEDIA-19 takes no place off the Earth, no card without a phone, and neither with a text', async () => {
    const place = await desk.newPlace()
    for (const body of [
      { location: { latitude: 90.1, longitude: 0 } },
      { location: { latitude: 0, longitude: -180.1 } },
      { location: { ...MASP, name: ' ' } },
      { contact: { ...ANA, phone: '123' } },
      { contact: { ...ANA, name: '' } },
      { contact: { ...ANA, email: 'ana' } },
      { content: 'Aqui', location: MASP },
      { location: MASP, contact: ANA },
    ])
      expect(await desk.staff.refused(sendMessage, input(place, body))).toMatchObject({ status: 400 })
    expect((await desk.conversationAt(place)).history).toHaveLength(1)
  })
})
