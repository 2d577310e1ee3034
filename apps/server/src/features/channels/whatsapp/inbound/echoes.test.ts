import { getLead } from '@prosa/contract/calls/conversations/leads'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildEchoWebhook } from '../../../../testing/doubles/meta-webhooks/meta-history-webhooks.ts'
import {
  buildMessageWebhook,
  buildTextBody,
  getUnixSeconds,
} from '../../../../testing/doubles/meta-webhooks/meta-webhook-payloads.ts'
import { waitUntil } from '../../../../testing/harness/wait-until.ts'
import { deliverTestWebhook } from '../../../../testing/worlds/whatsapp/meta-test-app.ts'
import {
  createUniquePhone,
  createUniqueWamid,
  createWhatsappFixture,
  type WhatsappFixture,
} from '../../../../testing/worlds/whatsapp/whatsapp-fixture.ts'

let desk: WhatsappFixture
let number: string

beforeAll(async () => {
  desk = await createWhatsappFixture()
  number = desk.number.phoneNumberId
})
afterAll(() => desk.close())

/** Creates a lead that wrote the given number of seconds ago. */
async function aLead(secondsAgo: number) {
  const phone = createUniquePhone()
  const at = getUnixSeconds() - secondsAgo
  await deliverTestWebhook(desk.test, buildMessageWebhook(number, { phone }, createUniqueWamid(), buildTextBody('Oi'), at))
  const place = await desk.writtenBy(phone, 1)
  return {
    phone,
    at,
    place,
    isPaused: async () => (await desk.staff.call(getLead, { params: { id: place.lead_id } })).data.pause,
  }
}
type Lead = Awaited<ReturnType<typeof aLead>>

/** Delivers a message that the team sends on the phone `seconds` after the lead's message, and returns it. */
async function echo({ phone, at, place }: Lead, seconds: number, body: object = buildTextBody('Bom dia')) {
  await deliverTestWebhook(desk.test, buildEchoWebhook(number, phone, createUniqueWamid(), body, at + seconds))
  await desk.writtenBy(phone, 2)
  return (await desk.historyOf(place))[1]
}

describe('what is written on the phone', () => {
  it('NUM-15 pauses the agent and calls off its turn: what it had decided to say is not said', async () => {
    const lead = await aLead(600)
    expect(await echo(lead, 300)).toMatchObject({ manual: true, source: 'phone' })
    expect(await lead.isPaused()).toBe(true)
    const { lead_id: leadId, _id: conversationId } = lead.place
    expect(await desk.answer({ leadId, conversationId }, 'Tarde demais')).toBe('stale')
  })

  it('NUM-16 within 5 s of the lead by Meta’s clock it is the phone’s own, and pauses nobody; the lead still waits for an answer', async () => {
    const lead = await aLead(600)
    expect(await echo(lead, 5, buildTextBody('Olá! Em breve respondemos.'))).toMatchObject({
      source: 'phone_auto',
      delivery: 'sent',
    })
    expect(await lead.isPaused()).toBe(false)
    expect(await desk.writtenBy(lead.phone, 2)).toMatchObject({ last_message_preview: 'Oi', last_message_from: 'lead' })
    const { rows } = await desk.test.deps.db.system((tx) =>
      tx.db.execute(sql`SELECT c.waiting_since IS NOT NULL AS waits, sum(h.by_agent + h.by_person + h.take_overs)::int AS counted
        FROM conversations c JOIN conversation_hours h ON h.conversation_id = c.id WHERE c.id = ${lead.place._id} GROUP BY 1`),
    )
    expect(rows[0]).toMatchObject({ waits: true, counted: 0 })
    const { lead_id: leadId, _id: conversationId } = lead.place
    expect(await desk.answer({ leadId, conversationId }, 'Pois não?')).toBe('said')
    const late = await aLead(600)
    expect(await echo(late, 6, buildTextBody('Já vejo'))).toMatchObject({ source: 'phone' })
    expect(await late.isPaused()).toBe(true)
  })

  it('NUM-16 within 60 s it is, where 2 others were told the same as soon in 30 days; not the words of a person to one @wide', async () => {
    const away = buildTextBody('Estamos fora. Voltamos às 9h.')
    const [first, second, third, slow] = [await aLead(600), await aLead(600), await aLead(600), await aLead(600)]
    expect(await echo(first, 30, away)).toMatchObject({ source: 'phone' })
    expect(await echo(second, 40, away)).toMatchObject({ source: 'phone' })
    expect(await echo(third, 59, away)).toMatchObject({ source: 'phone_auto' })
    expect([await first.isPaused(), await second.isPaused(), await third.isPaused()]).toEqual([true, true, false])
    expect(await echo(slow, 61, away)).toMatchObject({ source: 'phone' })
    expect(await slow.isPaused()).toBe(true)
    await desk.test.deps.db.system((tx) => tx.db.execute(sql`UPDATE echoed_texts SET said_at = said_at - interval '31 days'`))
    const month = await aLead(600)
    expect(await echo(month, 30, away)).toMatchObject({ source: 'phone' })
  })

  it('WIRE-05 what the lead takes back goes from the list too, where only the phone has said something since', async () => {
    const lead = await aLead(600)
    await echo(lead, 3, buildTextBody('Olá! Em breve respondemos.'))
    const [first] = await desk.historyOf(lead.place)
    const { rows } = await desk.test.deps.db.system((tx) =>
      tx.db.execute(sql`SELECT channel_id AS id FROM messages WHERE id = ${first?.message_id}`),
    )
    const told: string[] = []
    const stop = desk.test.deps.bus.on('conversation.changed', ({ conversation }) => {
      if (conversation._id === lead.place._id) told.push(conversation.last_message_preview ?? '')
    })
    const revoke = { original_message_id: String(rows[0]?.['id']) }
    await deliverTestWebhook(
      desk.test,
      buildMessageWebhook(number, { phone: lead.phone }, createUniqueWamid(), { type: 'revoke', revoke }, lead.at + 60),
    )
    await waitUntil(() => told.length > 0)
    stop()
    expect(told).toEqual(['Mensagem apagada pelo lead'])
    expect(await desk.writtenBy(lead.phone, 2)).toMatchObject({ last_message_preview: 'Mensagem apagada pelo lead' })
  })

  it('NUM-17 keeps its file and its quote', async () => {
    desk.meta.files.set('echo-picture', { bytes: Buffer.from([0xff, 0xd8, 0xff, 0xe0, 3]), mimeType: 'image/jpeg' })
    const lead = await aLead(600)
    const picture = { type: 'image', image: { id: 'echo-picture', mime_type: 'image/jpeg', caption: 'Veja' } }
    const message = await echo(lead, 120, { ...picture, context: { from: lead.phone, id: 'wamid.QUOTED' } })
    expect(message).toMatchObject({ type: 'image', content: 'Veja', source: 'phone' })
    const { rows } = await desk.test.deps.db.system((tx) =>
      tx.db.execute(sql`SELECT meta->>'replyTo' AS quoted, (SELECT count(*)::int FROM media WHERE message_id = m.id) AS files
        FROM messages m WHERE id = ${message?.message_id}`),
    )
    expect(rows[0]).toMatchObject({ quoted: 'wamid.QUOTED', files: 1 })
  })
})
