import { getConversation, listConversations } from '@prosa/contract/calls/conversations/conversations'
import { eraseLead, exportLead } from '@prosa/contract/calls/organisation/privacy'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  buildHistoryMediaWebhook,
  buildHistoryWebhook,
  MEDIA_PLACEHOLDER,
} from '../../../../testing/doubles/meta-webhooks/meta-history-webhooks.ts'
import {
  buildMessageWebhook,
  buildTextBody,
  buildWebhook,
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

const tell = (payload: object) => deliverTestWebhook(desk.test, payload)
const rows = async (query: ReturnType<typeof sql>) =>
  Number((await desk.test.deps.db.system((tx) => tx.db.execute(query))).rows[0]?.['n'])
const waiting = () =>
  rows(sql`SELECT (SELECT count(*) FROM whatsapp_events WHERE kind IN ('past', 'message', 'names') AND processed_at IS NULL)
    + (SELECT count(*) FROM pgboss.job WHERE name = 'import-past' AND state IN ('created', 'retry', 'active')) AS n`)
const settled = () => waitUntil(waiting, (n) => n === 0)
const find = async (phone: string) => {
  const query = { params: { agentId: desk.tenant.agentId }, query: { phone } }
  const [found] = (await desk.staff.call(listConversations, query)).data.conversations
  return found && { leadId: found.lead_id, conversationId: found._id }
}
const one = (phone: string, body: object, days = 5) => ({
  id: phone,
  messages: [{ id: createUniqueWamid(), from: phone, at: getUnixSeconds() - days * 86_400, body }],
})

describe('the past and what the law gives its lead', () => {
  it('MEDIA-25 an export holds the past, and an erasure leaves nothing of it, its files included', async () => {
    const phone = createUniquePhone()
    desk.meta.files.set('past-paper', { bytes: Buffer.from('%PDF-1.4 x'), mimeType: 'application/pdf' })
    const file = one(phone, MEDIA_PLACEHOLDER)
    await tell(buildHistoryWebhook(number, [one(phone, buildTextBody('Segredo de antes')), file]))
    const document = { type: 'document', document: { id: 'past-paper', mime_type: 'application/pdf', filename: 'contrato.pdf' } }
    const news = buildHistoryMediaWebhook(number, [
      { id: file.messages[0]?.id ?? '', from: phone, at: getUnixSeconds(), body: document },
    ])
    await tell(news)
    await settled()
    const place = await find(phone)
    if (!place) throw new Error('Nobody came')
    const history = await waitUntil(
      async () => (await desk.staff.call(getConversation, { params: place })).data.history,
      (all) => all.some(({ attachment }) => attachment?.url),
    )
    const url = history?.find(({ attachment }) => attachment?.url)?.attachment?.url ?? ''
    const { data } = await desk.staff.call(exportLead, { params: { id: place.leadId } })
    expect(data.conversations[0]?.past?.map(({ content, source }) => [content, source])).toContainEqual([
      'Segredo de antes',
      'history',
    ])
    expect(data.media.map(({ filename }) => filename)).toEqual(['contrato.pdf'])
    await desk.staff.call(eraseLead, { params: { id: place.leadId } })
    const left = async () =>
      rows(sql`SELECT (SELECT count(*) FROM past_messages WHERE conversation_id = ${place.conversationId})
        + (SELECT count(*) FROM media WHERE filename = 'contrato.pdf')
        + (SELECT count(*) FROM whatsapp_events WHERE sender LIKE ${`%${phone.slice(-8)}`}) AS n`)
    expect(await left()).toBe(0)
    expect((await desk.staff.raw({ method: 'GET', url })).statusCode).toBe(404)
    // The phone still delivers history of this person.
    await tell(buildHistoryWebhook(number, [one(phone, buildTextBody('Segredo de ontem'), 1)], { progress: 60 }))
    await tell(news)
    await settled()
    expect(await find(phone)).toBeUndefined()
    expect(await left()).toBe(0)
    expect(await rows(sql`SELECT count(*) AS n FROM past_messages WHERE content LIKE 'Segredo%'`)).toBe(0)
    // A new message from the person is accepted.
    await tell(buildMessageWebhook(number, { phone }, createUniqueWamid(), buildTextBody('Olá de novo')))
    await desk.writtenBy(phone, 1)
  })

  it('MEDIA-25 two leads that turn out to be one have one past', async () => {
    const [phone, userId] = [createUniquePhone(), 'BR.13491208655302741918']
    await tell(buildHistoryWebhook(number, [one(phone, buildTextBody('Pelo telefone'), 9)]))
    await tell(buildHistoryWebhook(number, [{ ...one(userId, buildTextBody('Pelo nome'), 8), id: userId }]))
    await settled()
    await tell(buildMessageWebhook(number, { userId }, createUniqueWamid(), buildTextBody('Sou eu')))
    await settled()
    const said = { wa_id: phone, user_id: userId, profile: { name: 'Rui' } }
    const status = { id: 'wamid.OTHER', status: 'sent', timestamp: String(getUnixSeconds()), recipient_id: phone }
    await tell(buildWebhook(number, 'messages', { contacts: [said], statuses: [status] }))
    await waitUntil(
      async () => (await find(phone)) && (await desk.staff.call(getConversation, { params: (await find(phone)) as never })).data,
      (found) => found !== undefined && found.history.length === 3,
    )
    const place = await find(phone)
    const { history } = (await desk.staff.call(getConversation, { params: place as never })).data
    expect(history.map(({ content }) => content)).toEqual(['Pelo telefone', 'Pelo nome', 'Sou eu'])
  })
})
