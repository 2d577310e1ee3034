import { getConversation, sendMessage } from '@prosa/contract/calls/conversations/conversations'
import { listTemplates, sendTemplate } from '@prosa/contract/calls/whatsapp/channels'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MetaTemplate } from '../../../../testing/doubles/meta/meta-templates.ts'
import { createConversation } from '../../../../testing/worlds/factories.ts'
import { createWhatsappFixture, type WhatsappFixture } from '../../../../testing/worlds/whatsapp/whatsapp-fixture.ts'

let desk: WhatsappFixture

const template = (name: string, components: MetaTemplate['components'], status = 'APPROVED') => ({
  name,
  language: 'pt_BR',
  status,
  category: 'UTILITY',
  components,
})

beforeAll(async () => {
  desk = await createWhatsappFixture()
  desk.meta.templates.push(
    template('retomar', [
      { type: 'HEADER', format: 'TEXT', text: 'Olá, {{1}}!' },
      { type: 'BODY', text: 'Sua visita a {{1}} ficou para {{2}}. Confirma, {{ 1 }}?' },
      { type: 'FOOTER', text: 'Aurora Imóveis' },
      { type: 'BUTTONS', buttons: [{ type: 'QUICK_REPLY', text: 'Sim' }] },
    ]),
    template('com_nomes', [{ type: 'BODY', text: 'Oi {{nome}}, tudo bem?' }]),
    template('simples', [{ type: 'BODY', text: 'Podemos continuar?' }]),
    template('com_foto', [
      { type: 'HEADER', format: 'IMAGE' },
      { type: 'BODY', text: 'Veja' },
    ]),
    template('com_link', [
      { type: 'BODY', text: 'Veja' },
      { type: 'BUTTONS', buttons: [{ type: 'URL', text: 'Abrir', url: 'https://x/{{1}}' }] },
    ]),
    template('de_produto', [
      { type: 'HEADER', format: 'PRODUCT' },
      { type: 'BODY', text: 'Veja este' },
    ]),
    template('em_analise', [{ type: 'BODY', text: 'Ainda não' }], 'PENDING'),
  )
})
afterAll(() => desk.close())

const place = async () => {
  const { leadId, conversationId } = await desk.newPlace()
  return { leadId, conversationId }
}

describe('templates', () => {
  it('PROV-04 are the approved ones of the conversation’s number, all pages of them, with their places', async () => {
    const { templates } = (await desk.staff.call(listTemplates, { params: await place() })).data
    expect(templates.map(({ name }) => name)).toEqual(['com_foto', 'com_link', 'com_nomes', 'retomar', 'simples', 'de_produto'])
    expect(templates[3]).toEqual({
      name: 'retomar',
      language: 'pt_BR',
      category: 'UTILITY',
      header: { text: 'Olá, {{1}}!', places: ['1'] },
      body: { text: 'Sua visita a {{1}} ficou para {{2}}. Confirma, {{ 1 }}?', places: ['1', '2'] },
      footer: 'Aurora Imóveis',
      header_file: null,
      buttons: [{ type: 'QUICK_REPLY', text: 'Sim' }],
      unsupported: null,
    })
    expect(templates.find(({ name }) => name === 'de_produto')?.unsupported).toContain('ainda não se envia por aqui')
    expect(desk.meta.strangers).toBe(0)
  })

  it('a conversation on another channel has none', async () => {
    const webchat = await createConversation(desk.test, desk.tenant, { history: 'h' })
    expect((await desk.staff.call(listTemplates, { params: webchat })).data.templates).toEqual([])
  })

  it('PROV-04 reopen a conversation whose window is closed, filled in by whoever is on it, once per key', async () => {
    const params = await place()
    await desk.age(params, 25)
    const operator = await desk.test.client(desk.tenant.operator.phone)
    expect(await operator.refused(sendMessage, { params, body: { content: 'Oi?' } })).toMatchObject({ status: 400 })
    const wanted = { name: 'retomar', language: 'pt_BR', header: ['Ana'], body: ['Vila Nova', 'sexta'] }
    const input = { params, body: wanted, headers: { 'idempotency-key': 'reopen-1' } }
    const [first, second] = await Promise.all([operator.call(sendTemplate, input), operator.call(sendTemplate, input)])
    const { message } = first.data
    expect(second.data.message.message_id).toBe(message.message_id)
    expect(message).toMatchObject({
      type: 'template',
      manual: true,
      content: 'Olá, Ana!\n\nSua visita a Vila Nova ficou para sexta. Confirma, Vila Nova?\n\nAurora Imóveis',
      sender: { name: desk.tenant.operator.name },
    })
    await desk.settled(params, message.message_id, 'sent')
    expect(desk.acceptedOf(message.message_id).map(({ body }) => body)).toEqual([
      expect.objectContaining({
        type: 'template',
        template: {
          name: 'retomar',
          language: { code: 'pt_BR' },
          components: [
            { type: 'header', parameters: [{ type: 'text', text: 'Ana' }] },
            {
              type: 'body',
              parameters: [
                { type: 'text', text: 'Vila Nova' },
                { type: 'text', text: 'sexta' },
              ],
            },
          ],
        },
      }),
    ])
    expect((await operator.call(getConversation, { params })).data.total_messages).toBe(2)
  })

  it('fill named places by name, and none where there are none', async () => {
    const params = await place()
    const body = (name: string, values?: string[]) => ({ name, language: 'pt_BR', ...(values ? { body: values } : {}) })
    const named = (await desk.staff.call(sendTemplate, { params, body: body('com_nomes', ['Bia']) })).data.message
    const plain = (await desk.staff.call(sendTemplate, { params, body: body('simples') })).data.message
    expect([named.content, plain.content]).toEqual(['Oi Bia, tudo bem?', 'Podemos continuar?'])
    await desk.settled(params, plain.message_id, 'sent')
    expect(desk.acceptedOf(named.message_id)[0]?.body.template?.components).toEqual([
      { type: 'body', parameters: [{ type: 'text', parameter_name: 'nome', text: 'Bia' }] },
    ])
    expect(desk.acceptedOf(plain.message_id)[0]?.body.template?.components).toEqual([])
  })

  it('count as messages of their sender: thirty in a minute, with texts', async () => {
    const params = await place()
    const admin = await desk.test.client(desk.tenant.admin.phone)
    const input = { params, body: { name: 'simples', language: 'pt_BR' }, headers: { 'idempotency-key': 'many' } }
    for (let n = 0; n < 30; n++) await admin.call(sendTemplate, input)
    expect(await admin.refused(sendTemplate, input)).toMatchObject({ status: 429 })
    expect(await admin.refused(sendMessage, { params, body: { content: 'Oi' } })).toMatchObject({ status: 429 })
  })

  it.each([
    ['too few values', { name: 'retomar', language: 'pt_BR', header: ['Ana'], body: ['um'] }],
    ['too many values', { name: 'simples', language: 'pt_BR', body: ['um'] }],
    ['an empty value', { name: 'com_nomes', language: 'pt_BR', body: [' '] }],
    ['a line break in a value', { name: 'com_nomes', language: 'pt_BR', body: ['a\nb'] }],
    ['a template that waits for approval', { name: 'em_analise', language: 'pt_BR' }],
    ['another language', { name: 'simples', language: 'en_US' }],
    ['a file that is missing', { name: 'com_foto', language: 'pt_BR' }],
    ['a file that nothing asks for', { name: 'simples', language: 'pt_BR', header_file_id: 'f1' }],
    ['an address that is not filled', { name: 'com_link', language: 'pt_BR' }],
    ['a button that nothing asks for', { name: 'simples', language: 'pt_BR', buttons: [{ index: 0, value: 'a' }] }],
    ['a space in an address', { name: 'com_link', language: 'pt_BR', buttons: [{ index: 0, value: 'a b' }] }],
    ['a header of another kind', { name: 'de_produto', language: 'pt_BR' }],
  ])('are refused with %s, and nothing is stored', async (_what, body) => {
    const params = await place()
    expect(await desk.staff.refused(sendTemplate, { params, body })).toMatchObject({ status: 400, code: 'VALIDATION_ERROR' })
    expect((await desk.conversationAt(params)).total_messages).toBe(1)
  })
})
