import { listConversations } from '@prosa/contract/calls/conversations/conversations'
import { getLead } from '@prosa/contract/calls/conversations/leads'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildEchoWebhook } from '../../../../testing/doubles/meta-webhooks/meta-history-webhooks.ts'
import {
  buildMessageWebhook,
  buildTextBody,
  buildWebhook,
  getUnixSeconds,
} from '../../../../testing/doubles/meta-webhooks/meta-webhook-payloads.ts'
import type { TestApp } from '../../../../testing/harness/test-app.ts'
import { deliverTestWebhook } from '../../../../testing/worlds/whatsapp/meta-test-app.ts'
import {
  createUniquePhone,
  createUniqueWamid,
  createWhatsappFixture,
  type WhatsappFixture,
} from '../../../../testing/worlds/whatsapp/whatsapp-fixture.ts'

let desk: WhatsappFixture
let test: TestApp
let number: string

beforeAll(async () => {
  desk = await createWhatsappFixture()
  test = desk.test
  number = desk.number.phoneNumberId
})
afterAll(() => desk.close())

describe('messages', () => {
  it('PROV-04 a lead that writes appears with name, phone and origin, once, however often it is told', async () => {
    const phone = createUniquePhone()
    const said = buildMessageWebhook(
      number,
      { phone, userId: `BR.${phone}`, name: 'Rita Lobo' },
      createUniqueWamid(),
      buildTextBody('Quero saber o preço'),
    )
    const answers = await Promise.all(Array.from({ length: 5 }, () => deliverTestWebhook(test, said)))
    expect(answers).toEqual([200, 200, 200, 200, 200])
    const place = await desk.writtenBy(phone, 1)
    expect(place).toMatchObject({ lead_name: 'Rita Lobo', channel: 'whatsapp', unreadCount: 1 })
    await deliverTestWebhook(test, said)
    const [message, ...more] = await desk.historyOf(place)
    expect(more).toEqual([])
    expect(message).toMatchObject({ role: 'humano', type: 'text', content: 'Quero saber o preço', seq: 1 })
    expect((await desk.staff.call(getLead, { params: { id: place.lead_id } })).data).toMatchObject({ origin: 'WhatsApp' })
  })

  it('messages of one delivery are put in the order in which they were written', async () => {
    const phone = createUniquePhone()
    const at = getUnixSeconds() - 60
    const parts = [3, 1, 2].map((n) =>
      buildMessageWebhook(number, { phone }, createUniqueWamid(), buildTextBody(`Parte ${n}`), at + n),
    )
    const values = parts.map((part) => part.entry[0]?.changes[0]?.value as unknown as { messages: object[]; contacts: object[] })
    const together = buildWebhook(number, 'messages', {
      contacts: values[0]?.contacts,
      messages: values.flatMap((v) => v.messages),
    })
    await deliverTestWebhook(test, together)
    const history = await desk.historyOf(await desk.writtenBy(phone, 3))
    expect(history.map((m) => m.content)).toEqual(['Parte 1', 'Parte 2', 'Parte 3'])
  })

  it.each([
    [
      'image',
      { type: 'image', image: { caption: 'Olha', mime_type: 'image/jpeg', sha256: 'x', id: '1' } },
      { type: 'image', content: 'Olha' },
    ],
    [
      'voice note',
      { type: 'audio', audio: { mime_type: 'audio/ogg; codecs=opus', sha256: 'x', id: '2', voice: true } },
      { type: 'audio', attachment: { voice: true } },
    ],
    ['video', { type: 'video', video: { mime_type: 'video/mp4', sha256: 'x', id: '3' } }, { type: 'video' }],
    ['sticker', { type: 'sticker', sticker: { mime_type: 'image/webp', sha256: 'x', id: '4' } }, { type: 'sticker' }],
    [
      'document',
      { type: 'document', document: { filename: 'recibo.pdf', mime_type: 'application/pdf', sha256: 'x', id: '5' } },
      { type: 'document', attachment: { filename: 'recibo.pdf' } },
    ],
    [
      'location',
      { type: 'location', location: { latitude: 37.44, longitude: -122.16, name: 'Café', address: 'Rua A' } },
      { type: 'location', attachment: { latitude: 37.44, longitude: -122.16, name: 'Café' } },
    ],
    [
      'contact',
      { type: 'contacts', contacts: [{ name: { formatted_name: 'Zé' }, phones: [{ phone: '+5511999' }] }] },
      { type: 'contact', attachment: { name: 'Zé', phone: '+5511999', contacts: [{ name: 'Zé', phone: '+5511999' }] } },
    ],
    [
      'contacts',
      {
        type: 'contacts',
        contacts: [
          { name: { formatted_name: 'Zé' }, phones: [{ phone: '+5511999' }] },
          {
            name: { formatted_name: 'Rute' },
            phones: [{ wa_id: '5511911112222' }],
            emails: [{ email: 'rute@exemplo.com', type: 'WORK' }],
          },
        ],
      },
      {
        type: 'contact',
        content: '',
        attachment: {
          name: 'Zé',
          phone: '+5511999',
          contacts: [
            { name: 'Zé', phone: '+5511999' },
            { name: 'Rute', phone: '5511911112222', email: 'rute@exemplo.com' },
          ],
        },
      },
    ],
    [
      'contact with several phones and e-mails, a company and an empty name',
      {
        type: 'contacts',
        contacts: [
          {
            name: { formatted_name: '', first_name: 'Zé' },
            org: { company: 'Imobiliária Sol', title: 'Corretor' },
            phones: [
              { phone: '+55 11 3333-4444' },
              { phone: '+55 11 98888-1111', wa_id: '5511988881111' },
              { phone: '+55 11 3333-4444' },
              null,
            ],
            emails: [{ email: 'ze@sol.com.br' }, { email: 'ze@exemplo.com' }],
          },
          { name: {}, org: { company: 'Portaria' }, phones: [{ phone: '+55 11 2222-0000' }] },
        ],
      },
      {
        type: 'contact',
        content: '',
        attachment: {
          name: 'Zé',
          phone: '+55 11 3333-4444',
          email: 'ze@sol.com.br',
          contacts: [
            {
              name: 'Zé',
              company: 'Imobiliária Sol, Corretor',
              phone: '+55 11 3333-4444',
              phones: ['+55 11 3333-4444', '+55 11 98888-1111'],
              email: 'ze@sol.com.br',
              emails: ['ze@sol.com.br', 'ze@exemplo.com'],
            },
            { name: 'Portaria', company: 'Portaria', phone: '+55 11 2222-0000' },
          ],
        },
      },
    ],
    [
      'button of ours',
      { type: 'interactive', interactive: { type: 'button_reply', button_reply: { id: 'b1', title: 'Cancelar' } } },
      { type: 'text', content: 'Cancelar' },
    ],
    [
      'list choice',
      {
        type: 'interactive',
        interactive: { type: 'list_reply', list_reply: { id: 'l1', title: 'Expresso', description: '2 dias' } },
      },
      { type: 'text', content: 'Expresso' },
    ],
    ['template’s button', { type: 'button', button: { payload: 'p', text: 'Sim' } }, { type: 'text', content: 'Sim' }],
    [
      'reaction',
      { type: 'reaction', reaction: { message_id: 'wamid.X', emoji: '❤️' } },
      { type: 'reaction', content: 'Reagiu com ❤️' },
    ],
    [
      'removed reaction',
      { type: 'reaction', reaction: { message_id: 'wamid.X' } },
      { type: 'reaction', content: 'Removeu a reação' },
    ],
    [
      'notice',
      { type: 'system', system: { body: 'Mudou de número', type: 'user_changed_number' } },
      { type: 'system', content: 'Mudou de número' },
    ],
    ['type that the API lacks', { type: 'unsupported', errors: [{ code: 131051 }] }, { type: 'unsupported' }],
    ['type of tomorrow', { type: 'hologram', hologram: {} }, { type: 'hologram' }],
    ['text that PostgreSQL cannot keep', buildTextBody('a\u0000b\ud800'), { type: 'text', content: 'ab\ufffd' }],
    [
      'advertisement and quoted message that PostgreSQL cannot keep',
      {
        ...buildTextBody('Vi o anúncio'),
        referral: { source_id: '1', source_type: 'ad', headline: 'Oferta \ud83d', ctwa_clid: 'x\u0000' },
        context: { id: 'wamid.\u0000\udc00' },
      },
      { type: 'text', content: 'Vi o anúncio' },
    ],
    [
      'file whose names PostgreSQL cannot keep',
      {
        type: 'document',
        document: { filename: 'a\u0000.pdf', mime_type: 'application/\ud800', sha256: 'x\u0000', id: '6\u0000' },
      },
      { type: 'document', attachment: { filename: 'a.pdf' } },
    ],
  ])('PROV-04 stores a %s as what it is', async (_what, body, expected) => {
    const phone = createUniquePhone()
    expect(await deliverTestWebhook(test, buildMessageWebhook(number, { phone }, createUniqueWamid(), body))).toBe(200)
    const place = await desk.writtenBy(phone, 1)
    expect((await desk.historyOf(place))[0]).toMatchObject({ role: 'humano', ...expected })
    expect(place.last_message_preview).not.toBe('')
  })

  it('PROV-04 a reaction names the message that it is to, and says when it was taken back', async () => {
    const phone = createUniquePhone()
    const id = createUniqueWamid()
    const react = (reaction: object) =>
      buildMessageWebhook(number, { phone }, createUniqueWamid(), { type: 'reaction', reaction })
    await deliverTestWebhook(test, buildMessageWebhook(number, { phone }, id, buildTextBody('Fechado!')))
    await deliverTestWebhook(test, react({ message_id: id, emoji: '🎉' }))
    await deliverTestWebhook(test, react({ message_id: id }))
    await deliverTestWebhook(test, react({ message_id: 'wamid.of-somebody-else', emoji: '👍' }))
    const [said, ...reactions] = await desk.historyOf(await desk.writtenBy(phone, 4))
    const to = said?.message_id
    expect(said?.reaction).toBeUndefined()
    expect(reactions.map(({ reaction }) => reaction)).toEqual([
      { to, emoji: '🎉' },
      { to, emoji: null },
      { to: null, emoji: '👍' },
    ])
  })

  it('two reactions that borrow one id are two, the same one twice is one', async () => {
    const phone = createUniquePhone()
    const id = createUniqueWamid()
    const react = (emoji: string, at: number) =>
      buildMessageWebhook(number, { phone }, id, { type: 'reaction', reaction: { message_id: 'wamid.X', emoji } }, at)
    await deliverTestWebhook(test, buildMessageWebhook(number, { phone }, id, buildTextBody('Oi')))
    const at = getUnixSeconds()
    await deliverTestWebhook(test, react('❤️', at))
    await deliverTestWebhook(test, react('❤️', at))
    await deliverTestWebhook(test, react('👍', at + 1))
    const place = await desk.writtenBy(phone, 3)
    expect((await desk.historyOf(place)).map((m) => m.content)).toEqual(['Oi', 'Reagiu com ❤️', 'Reagiu com 👍'])
  })

  it('an advertisement is the lead’s origin', async () => {
    const phone = createUniquePhone()
    const referral = { source_id: '238', source_type: 'ad', headline: 'Apartamentos', ctwa_clid: 'abc' }
    await deliverTestWebhook(
      test,
      buildMessageWebhook(number, { phone }, createUniqueWamid(), { ...buildTextBody('Vi o anúncio'), referral }),
    )
    const place = await desk.writtenBy(phone, 1)
    expect((await desk.staff.call(getLead, { params: { id: place.lead_id } })).data.origin).toBe('Anúncio: Apartamentos')
  })

  it('a message that comes late does not look like the newest in the list: neither preview, place nor time change', async () => {
    const [phone, other] = [createUniquePhone(), createUniquePhone()]
    const listed = async () =>
      (await desk.conversations()).map((row) => row.phone).filter((one) => one === `+${phone}` || one === `+${other}`)
    await deliverTestWebhook(test, buildMessageWebhook(number, { phone }, createUniqueWamid(), buildTextBody('Agora')))
    const before = await desk.writtenBy(phone, 1)
    await deliverTestWebhook(test, buildMessageWebhook(number, { phone: other }, createUniqueWamid(), buildTextBody('Outro')))
    await desk.writtenBy(other, 1)
    const wamid = createUniqueWamid()
    await deliverTestWebhook(
      test,
      buildMessageWebhook(number, { phone }, wamid, buildTextBody('De ontem'), getUnixSeconds() - 90_000),
    )
    const after = await desk.writtenBy(phone, 2)
    expect(after).toEqual({ ...before, unreadCount: 2, total_messages: 2, last_seq: 2 })
    expect(await listed()).toEqual([`+${other}`, `+${phone}`])
    const query = { updated_since: new Date(Date.now() - 1_000).toISOString() }
    const changed = await desk.staff.call(listConversations, { params: { agentId: desk.tenant.agentId }, query })
    expect(changed.data.conversations.map(({ _id }) => _id)).toContain(after._id)
    await deliverTestWebhook(
      test,
      buildEchoWebhook(number, phone, createUniqueWamid(), buildTextBody('Resposta de ontem'), getUnixSeconds() - 80_000),
    )
    expect(await desk.writtenBy(phone, 3)).toMatchObject({ last_message_preview: 'Agora', last_message_from: 'lead' })
    await deliverTestWebhook(test, buildMessageWebhook(number, { phone }, createUniqueWamid(), buildTextBody('A mais nova')))
    expect((await desk.writtenBy(phone, 4)).last_message_preview).toBe('A mais nova')
    expect((await listed())[0]).toBe(`+${phone}`)
  })

  it('a message that comes late keeps its time, and does not reopen the window', async () => {
    const phone = createUniquePhone()
    await deliverTestWebhook(
      test,
      buildMessageWebhook(number, { phone }, createUniqueWamid(), buildTextBody('Agora'), getUnixSeconds()),
    )
    const recent = (await desk.writtenBy(phone, 1)).last_client_message_at
    await deliverTestWebhook(
      test,
      buildMessageWebhook(number, { phone }, createUniqueWamid(), buildTextBody('De ontem'), getUnixSeconds() - 90_000),
    )
    const place = await desk.writtenBy(phone, 2)
    expect(place.last_client_message_at).toBe(recent)
    const late = (await desk.historyOf(place))[1]
    expect(Date.parse(late?.timestamp ?? '')).toBeLessThan(Date.now() - 80_000_000)
    const ahead = createUniquePhone()
    await deliverTestWebhook(
      test,
      buildMessageWebhook(number, { phone: ahead }, createUniqueWamid(), buildTextBody('Do futuro'), getUnixSeconds() + 9_000),
    )
    expect(Date.parse((await desk.writtenBy(ahead, 1)).last_client_message_at ?? '')).toBeLessThanOrEqual(Date.now())
  })
})
