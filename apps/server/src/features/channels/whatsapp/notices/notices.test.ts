import { eraseLead, exportLead } from '@prosa/contract/calls/organisation/privacy'
import { listWhatsappNotices } from '@prosa/contract/calls/whatsapp/channels'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  buildAccountWebhook,
  buildMessageWebhook,
  buildTextBody,
  buildWebhook,
  getUnixSeconds,
} from '../../../../testing/doubles/meta-webhooks/meta-webhook-payloads.ts'
import type { TestApp } from '../../../../testing/harness/test-app.ts'
import { openTestSocket } from '../../../../testing/harness/test-socket.ts'
import { createTenant } from '../../../../testing/worlds/factories.ts'
import { deliverTestWebhook, linkTestNumber } from '../../../../testing/worlds/whatsapp/meta-test-app.ts'
import {
  createUniquePhone,
  createUniqueWamid,
  createWhatsappFixture,
  type WhatsappFixture,
} from '../../../../testing/worlds/whatsapp/whatsapp-fixture.ts'
import { getErrorMeaning } from '../cloud-api/error-codes.ts'
import { purgeEvents } from '../webhook/purge-events.ts'

let desk: WhatsappFixture
let test: TestApp
let number: string
let origin: string

beforeAll(async () => {
  desk = await createWhatsappFixture()
  ;({ test } = desk)
  origin = await test.listen()
  number = desk.number.phoneNumberId
})
afterAll(() => desk.close())

const rows = async (query: ReturnType<typeof sql>) => (await test.deps.db.system((tx) => tx.db.execute(query))).rows
const noticesOf = async (id = desk.number.id, query: Record<string, string> = {}) =>
  (await desk.staff.call(listWhatsappNotices, { params: { id }, query })).data
const newest = async (id?: string) => (await noticesOf(id)).notices[0]
const conversations = async () => Number((await rows(sql`SELECT count(*) AS n FROM conversations`))[0]?.n)

describe('notices', () => {
  it('WIRE-12 an error of the number itself, without a message, is one of its number, in words, once an hour', async () => {
    const told = buildWebhook(number, 'messages', {
      errors: [{ code: 130429, title: 'Rate limit hit', message: 'x', href: 'y' }],
    })
    for (let n = 0; n < 3; n++) await deliverTestWebhook(test, told)
    const { notices } = await noticesOf()
    expect(notices).toMatchObject([
      {
        field: 'messages',
        event: '130429',
        text: `${getErrorMeaning(130429).reason} (Rate limit hit)`,
        payload: { code: 130429, title: 'Rate limit hit', message: 'x', href: 'y' },
      },
    ])
    test.advance(3_600_000)
    await deliverTestWebhook(test, told)
    test.advance(-3_600_000)
    expect((await noticesOf()).notices).toHaveLength(2)
    await rows(sql`UPDATE whatsapp_notices SET said_at = said_at - interval '2 hours'`)
  })

  it('WIRE-13 what tells of the account reaches every number of it, whoever they belong to, and no other', async () => {
    const [other, stranger] = [await createTenant(test), await createTenant(test)]
    const same = await linkTestNumber(test, desk.meta, other)
    const foreign = await linkTestNumber(test, desk.meta, stranger)
    await rows(sql`UPDATE whatsapp_numbers SET waba_id = ${desk.number.wabaId} WHERE id = ${same.id}`)
    const value = { event: 'ACCOUNT_VIOLATION', violation_info: { violation_type: 'ADULT' } }
    expect(await deliverTestWebhook(test, buildAccountWebhook(desk.number.wabaId, 'account_update', value))).toBe(200)
    const text = 'A Meta apontou uma violação das regras: ADULT.'
    expect(await newest()).toMatchObject({ field: 'account_update', event: 'ACCOUNT_VIOLATION', text, payload: value })
    const count = (id: string) => rows(sql`SELECT event FROM whatsapp_notices WHERE number_id = ${id}`)
    expect(await count(same.id)).toEqual([{ event: 'ACCOUNT_VIOLATION' }])
    expect(await count(foreign.id)).toEqual([])
  })

  it.each([
    ['account_update', { event: 'INVENTED_TOMORROW', deep: { id: 1 } }, 'INVENTED_TOMORROW'],
    ['a_field_of_tomorrow', { anything: true }, 'a_field_of_tomorrow'],
    ['message_template_components_update', { message_template_name: 'x', novelty: 1 }, 'message_template_components_update'],
  ])('WIRE-13 an event of %s that nobody knows is kept whole and shown by name', async (field, value, event) => {
    const socket = await openTestSocket(origin, desk.staff)
    await socket.send('join_user_room', { userId: desk.tenant.staff.id, tenantId: desk.tenant.tenantId })
    const at = getUnixSeconds()
    await deliverTestWebhook(test, buildAccountWebhook(desk.number.wabaId, field, value, at))
    await socket.hear('channel_updated', ({ accountId }) => accountId === desk.number.id)
    socket.close()
    expect(await newest()).toMatchObject({
      field,
      event,
      text: `Aviso da Meta: ${event}`,
      at: new Date(at * 1_000).toISOString(),
      payload: value,
    })
  })

  it.each<[string, object, string, string]>([
    [
      'account_update',
      { event: 'DISABLED_UPDATE', ban_info: { waba_ban_state: 'DISABLE' } },
      'DISABLED_UPDATE',
      'A Meta bloqueou a conta.',
    ],
    [
      'account_update',
      { event: 'DISABLED_UPDATE', ban_info: { waba_ban_state: 'SCHEDULE_FOR_DISABLE', waba_ban_date: 'April 17, 2025' } },
      'DISABLED_UPDATE',
      'A Meta vai bloquear a conta (April 17, 2025).',
    ],
    ['account_update', { event: 'PARTNER_REMOVED', phone_number: '1' }, 'PARTNER_REMOVED', 'O celular desconectou este número.'],
    [
      'message_template_status_update',
      { event: 'REJECTED', message_template_id: 1, message_template_name: 'oferta', reason: 'INVALID_FORMAT' },
      'REJECTED',
      'O modelo oferta foi recusado (INVALID_FORMAT).',
    ],
    // Meta's sample of a quality event uses the field of the status event.
    [
      'message_template_status_update',
      { previous_quality_score: 'GREEN', new_quality_score: 'YELLOW', message_template_name: 'oferta' },
      'QUALITY_YELLOW',
      'A qualidade do modelo oferta agora é média.',
    ],
    [
      'template_category_update',
      { message_template_name: 'oferta', new_category: 'UTILITY', correct_category: 'MARKETING' },
      'CATEGORY_WILL_BE_MARKETING',
      'O modelo oferta passa a ser de Marketing em 24 horas.',
    ],
    [
      'template_category_update',
      { message_template_name: 'oferta', previous_category: 'UTILITY', new_category: 'MARKETING' },
      'CATEGORY_MARKETING',
      'O modelo oferta agora é de Marketing.',
    ],
    [
      'phone_number_quality_update',
      { event: 'ONBOARDING', max_daily_conversations_per_business: 'TIER_2K' },
      'ONBOARDING',
      'O limite de pessoas por dia agora é TIER_2K.',
    ],
    [
      'business_capability_update',
      { max_daily_conversations_per_business: 2000 },
      'business_capability_update',
      'O limite de pessoas por dia agora é 2000.',
    ],
    [
      'account_alerts',
      { alert_info: { alert_type: 'DEFERRED', alert_description: 'More documents are needed.' } },
      'DEFERRED',
      'More documents are needed.',
    ],
    ['account_review_update', { decision: 'REJECTED' }, 'REJECTED', 'A Meta recusou a conta.'],
    ['phone_number_name_update', { decision: 'APPROVED' }, 'APPROVED', 'A Meta aprovou o nome de exibição.'],
    ['security', { event: 'PIN_CHANGED' }, 'PIN_CHANGED', 'Aviso da Meta: PIN_CHANGED'],
  ])('WIRE-13 %s %o is told as %s: %s', async (field, value, event, sentence) => {
    await deliverTestWebhook(test, buildAccountWebhook(desk.number.wabaId, field, value))
    expect(await newest()).toMatchObject({ field, event, text: sentence })
  })

  it('WIRE-01 no field but messages brings messages, and none of Meta’s counts as unreadable', async () => {
    const before = await conversations()
    const phone = createUniquePhone()
    const inside = {
      from: phone,
      id: createUniqueWamid(),
      timestamp: String(getUnixSeconds()),
      ...buildTextBody('Não sou novidade'),
    }
    const OF_NUMBERS = ['history', 'smb_app_state_sync', 'user_preferences', 'user_id_update', 'automatic_events', 'calls']
    const OF_ACCOUNTS = [
      'account_update',
      'account_alerts',
      'account_review_update',
      'business_capability_update',
      'security',
      'message_template_status_update',
      'message_template_quality_update',
      'message_template_components_update',
      'template_category_update',
      'phone_number_quality_update',
      'phone_number_name_update',
    ]
    for (const field of [...OF_NUMBERS, 'smb_message_echoes'])
      expect(await deliverTestWebhook(test, buildWebhook(number, field, { messages: [inside] }))).toBe(200)
    for (const field of OF_ACCOUNTS)
      expect(
        await deliverTestWebhook(test, buildAccountWebhook(desk.number.wabaId, field, { event: 'X', messages: [inside] })),
      ).toBe(200)
    // In an import, the payload is kept for the imported message it may belong to (WIRE-02).
    const asNews = sql`SELECT key FROM whatsapp_events WHERE payload LIKE '%Não sou novidade%' AND kind NOT IN ('batch', 'past', 'waiting')`
    expect(await rows(asNews)).toEqual([])
    expect(await conversations()).toBe(before)
    expect(test.logged()).not.toContain('cannot be read')
  })

  it('are the number’s own, page by page, and go after 180 days', async () => {
    const { tenantId } = desk.tenant
    const all = await noticesOf()
    const first = await noticesOf(desk.number.id, { limit: '3' })
    const second = await noticesOf(desk.number.id, { limit: '100', cursor: first.nextCursor ?? '' })
    expect([...first.notices, ...second.notices].slice(0, all.notices.length)).toEqual(all.notices)
    expect(second.nextCursor).toBeNull()
    const refused = { params: { id: desk.number.id }, query: { cursor: 'x' } }
    expect(await desk.staff.refused(listWhatsappNotices, refused)).toMatchObject({ status: 400 })
    expect(
      await desk.staff.refused(listWhatsappNotices, { params: { id: '0190d0a0-0001-7000-8000-000000000bad' } }),
    ).toMatchObject({ status: 404 })
    const operator = await test.client(desk.tenant.operator.phone)
    expect(await operator.refused(listWhatsappNotices, { params: { id: desk.number.id } })).toMatchObject({ status: 403 })
    await rows(sql`UPDATE whatsapp_notices SET received_at = now() - interval '181 days' WHERE event = '130429'`)
    await purgeEvents(test.deps, test.app.modules.conversations, { tenantId })
    expect((await noticesOf(desk.number.id, { limit: '100' })).notices.map(({ event }) => event)).not.toContain('130429')
  })

  it('MEDIA-25 what a lead told WhatsApp of marketing is its own: in its export without the others, and gone with it', async () => {
    const [one, other] = [createUniquePhone(), createUniquePhone()]
    for (const phone of [one, other])
      await deliverTestWebhook(test, buildMessageWebhook(number, { phone }, createUniqueWamid(), buildTextBody('Oi')))
    const { lead_id: id } = await desk.writtenBy(one, 1)
    const contacts = [one, other].map((wa_id) => ({ profile: { name: `Pessoa ${wa_id}` }, wa_id }))
    const user_preferences = [one, other].map((wa_id) => ({ wa_id, value: 'stop', timestamp: String(getUnixSeconds()) }))
    await deliverTestWebhook(test, buildWebhook(number, 'user_preferences', { contacts, user_preferences }))
    const admin = await test.client(desk.tenant.admin.phone)
    const { data } = await admin.call(exportLead, { params: { id } })
    const mine = { contacts: [contacts[0]], user_preferences: [user_preferences[0]] }
    expect(data.channel_reports).toMatchObject([{ kind: 'user_preferences', payload: mine }])
    await admin.call(eraseLead, { params: { id } })
    const kept = await rows(sql`SELECT payload::text AS told FROM whatsapp_notices WHERE field = 'user_preferences'`)
    expect(kept.filter(({ told }) => String(told).includes(one))).toEqual([])
    expect(kept.filter(({ told }) => String(told).includes(other))).toHaveLength(1)
  })

  it('what is about a lead is in its export', async () => {
    const phone = createUniquePhone()
    await deliverTestWebhook(test, buildMessageWebhook(number, { phone }, createUniqueWamid(), buildTextBody('Vou ligar')))
    const { lead_id: id } = await desk.writtenBy(phone, 1)
    const call = {
      id: 'wacid.1',
      from: phone,
      to: '551140001234',
      event: 'connect',
      timestamp: String(getUnixSeconds()),
      session: { sdp: 'x' },
    }
    await deliverTestWebhook(test, buildWebhook(number, 'calls', { calls: [call] }))
    expect(await newest()).toMatchObject({ field: 'calls', event: 'connect', payload: call })
    const admin = await test.client(desk.tenant.admin.phone)
    const { data } = await admin.call(exportLead, { params: { id } })
    expect(data.channel_reports).toMatchObject([{ kind: 'calls', payload: call }])
  })
})
