import { sendTemplate } from '@prosa/contract/calls/whatsapp/channels'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  buildMessageWebhook,
  buildRawStatusWebhook,
  buildStatusWebhook,
  buildTextBody,
  buildWebhook,
} from '../../../../testing/doubles/meta-webhooks/meta-webhook-payloads.ts'
import type { TestApp } from '../../../../testing/harness/test-app.ts'
import { waitUntil } from '../../../../testing/harness/wait-until.ts'
import { deliverTestWebhook } from '../../../../testing/worlds/whatsapp/meta-test-app.ts'
import {
  type ConversationIds,
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
  ;({ test } = desk)
  number = desk.number.phoneNumberId
  desk.meta.templates.push({
    name: 'novidades',
    language: 'pt_BR',
    status: 'APPROVED',
    category: 'MARKETING',
    components: [{ type: 'BODY', text: 'Veja os lançamentos.' }],
  })
  desk.meta.templates.push({
    name: 'aviso',
    language: 'pt_BR',
    status: 'APPROVED',
    category: 'UTILITY',
    components: [{ type: 'BODY', text: 'Sua visita é amanhã.' }],
  })
})
beforeEach(() => {
  desk.meta.plan = () => 'accept'
})
afterAll(() => desk.close())

const rows = async (query: ReturnType<typeof sql>) => (await test.deps.db.system((tx) => tx.db.execute(query))).rows

/** Sends a message and waits until it is sent. */
async function sent(place: ConversationIds): Promise<{ id: string; channelId: string }> {
  const id = await desk.send(place, 'Olá')
  await desk.settled(place, id, 'sent')
  return { id, channelId: desk.acceptedOf(id)[0]?.id ?? '' }
}

describe('what Meta asks for by refusing', () => {
  const BROKEN = [0, 3, 33, 368, 131037, 131042, 131045, 133000, 133006, 133010, 133015]
  const state = async () => (await rows(sql`SELECT status FROM whatsapp_numbers WHERE id = ${desk.number.id}`))[0]?.status
  const mend = () =>
    rows(sql`UPDATE whatsapp_numbers SET status = 'ok', status_reason = NULL, mended_at = now() WHERE id = ${desk.number.id}`)

  it.each(BROKEN)('WIRE-15 code %i breaks the number and stops its sends, in the answer and in a status alike', async (code) => {
    const place = await desk.newPlace()
    desk.meta.plan = () => ({ code })
    const first = await desk.send(place, 'Recusada')
    await desk.settled(place, first, 'failed')
    expect(await state()).toBe('broken')
    const second = await desk.send(place, 'Nem tentada')
    await desk.settled(place, second, 'failed')
    expect(desk.attemptsOf(second)).toBe(0)
    await mend()
    desk.meta.plan = () => 'accept'
    const { channelId } = await sent(place)
    const failed = buildStatusWebhook(number, [{ id: channelId, status: 'failed', code }])
    await deliverTestWebhook(test, failed)
    expect(await state()).toBe('broken')
    await mend()
    // A repeated or delayed status does not affect a number whose access was restored since.
    await deliverTestWebhook(test, failed)
    const late = { id: createUniqueWamid(), status: 'failed', timestamp: '1750030080', recipient_id: '1', errors: [{ code }] }
    await deliverTestWebhook(test, buildRawStatusWebhook(number, [late]))
    expect(await state()).toBe('ok')
    await deliverTestWebhook(test, buildWebhook(number, 'messages', { errors: [{ code, title: 'x' }] }))
    expect(await state()).toBe('broken')
    await mend()
  })

  const template = (place: ConversationIds, name: string) =>
    ({ params: { leadId: place.leadId, conversationId: place.conversationId }, body: { name, language: 'pt_BR' } }) as const
  const reopen = async (place: ConversationIds, name: string) =>
    (await desk.staff.call(sendTemplate, template(place, name))).data.message.message_id

  it('WIRE-16 after 131049 no marketing template leaves for a day, and the panel says until when; others do', async () => {
    const place = await desk.newPlace()
    const id = await reopen(place, 'novidades')
    await desk.settled(place, id, 'sent')
    const at = Math.floor(test.deps.clock.now().getTime() / 1_000)
    const channelId = desk.acceptedOf(id)[0]?.id ?? ''
    const refusal = {
      id: channelId,
      status: 'failed',
      timestamp: String(at),
      recipient_id: place.phone,
      errors: [{ code: 131049 }],
    }
    await deliverTestWebhook(test, buildRawStatusWebhook(number, [refusal]))
    const until = new Intl.DateTimeFormat('pt-BR', {
      timeZone: 'America/Sao_Paulo',
      day: '2-digit',
      month: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    })
      .format(new Date((at + 86_400) * 1_000))
      .replace(',', '')
    const message = `A Meta pede para esperar até ${until}.`
    expect(await desk.staff.refused(sendTemplate, template(place, 'novidades'))).toMatchObject({ status: 409, message })
    await desk.settled(place, await reopen(place, 'aviso'), 'sent')
    const kept = await rows(sql`SELECT marketing_after AS after FROM leads WHERE id = ${place.leadId}`)
    expect(new Date(String(kept[0]?.after)).getTime()).toBe((at + 86_400) * 1_000)
    // One day later.
    await rows(sql`UPDATE leads SET marketing_after = marketing_after - interval '1 day 1 second' WHERE id = ${place.leadId}`)
    await desk.settled(place, await reopen(place, 'novidades'), 'sent')
  })

  it('WIRE-16 one that waits for its turn meanwhile does not leave either @wide', async () => {
    const place = await desk.newPlace()
    desk.meta.plan = () => ({ code: 131_056 })
    const [first, second] = [await reopen(place, 'novidades'), await reopen(place, 'novidades')]
    await waitUntil(() => desk.attemptsOf(first) > 0)
    desk.meta.plan = (body) => (body.biz_opaque_callback_data === first ? { code: 131_049 } : 'accept')
    await desk.endWaiting()
    await desk.settled(place, second, 'failed')
    expect((await desk.messageAt(place, second))?.delivery_error).toMatch(/^A Meta pede para esperar até \d\d\/\d\d \d\d:\d\d\.$/)
    expect(desk.attemptsOf(second)).toBe(0)
  })

  it('WIRE-19 131050 opts the lead out by its channel, in the answer to a send and in a status alike', async () => {
    const [answered, told] = [await desk.newPlace(), await desk.newPlace()]
    const optOutOf = async ({ leadId }: ConversationIds) =>
      (await rows(sql`SELECT opt_out_by AS by FROM leads WHERE id = ${leadId} AND opt_out_at IS NOT NULL`))[0] ?? null
    desk.meta.plan = ({ to }) => (to === `+${answered.phone}` ? { code: 131_050 } : 'accept')
    await desk.settled(answered, await reopen(answered, 'novidades'), 'failed')
    expect(await optOutOf(answered)).toEqual({ by: 'channel' })
    const id = await reopen(told, 'novidades')
    await desk.settled(told, id, 'sent')
    expect(await optOutOf(told)).toBeNull()
    await desk.tell([{ id: desk.acceptedOf(id)[0]?.id ?? '', status: 'failed', code: 131_050 }])
    expect(await optOutOf(told)).toEqual({ by: 'channel' })
    // It affects neither other leads of this number nor the number itself.
    expect(await state()).toBe('ok')
  })

  it('WIRE-16 holds for the same person under another agent', async () => {
    const phone = createUniquePhone()
    await deliverTestWebhook(test, buildMessageWebhook(number, { phone }, createUniqueWamid(), buildTextBody('Oi')))
    const { lead_id: leadId, _id: conversationId } = await desk.writtenBy(phone, 1)
    const other = '0190d0a0-0001-7000-8000-00000000b0b0'
    const key = `whatsapp:${phone}`
    await rows(sql`INSERT INTO leads (tenant_id, id, agent_id, channel_key)
      SELECT tenant_id, ${other}::uuid, agent_id, NULL FROM leads WHERE id = ${leadId}`)
    await rows(sql`UPDATE leads SET channel_user_key = 'whatsapp:user:BR.7', channel_key = ${key} WHERE id = ${leadId}`)
    const agent = '0190d0a0-0001-7000-8000-00000000a9e7'
    await rows(sql`INSERT INTO agents (tenant_id, id, name, type) VALUES (${desk.tenant.tenantId}, ${agent}, 'Bento', 'CLOSER')`)
    await rows(sql`UPDATE leads SET agent_id = ${agent}, channel_user_key = 'whatsapp:user:BR.7' WHERE id = ${other}`)
    const id = await reopen({ leadId, conversationId }, 'novidades')
    await desk.settled({ leadId, conversationId }, id, 'sent')
    await desk.tell([{ id: desk.acceptedOf(id)[0]?.id ?? '', status: 'failed', code: 131049 }])
    expect(await rows(sql`SELECT 1 FROM leads WHERE id = ${other} AND marketing_after > now()`)).toHaveLength(1)
  })
})

describe('what a lead tells WhatsApp of marketing', () => {
  const wish = (phone: string, value: string, timestamp: number) =>
    deliverTestWebhook(
      test,
      buildWebhook(number, 'user_preferences', {
        contacts: [{ profile: { name: 'Sheena' }, wa_id: phone }],
        user_preferences: [{ wa_id: phone, detail: 'User requested', category: 'marketing_messages', value, timestamp }],
      }),
    )
  const optOutOf = async (leadId: string) =>
    (await rows(sql`SELECT opt_out_by AS by FROM leads WHERE id = ${leadId} AND opt_out_at IS NOT NULL`))[0] ?? null
  const heeded = (phone: string, count: number) =>
    waitUntil(
      () =>
        rows(
          sql`SELECT FROM whatsapp_events WHERE kind = 'wish' AND key LIKE ${`%${phone.slice(-8)}:%`} AND processed_at IS NOT NULL`,
        ),
      (done) => done.length === count,
    )

  it('WIRE-19 stop opts the lead out by its channel, resume lifts it, told in any order', async () => {
    const { phone, leadId } = await desk.newPlace()
    const at = Math.floor(Date.now() / 1_000) - 600
    await wish(phone, 'stop', at)
    await heeded(phone, 1)
    expect(await optOutOf(leadId)).toEqual({ by: 'channel' })
    await wish(phone, 'stop', at)
    await wish(phone, 'resume', at + 60)
    await heeded(phone, 2)
    expect(await optOutOf(leadId)).toBeNull()
    // A delayed event with an older time changes nothing.
    await wish(phone, 'stop', at + 30)
    await heeded(phone, 3)
    expect(await optOutOf(leadId)).toBeNull()
    await wish(phone, 'stop', at + 90)
    await wish(phone, 'resume', at + 80)
    await heeded(phone, 5)
    expect(await optOutOf(leadId)).toEqual({ by: 'channel' })
  })

  it('WIRE-19 a refusal of before that comes after the lead has resumed opts nobody out', async () => {
    const place = await desk.newPlace()
    const { channelId } = await sent(place)
    const at = Math.floor(Date.now() / 1_000) - 600
    const refused = (timestamp: number) => {
      const errors = [{ code: 131_050, title: 'stopped' }]
      return deliverTestWebhook(
        test,
        buildRawStatusWebhook(number, [{ id: channelId, status: 'failed', timestamp: String(timestamp), errors }]),
      )
    }
    await refused(at)
    expect(await optOutOf(place.leadId)).toEqual({ by: 'channel' })
    await wish(place.phone, 'resume', at + 60)
    await heeded(place.phone, 1)
    await refused(at + 30)
    expect(await optOutOf(place.leadId)).toBeNull()
    await refused(at + 90)
    expect(await optOutOf(place.leadId)).toEqual({ by: 'channel' })
  })

  it('WIRE-19 a stop under one name of a lead is older than a resume under the other', async () => {
    const { phone, leadId } = await desk.newPlace()
    const userId = `BR.${phone}`
    await rows(sql`UPDATE leads SET channel_user_key = ${`whatsapp:user:${userId}`} WHERE id = ${leadId}`)
    const at = Math.floor(Date.now() / 1_000) - 600
    await wish(phone, 'resume', at + 60)
    await heeded(phone, 1)
    const stop = { user_id: userId, value: 'stop', timestamp: at }
    await deliverTestWebhook(test, buildWebhook(number, 'user_preferences', { user_preferences: [stop] }))
    await heeded(phone, 2)
    expect(await optOutOf(leadId)).toBeNull()
  })

  it('WIRE-19 a resume from before the lead asked its agent to stop lifts nothing', async () => {
    const { phone, leadId } = await desk.newPlace()
    await rows(sql`UPDATE leads SET opt_out_at = now(), opt_out_by = 'lead' WHERE id = ${leadId}`)
    await wish(phone, 'resume', Math.floor(Date.now() / 1_000) - 60)
    await heeded(phone, 1)
    expect(await optOutOf(leadId)).toEqual({ by: 'lead' })
  })
})
