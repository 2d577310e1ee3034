import { getConversation } from '@prosa/contract/calls/conversations/conversations'
import { getMessageInfo } from '@prosa/contract/calls/conversations/message-info'
import { eraseLead, exportLead } from '@prosa/contract/calls/organisation/privacy'
import type { Message } from '@prosa/contract/entities/conversations/message'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  buildMessageWebhook,
  buildTextBody,
  buildWebhook,
  getUnixSeconds,
} from '../../../../testing/doubles/meta-webhooks/meta-webhook-payloads.ts'
import { waitUntil } from '../../../../testing/harness/wait-until.ts'
import { loadTurnInput } from '../../../../testing/worlds/agents/assistant-ports.ts'
import { deliverTestWebhook } from '../../../../testing/worlds/whatsapp/meta-test-app.ts'
import {
  createUniquePhone,
  createUniqueWamid,
  createWhatsappFixture,
  type WhatsappFixture,
} from '../../../../testing/worlds/whatsapp/whatsapp-fixture.ts'
import { purgeEvents } from '../webhook/purge-events.ts'

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

const edit = (original: string, body: object) => ({ type: 'edit', edit: { original_message_id: original, message: body } })
const revoke = (original: string) => ({ type: 'revoke', revoke: { original_message_id: original } })

/** Creates a lead that sends messages with given timestamps. */
function lead() {
  const phone = createUniquePhone()
  const startedAt = getUnixSeconds() - 1_000
  const say = async (body: object, after: number, id = createUniqueWamid()) => {
    await deliverTestWebhook(desk.test, buildMessageWebhook(number, { phone }, id, body, startedAt + after))
    return id
  }
  const place = (messages: number) => desk.writtenBy(phone, messages)
  const first = async (): Promise<Message | undefined> => (await desk.historyOf(await place(1)))[0]
  const becomes = (what: (message: Message | undefined) => boolean) => waitUntil(first, what)
  return { phone, say, place, first, becomes }
}

const workedOff = (phone: string, count: number) =>
  waitUntil(
    () =>
      rows(sql`SELECT FROM whatsapp_events WHERE sender = ${phone.replace(/^(55\d{2})9/, '$1')} AND processed_at IS NOT NULL`),
    (done) => done.length === count,
  )

describe('what a lead puts otherwise', () => {
  it('WIRE-04 an edit changes the text in place, keeps the earlier wordings, and causes no turn and nothing unread', async () => {
    const one = lead()
    const id = await one.say(buildTextBody('Quero ver o de dois quartos'), 0)
    const before = await one.place(1)
    await rows(sql`UPDATE agents SET active = true WHERE id = ${desk.tenant.agentId}`)
    await one.say(edit(id, buildTextBody('Quero ver o de três quartos')), 60)
    const message = await one.becomes((found) => found?.content === 'Quero ver o de três quartos')
    await rows(sql`UPDATE agents SET active = false WHERE id = ${desk.tenant.agentId}`)
    expect(message?.edited_at).toBeTruthy()
    const after = await one.place(1)
    expect(after).toMatchObject({ unreadCount: before.unreadCount, total_messages: 1, last_message_preview: message?.content })
    expect(after.last_client_message_at).toBe(before.last_client_message_at)
    expect(await turns(after._id)).toHaveLength(0)
    const params = { leadId: after.lead_id, conversationId: after._id, messageId: message?.message_id ?? '' }
    const { data } = await desk.staff.call(getMessageInfo, { params })
    expect(data.earlier).toEqual([{ content: 'Quero ver o de dois quartos', at: message?.timestamp }])
    // For three days, clients that were offline receive the edit with their missed messages.
    const missed = async () => (await desk.staff.call(getConversation, { params, query: { afterSeq: '1' } })).data.history
    expect(await missed()).toMatchObject([{ content: message?.content }])
    await rows(sql`UPDATE messages SET changed_at = changed_at - interval '4 days' WHERE channel_id = ${id}`)
    expect(await missed()).toEqual([])
  })

  it.each([
    ['on the phone only', { type: 'unsupported', errors: [{ code: 131_051 }] }],
    ['not to be read', { type: 'text', text: 'x' }],
  ])('WIRE-04 an edit whose new words are %s changes nothing', async (_what, body) => {
    const one = lead()
    const id = await one.say(buildTextBody('Quero o de dois quartos'), 0)
    await one.place(1)
    await one.say(edit(id, body), 60)
    await workedOff(one.phone, 2)
    const message = await one.first()
    expect(message?.content).toBe('Quero o de dois quartos')
    expect(message?.edited_at ?? null).toBeNull()
  })

  it('WIRE-05 of several edits the newest by Meta’s time stands, whatever order they come in, and none after it was taken back', async () => {
    const one = lead()
    const id = await one.say(buildTextBody('um'), 0)
    await one.place(1)
    await one.say(edit(id, buildTextBody('três')), 90)
    await one.say(edit(id, buildTextBody('dois')), 30)
    await workedOff(one.phone, 3)
    expect((await one.first())?.content).toBe('três')
    await one.say(revoke(id), 100)
    await one.say(edit(id, buildTextBody('quatro')), 120)
    await workedOff(one.phone, 5)
    const message = await one.first()
    expect(message).toMatchObject({ content: '', revoked_at: expect.any(String) })
    expect((await one.place(1)).last_message_preview).toBe('Mensagem apagada pelo lead')
    expect(await rows(sql`SELECT FROM message_edits WHERE channel_id = ${id} AND content IS NOT NULL`)).toEqual([])
  })

  it('WIRE-05 what was taken back is in no later turn’s context, and its file is gone', async () => {
    const one = lead()
    const secret = await one.say(
      { type: 'image', image: { id: 'MEDIA-GONE', caption: 'meu cartão', mime_type: 'image/jpeg' } },
      0,
    )
    await one.say(buildTextBody('Oi, tudo bem?'), 1)
    const place = await one.place(2)
    await one.say(revoke(secret), 10)
    await workedOff(one.phone, 3)
    const [message] = await desk.historyOf(place)
    expect(message).toMatchObject({ content: '', attachment: null })
    expect(await rows(sql`SELECT FROM media WHERE message_id = ${message?.message_id ?? ''}`)).toEqual([])
    await rows(sql`UPDATE agents SET active = true WHERE id = ${desk.tenant.agentId}`)
    const turn = await loadTurnInput(desk.test, { tenantId: desk.tenant.tenantId, conversationId: place._id })
    await rows(sql`UPDATE agents SET active = false WHERE id = ${desk.tenant.agentId}`)
    expect(turn?.unanswered).toEqual([{ content: 'Oi, tudo bem?', type: 'text' }])
  })

  it('WIRE-05 nobody owes an answer to the only thing that was said and taken back', async () => {
    const one = lead()
    const id = await one.say(buildTextBody('Oi'), 0)
    const { _id } = await one.place(1)
    const waits = () => rows(sql`SELECT FROM conversations WHERE id = ${_id} AND waiting_since IS NOT NULL`)
    expect(await waits()).toHaveLength(1)
    await one.say(revoke(id), 5)
    await workedOff(one.phone, 2)
    expect(await waits()).toEqual([])
  })

  it('WIRE-06 what comes before its message is applied when that comes, up to 7 days later', async () => {
    const one = lead()
    const [edited, takenBack] = [createUniqueWamid(), createUniqueWamid()]
    await one.say(edit(edited, buildTextBody('Com três quartos')), 20)
    await one.say(revoke(takenBack), 30)
    await workedOff(one.phone, 2)
    const { tenantId } = desk.tenant
    // They are still waiting after six days.
    await rows(
      sql`UPDATE message_edits SET received_at = received_at - interval '6 days' WHERE channel_id IN (${edited}, ${takenBack})`,
    )
    await purgeEvents(desk.test.deps, desk.test.app.modules.conversations, { tenantId })
    await rows(sql`UPDATE agents SET active = true WHERE id = ${desk.tenant.agentId}`)
    await one.say(buildTextBody('Com dois quartos'), 0, edited)
    await one.say({ type: 'image', image: { id: 'MEDIA-NEVER', mime_type: 'image/jpeg' } }, 1, takenBack)
    const place = await one.place(2)
    await rows(sql`UPDATE agents SET active = false WHERE id = ${desk.tenant.agentId}`)
    const [first, second] = await desk.historyOf(place)
    expect(first).toMatchObject({ content: 'Com três quartos', edited_at: expect.any(String) })
    expect(second).toMatchObject({ content: '', attachment: null, revoked_at: expect.any(String) })
    expect(await rows(sql`SELECT FROM media WHERE message_id = ${second?.message_id ?? ''}`)).toEqual([])
  })

  it('WIRE-06 after 7 days a change without its message is forgotten', async () => {
    const one = lead()
    const original = createUniqueWamid()
    await one.say(edit(original, buildTextBody('Segredo')), 20)
    await workedOff(one.phone, 1)
    await rows(sql`UPDATE message_edits SET received_at = received_at - interval '8 days' WHERE channel_id = ${original}`)
    await purgeEvents(desk.test.deps, desk.test.app.modules.conversations, { tenantId: desk.tenant.tenantId })
    expect(await rows(sql`SELECT FROM message_edits WHERE channel_id = ${original}`)).toEqual([])
  })

  it('what the team wrote on its phone is changed by the team alone', async () => {
    const one = lead()
    await one.say(buildTextBody('Oi'), 0)
    await one.place(1)
    const id = createUniqueWamid()
    const echo = (body: object, key: string, at: number) =>
      deliverTestWebhook(
        desk.test,
        buildWebhook(number, 'smb_message_echoes', {
          message_echoes: [
            { from: '551140001234', to: one.phone, id: key, timestamp: String(getUnixSeconds() - 900 + at), ...body },
          ],
        }),
      )
    await echo(buildTextBody('Bom dia'), id, 0)
    const place = await one.place(2)
    await one.say(edit(id, buildTextBody('Mentira')), 300)
    await echo(edit(id, buildTextBody('Boa tarde')), createUniqueWamid(), 60)
    const found = await waitUntil(
      () => desk.historyOf(place),
      ([, ours]) => ours?.content === 'Boa tarde',
    )
    expect(found[1]).toMatchObject({ role: 'AI', manual: true, edited_at: expect.any(String) })
  })
})

it('an edit of a lead that asks for its data is among them, and goes with the lead', async () => {
  const one = lead()
  const id = await one.say(buildTextBody('primeiro'), 0)
  await one.place(1)
  await one.say(edit(id, buildTextBody('segundo')), 10)
  await one.becomes((found) => found?.content === 'segundo')
  const { lead_id: leadId } = await one.place(1)
  const { data } = await desk.staff.call(exportLead, { params: { id: leadId } })
  expect(data.earlier_wordings?.map(({ content }) => content)).toEqual(['primeiro', 'segundo'])
  // An edit that waits for a message which never arrives is erased too.
  await one.say(edit(createUniqueWamid(), buildTextBody('terceiro')), 20)
  await workedOff(one.phone, 3)
  await desk.staff.call(eraseLead, { params: { id: leadId } })
  expect(await rows(sql`SELECT FROM message_edits WHERE content IN ('primeiro', 'segundo', 'terceiro')`)).toEqual([])
})

it('WIRE-10 what was passed on says so, and what is about a product names it', async () => {
  const said = async (context: object) => {
    const one = lead()
    await one.say({ ...buildTextBody('Veja'), context }, 0)
    return one.first()
  }
  expect(await said({ forwarded: true })).toMatchObject({ forwarded: 'once' })
  expect(await said({ forwarded: true, frequently_forwarded: true })).toMatchObject({ forwarded: 'often' })
  expect(await said({ referred_product: { catalog_id: '1', product_retailer_id: 'SKU-9' } })).toMatchObject({ product: 'SKU-9' })
  expect(await said({ forwarded: 'x', referred_product: 3 })).not.toHaveProperty('forwarded')
})
