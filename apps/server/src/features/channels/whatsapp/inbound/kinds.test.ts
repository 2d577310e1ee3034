import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  buildMessageWebhook,
  buildTextBody,
  buildWebhook,
  getUnixSeconds,
} from '../../../../testing/doubles/meta-webhooks/meta-webhook-payloads.ts'
import { createConversation, createTenant } from '../../../../testing/worlds/factories.ts'
import { deliverTestWebhook, linkTestNumber, startTestAppWithMeta } from '../../../../testing/worlds/whatsapp/meta-test-app.ts'
import {
  createUniquePhone,
  createUniqueWamid,
  createWhatsappFixture,
  type WhatsappFixture,
} from '../../../../testing/worlds/whatsapp/whatsapp-fixture.ts'
import { getErrorMeaning } from '../cloud-api/error-codes.ts'

let desk: WhatsappFixture
let number: string

beforeAll(async () => {
  desk = await createWhatsappFixture()
  number = desk.number.phoneNumberId
})
afterAll(() => desk.close())

const rows = async (query: ReturnType<typeof sql>) => (await desk.test.deps.db.system((tx) => tx.db.execute(query))).rows
const turns = (conversationId: string) =>
  rows(sql`SELECT FROM pgboss.job WHERE name = 'agent-turn' AND data->>'conversationId' = ${conversationId}`)

/** Delivers a message of a new lead with an active agent, and returns the stored message and the number of scheduled turns. */
async function came(body: object) {
  const phone = createUniquePhone()
  const agentIs = (active: boolean) => rows(sql`UPDATE agents SET active = ${active} WHERE id = ${desk.tenant.agentId}`)
  await agentIs(true)
  await deliverTestWebhook(desk.test, buildMessageWebhook(number, { phone }, createUniqueWamid(), body))
  const place = await desk.writtenBy(phone, 1)
  await agentIs(false)
  return { place, message: (await desk.historyOf(place))[0], turns: (await turns(place._id)).length }
}

describe('what a lead sends', () => {
  it('WIRE-07 an order reads as one, and asks for attention', async () => {
    const item = { product_retailer_id: 'SKU-1', quantity: 2, item_price: 30, currency: 'BRL' }
    const one = await came({ type: 'order', order: { catalog_id: '1', product_items: [item] } })
    const order = { items: [{ id: 'SKU-1', quantity: 2, price: 30, currency: 'BRL' }] }
    expect(one.message).toMatchObject({ type: 'order', content: 'Pedido: 2 × SKU-1 (R$ 30,00)', order })
    expect(one.place).toMatchObject({ needs_attention: true, attention_reason: 'Pedido pelo catálogo' })
    const two = await came({
      type: 'order',
      order: { text: 'Para sábado', product_items: [item, { ...item, quantity: 1, currency: 'X' }] },
    })
    expect(two.message?.content).toBe('Pedido: 2 × SKU-1 (R$ 30,00), 1 × SKU-1 (X 30)\nPara sábado')
  })

  it('WIRE-08 a form reads one line for each answer, without our token', async () => {
    const response_json = '{"flow_token":"nosso","nome":"Ana","itens":["a","b"],"id":12345678901234567890}'
    const form = { type: 'nfm_reply', nfm_reply: { name: 'flow', body: 'Sent', response_json } }
    const { message, turns: called } = await came({ type: 'interactive', interactive: form })
    expect(message).toMatchObject({ type: 'text', content: 'nome: Ana\nitens: ["a","b"]\nid: 12345678901234567890' })
    expect(called).toBe(1)
    const broken = { type: 'nfm_reply', nfm_reply: { name: 'flow', body: 'Sent', response_json: '{no json' } }
    expect((await came({ type: 'interactive', interactive: broken })).message?.content).toBe('{no json')
  })

  it.each([
    ['a type that the API lacks', { type: 'unsupported', errors: [{ code: 131051 }], unsupported: { type: 'edit' } }],
    ['a type without a reason', { type: 'unsupported' }],
    ['what a linked device sent', { type: 'text', errors: [{ code: 131060, title: 'x' }] }],
    ['a kind that is not known here', { type: 'hologram', errors: [{ code: 131051 }] }],
  ])('WIRE-11 %s is to be seen on the phone, and wakes no agent', async (_what, body) => {
    const { message, turns: called, place } = await came(body)
    expect(message).toMatchObject({ type: 'unsupported', content: 'Veja no celular: o WhatsApp não entrega este tipo aqui.' })
    expect(place.last_message_preview).toBe(message?.content)
    expect(called).toBe(0)
    expect((await came(buildTextBody('Oi'))).turns).toBe(1)
  })

  it.each([
    ['the message that it answers', { context: 'x' }],
    ['an advertisement', { referral: 'bad' }],
    ['another kind', { location: { latitude: {} }, image: 7 }],
  ])('WIRE-10 %s that cannot be read costs no word beside it', async (_what, part) => {
    expect((await came({ ...buildTextBody('Oi, tem vaga?'), ...part })).message).toMatchObject({
      type: 'text',
      content: 'Oi, tem vaga?',
    })
  })

  it('WIRE-10 a place is read where its degrees are texts', async () => {
    const { message } = await came({ type: 'location', location: { latitude: '-23.5', longitude: '-46.6', name: 'Sé' } })
    expect(message?.attachment).toMatchObject({ latitude: -23.5, longitude: -46.6, name: 'Sé' })
  })

  it.each([
    ['cannot be handed over', { image: { id: '1', mime_type: 'image/jpeg' }, errors: [{ code: 131_052 }] }],
    ['is not there', {}],
  ])('WIRE-14 a file that %s is refused in words, and nobody thanks for it', async (_what, body) => {
    const { message, turns: called } = await came({ type: 'image', ...body })
    expect(message?.attachment).toMatchObject({ state: 'refused', reason: getErrorMeaning(131_052).reason })
    expect(called).toBe(0)
    expect(await rows(sql`SELECT FROM media WHERE message_id = ${message?.message_id}`)).toEqual([])
    expect((await came({ type: 'image', image: { caption: 'Tem desta cor?' } })).turns).toBe(1)
  })

  it('WIRE-11 an answer to whether we may call is told in a sentence, and wakes no agent', async () => {
    const said = (response: string) =>
      came({ type: 'interactive', interactive: { type: 'call_permission_reply', call_permission_reply: { response } } })
    const { message, turns: called, place } = await said('accept')
    expect(message).toMatchObject({ type: 'text', content: 'Aceitou receber ligações pelo WhatsApp.' })
    expect(place.last_message_preview).toBe(message?.content)
    expect(called).toBe(0)
    expect((await said('reject')).message?.content).toBe('Não aceitou receber ligações pelo WhatsApp.')
  })

  it('WIRE-26 a notice of the channel opens no window, and nobody waits for an answer to it', async () => {
    const phone = createUniquePhone()
    await deliverTestWebhook(
      desk.test,
      buildMessageWebhook(number, { phone }, createUniqueWamid(), buildTextBody('Oi'), getUnixSeconds() - 7_200),
    )
    const before = await desk.writtenBy(phone, 1)
    await desk.answer({ leadId: before.lead_id, conversationId: before._id }, 'Olá!')
    const system = { type: 'customer_identity_changed', body: 'O código de segurança mudou.' }
    await deliverTestWebhook(desk.test, buildMessageWebhook(number, { phone }, createUniqueWamid(), { type: 'system', system }))
    const after = await desk.writtenBy(phone, 3)
    expect(after.last_message_preview).toBe(system.body)
    expect(after.window_closes_at).toBe(before.window_closes_at)
    expect(await rows(sql`SELECT FROM conversations WHERE id = ${after._id} AND waiting_since IS NOT NULL`)).toEqual([])
    expect((await came({ type: 'system', system })).place.window_closes_at).toBeNull()
  })

  it('WIRE-26 the window is open for 24 hours from the lead’s newest message; a web chat has none', async () => {
    const { place } = await came(buildTextBody('Oi'))
    const closes = Date.parse(place.last_client_message_at ?? '') + 86_400_000
    expect(place.window_closes_at).toBe(new Date(closes).toISOString())
    const { leadId, conversationId } = await createConversation(desk.test, desk.tenant, { history: 'h' })
    expect(await desk.conversationAt({ leadId, conversationId })).not.toHaveProperty('window_closes_at')
  })

  it('WIRE-03 what comes from the number itself makes no lead', async () => {
    const before = await desk.conversations()
    const own = desk.number.display_number.replace(/\D/g, '')
    const id = createUniqueWamid()
    await deliverTestWebhook(desk.test, buildMessageWebhook(number, { phone: own }, id, buildTextBody('Nota para mim')))
    const message = {
      from: own,
      to: own,
      id: createUniqueWamid(),
      timestamp: String(getUnixSeconds()),
      ...buildTextBody('Outra nota'),
    }
    await deliverTestWebhook(desk.test, buildWebhook(number, 'smb_message_echoes', { message_echoes: [message] }))
    // Messages are processed in order, so the earlier one is processed once this one is stored.
    await came(buildTextBody('Oi'))
    expect(await desk.conversations()).toHaveLength(before.length + 1)
    expect(await rows(sql`SELECT FROM leads WHERE phone = ${`+${own}`}`)).toEqual([])
  })
})

it('WIRE-09 a message of a group makes no lead and no message, and is counted', async () => {
  const token = 'a token for the metrics'
  const { test, meta, close } = await startTestAppWithMeta({ METRICS_TOKEN: token })
  try {
    const tenant = await createTenant(test)
    const { phoneNumberId } = await linkTestNumber(test, meta, tenant)
    const said = { ...buildTextBody('Oi, grupo'), group_id: 'Y2FwaV9ncm91cDo' }
    expect(
      await deliverTestWebhook(
        test,
        buildMessageWebhook(phoneNumberId, { phone: createUniquePhone() }, createUniqueWamid(), said),
      ),
    ).toBe(200)
    const echo = {
      from: '551140001234',
      to: createUniquePhone(),
      id: createUniqueWamid(),
      timestamp: String(getUnixSeconds()),
      ...said,
    }
    expect(await deliverTestWebhook(test, buildWebhook(phoneNumberId, 'smb_message_echoes', { message_echoes: [echo] }))).toBe(
      200,
    )
    const { rows: kept } = await test.deps.db.system((tx) =>
      tx.db.execute(sql`SELECT id::text FROM leads UNION ALL SELECT key FROM whatsapp_events`),
    )
    expect(kept).toEqual([])
    const client = await test.client()
    const { body } = await client.raw({ method: 'GET', url: '/metrics', headers: { authorization: `Bearer ${token}` } })
    expect(body).toContain('prosa_whatsapp_group_messages_total 2')
  } finally {
    await close()
  }
})
