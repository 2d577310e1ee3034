import { getConversation, sendMessage } from '@prosa/contract/calls/conversations/conversations'
import { listTemplates, sendTemplate } from '@prosa/contract/calls/whatsapp/channels'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createWhatsappFixture, type WhatsappFixture } from '../../../../testing/worlds/whatsapp/whatsapp-fixture.ts'

let desk: WhatsappFixture
beforeAll(async () => {
  desk = await createWhatsappFixture()
  const made = { language: 'pt_BR', status: 'APPROVED', category: 'UTILITY' }
  const body = (text: string) => ({ type: 'BODY', text })
  desk.meta.templates.push(
    { ...made, name: 'no_mapa', components: [{ type: 'HEADER', format: 'LOCATION' }, body('Oi {{1}}, esperamos você aqui.')] },
    { ...made, name: 'simples', components: [body('Podemos continuar?')] },
  )
})
afterAll(() => desk.close())

const AURORA = { latitude: -23.561414, longitude: -46.655881, name: 'Aurora Imóveis', address: 'Av. Paulista, 1000' }

const closed = async () => {
  const { leadId, conversationId } = await desk.newPlace()
  await desk.age({ leadId, conversationId }, 25)
  return { leadId, conversationId }
}
const filled = { name: 'no_mapa', language: 'pt_BR', body: ['Ana'], header_location: AURORA }

it('TPL-01 a template with a place in its header goes out with the place that is chosen, and is shown as what it carries', async () => {
  const params = await closed()
  const { templates } = (await desk.staff.call(listTemplates, { params })).data
  expect(templates.find(({ name }) => name === 'no_mapa')).toMatchObject({
    header_location: true,
    header: null,
    unsupported: null,
  })
  expect(templates.find(({ name }) => name === 'simples')).not.toHaveProperty('header_location')

  const input = { params, body: filled, headers: { 'idempotency-key': 'place-1' } }
  const { message } = (await desk.staff.call(sendTemplate, input)).data
  expect(message).toMatchObject({ type: 'location', content: 'Oi Ana, esperamos você aqui.', attachment: AURORA })
  await desk.settled(params, message.message_id, 'sent')
  expect(desk.acceptedOf(message.message_id).map(({ body }) => body.template?.components)).toEqual([
    [
      {
        type: 'header',
        parameters: [{ type: 'location', location: { ...AURORA, latitude: '-23.561414', longitude: '-46.655881' } }],
      },
      { type: 'body', parameters: [{ type: 'text', text: 'Ana' }] },
    ],
  ])
  const { history } = (await desk.staff.call(getConversation, { params })).data
  expect(history.at(-1)).toMatchObject({ type: 'location', attachment: AURORA, delivery: 'sent' })
  expect((await desk.conversationAt(params)).last_message_preview).toBe('Oi Ana, esperamos você aqui.')
})

it('TPL-01 the same key is the same place, and with another one, or none, a contradiction', async () => {
  const params = await closed()
  const input = { params, body: filled, headers: { 'idempotency-key': 'place-2' } }
  const { message } = (await desk.staff.call(sendTemplate, input)).data
  expect((await desk.staff.call(sendTemplate, input)).data.message.message_id).toBe(message.message_id)
  const elsewhere = { ...filled, header_location: { ...AURORA, latitude: -23.6 } }
  expect(await desk.staff.refused(sendTemplate, { ...input, body: elsewhere })).toMatchObject({ status: 409 })
})

it('TPL-01 a place that is missing, is not whole, or is not asked for is refused in words, and needs no open window', async () => {
  const params = await closed()
  const refused = async (body: object) => {
    const { status, fieldErrors } = await desk.staff.refused(sendTemplate, { params, body: { ...filled, ...body } })
    return [status, fieldErrors?.['header_location']]
  }
  expect(await refused({ header_location: undefined })).toEqual([400, 'Escolha o lugar do cabeçalho.'])
  expect(await refused({ header_location: { ...AURORA, name: undefined } })).toEqual([400, 'Digite o nome do lugar.'])
  expect(await refused({ header_location: { ...AURORA, address: ' ' } })).toEqual([400, 'O endereço está vazio.'])
  expect(await refused({ header_location: { ...AURORA, latitude: 91 } })).toEqual([400, 'A latitude vai de -90 a 90.'])
  expect(await refused({ name: 'simples', body: [] })).toEqual([400, 'Este modelo não leva um lugar.'])
  const alone = { content: '', location: AURORA }
  expect(await desk.staff.refused(sendMessage, { params, body: alone })).toMatchObject({ status: 400 })
  expect(desk.meta.accepted.filter(({ body }) => body.template?.name === 'simples')).toEqual([])
})
