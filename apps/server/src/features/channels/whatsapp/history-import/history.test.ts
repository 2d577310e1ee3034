import { getConversation, sendMessage } from '@prosa/contract/calls/conversations/conversations'
import { dashboardSummary } from '@prosa/contract/calls/reports/dashboard'
import type { Message } from '@prosa/contract/entities/conversations/message'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { leads } from '../../../../platform/database/schema/conversations/conversations.ts'
import { importedMessages } from '../../../../platform/database/schema/whatsapp/imported-history.ts'
import {
  buildHistoryMediaWebhook,
  buildHistoryWebhook,
  MEDIA_PLACEHOLDER,
} from '../../../../testing/doubles/meta-webhooks/meta-history-webhooks.ts'
import {
  buildMessageWebhook,
  buildTextBody,
  getUnixSeconds,
} from '../../../../testing/doubles/meta-webhooks/meta-webhook-payloads.ts'
import { waitUntil } from '../../../../testing/harness/wait-until.ts'
import {
  buildHistoryThread,
  createHistoryImportFixture,
  type HistoryImportFixture,
} from '../../../../testing/worlds/whatsapp/history-import-fixture.ts'
import { createUniquePhone, createUniqueWamid } from '../../../../testing/worlds/whatsapp/whatsapp-fixture.ts'

const DAY = 86_400
let desk: HistoryImportFixture
let number: string

beforeAll(async () => {
  desk = await createHistoryImportFixture()
  number = desk.phone
})
afterAll(() => desk.close())

const said = (history: readonly Message[]) => history.map(({ content }) => content)

describe('the past of a number', () => {
  it('NUM-10 NUM-11 WIRE-02 stands above the live talk in time order, each message once, and in the list at its newest time', async () => {
    const phone = createUniquePhone()
    const begun = getUnixSeconds() - 40 * DAY
    const thread = buildHistoryThread(phone, begun, 5)
    const halves = [thread.messages.slice(3), thread.messages.slice(0, 3)]
    for (const messages of [...halves, ...halves])
      expect(await desk.hear(buildHistoryWebhook(number, [{ id: phone, messages }]))).toBe(200)
    await desk.placed()
    const found = await desk.with(phone)
    expect(found).toMatchObject({
      channel: 'whatsapp',
      unreadCount: 0,
      total_messages: 0,
      last_message_preview: 'Antes 5',
      last_message_from: 'lead',
      window_closes_at: null,
      needs_attention: false,
      updated_at: new Date((begun + 4 * 60) * 1_000).toISOString(),
    })
    const whole = await desk.page(found)
    expect(said(whole.history)).toEqual(['Antes 1', 'Antes 2', 'Antes 3', 'Antes 4', 'Antes 5'])
    expect(whole.history.map(({ role, source, seq, delivery }) => [role, source, seq, delivery])).toEqual(
      [0, 1, 2, 3, 4].map((n) => (n % 2 === 0 ? ['humano', 'history', undefined, null] : ['AI', 'history', undefined, 'read'])),
    )
    await desk.hear(buildMessageWebhook(number, { phone }, createUniqueWamid(), buildTextBody('Agora')))
    await desk.writtenBy(phone, 1)
    const first = await desk.page(found, { limit: 3 })
    expect(said(first.history)).toEqual(['Antes 4', 'Antes 5', 'Agora'])
    const second = await desk.page(found, { limit: 2, cursor: first.nextCursor ?? '' })
    expect(said(second.history)).toEqual(['Antes 2', 'Antes 3'])
    const third = await desk.page(found, { limit: 2, cursor: second.nextCursor ?? '' })
    expect(said(third.history)).toEqual(['Antes 1'])
    expect(third.nextCursor).toBeNull()
    const exactly = await desk.page(found, { limit: 1 })
    expect(said(exactly.history)).toEqual(['Agora'])
    expect(said((await desk.page(found, { limit: 5, cursor: exactly.nextCursor ?? '' })).history)).toHaveLength(5)
    for (const cursor of ['p.x', 'p.2026~1', 'q', '-1']) {
      const place = { leadId: found.lead_id, conversationId: found._id }
      expect((await desk.staff.refused(getConversation, { params: place, query: { cursor } })).status).toBe(400)
    }
  })

  it('a reaction is shown at its message and moves neither the preview nor the place in the list', async () => {
    const phone = createUniquePhone()
    const begun = getUnixSeconds() - 40 * DAY
    const thread = buildHistoryThread(phone, begun, 3)
    const [first] = thread.messages
    const react = (emoji?: string) => ({
      type: 'reaction',
      reaction: { message_id: first?.id ?? '', ...(emoji ? { emoji } : {}) },
    })
    const reactions = [
      { id: createUniqueWamid(), from: phone, at: begun + DAY, body: react('❤️') },
      { id: createUniqueWamid(), from: null, at: begun + 2 * DAY, body: react('👍') },
    ]
    await desk.hear(buildHistoryWebhook(number, [{ id: phone, messages: [...thread.messages, ...reactions] }]))
    await desk.hear(
      buildHistoryWebhook(number, [
        { id: phone, messages: [{ id: createUniqueWamid(), from: phone, at: begun + 3 * DAY, body: react() }] },
      ]),
    )
    await desk.placed()
    const found = await desk.with(phone)
    expect(found).toMatchObject({
      last_message_preview: 'Antes 3',
      updated_at: new Date((begun + 2 * 60) * 1_000).toISOString(),
    })
    const { history } = await desk.page(found)
    expect(history.filter(({ type }) => type === 'reaction').map(({ reaction }) => reaction)).toEqual([
      { to: history[0]?.message_id, emoji: '❤️' },
      { to: history[0]?.message_id, emoji: '👍' },
      { to: history[0]?.message_id, emoji: null },
    ])
  })

  it('NUM-09 an import wakes nobody: no turn, nothing unread, no cost, no hour of the dashboard, no new lead, no open window', async () => {
    const { tenantId, agentId } = desk.tenant
    const turns = () =>
      desk.test.deps.db.system(async (tx) => {
        const { rows } = await tx.db.execute(sql`
          SELECT (SELECT count(*) FROM pgboss.job WHERE name = 'agent-turn') AS turns, (SELECT count(*) FROM agent_usage) AS costs,
            (SELECT sum(from_lead + by_agent + by_person) FROM conversation_hours WHERE tenant_id = ${tenantId}) AS hours`)
        return rows[0]
      })
    await desk.test.deps.db.system((tx) => tx.db.execute(sql`UPDATE agents SET active = true WHERE id = ${agentId}`))
    const told: string[] = []
    const off = desk.test.deps.bus.onPublished(({ name }) => told.push(name))
    const day = (at: number) => new Date(at).toISOString().slice(0, 10)
    const query = { from: day(Date.now() - 3 * DAY * 1_000), to: day(Date.now() + DAY * 1_000) }
    const figures = async () => (await desk.staff.call(dashboardSummary, { query })).data
    const [before, newLeads] = [await turns(), await figures()]
    const phone = createUniquePhone()
    await desk.hear(buildHistoryWebhook(number, [buildHistoryThread(phone, getUnixSeconds() - 600, 9)], { progress: 20 }))
    await desk.placed()
    await desk.test.deps.db.system((tx) => tx.db.execute(sql`UPDATE agents SET active = false WHERE id = ${agentId}`))
    expect(await turns()).toEqual(before)
    expect(await figures()).toEqual(newLeads)
    // An import notifies no user or agent; only the search index processes its event.
    expect(told.filter((name) => name !== 'channel.changed' && name !== 'past.stored')).toEqual([])
    expect(await desk.with(phone)).toMatchObject({ unreadCount: 0, window_closes_at: null, needs_attention: false })
    off?.()
    const place = await desk.with(phone)
    const [lead] = await desk.test.deps.db.system((tx) => tx.db.select().from(leads).where(eq(leads.id, place.lead_id)))
    expect(lead?.entry).toBe('import')
  })

  it('WIRE-02 a file that follows fills the message of its id, before or after it, and makes no message, lead or turn', async () => {
    const phone = createUniquePhone()
    const [early, late, never] = [createUniqueWamid(), createUniqueWamid(), createUniqueWamid()]
    desk.meta.files.set('past-picture', { bytes: Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2]), mimeType: 'image/jpeg' })
    const picture = (id: string) => ({
      id,
      from: phone,
      at: getUnixSeconds() - 3 * DAY,
      body: { type: 'image', image: { caption: 'O quarto', mime_type: 'image/jpeg', id: 'past-picture' } },
    })
    const before = { live: await desk.countOf('messages'), leads: await desk.countOf('leads') }
    await desk.hear(buildHistoryMediaWebhook(number, [picture(early), picture(never)]))
    await desk.placed()
    const thread = [early, late].map((id, n) => ({
      id,
      from: phone,
      at: getUnixSeconds() - 3 * DAY + n,
      body: MEDIA_PLACEHOLDER,
    }))
    await desk.hear(buildHistoryWebhook(number, [{ id: phone, messages: thread }]))
    await desk.placed()
    const place = await desk.with(phone)
    const filled = await waitUntil(
      async () => (await desk.page(place)).history,
      (history) => !!history[0]?.attachment?.url,
    )
    expect(filled?.[0]).toMatchObject({ type: 'image', content: 'O quarto', attachment: { mime_type: 'image/jpeg' } })
    // NUM-12: until the file arrives, the message says that it is on the phone.
    expect(filled?.[1]).toMatchObject({ type: 'media_placeholder', content: '' })
    expect(place.last_message_preview).toBe('Arquivo no celular')
    for (let n = 0; n < 2; n++) await desk.hear(buildHistoryMediaWebhook(number, [picture(late)]))
    await desk.placed()
    const both = await waitUntil(
      async () => (await desk.page(place)).history,
      (history) => !!history[1]?.attachment?.url,
    )
    expect(both).toHaveLength(2)
    const file = await desk.staff.raw({ method: 'GET', url: both?.[1]?.attachment?.url ?? '' })
    expect(file.statusCode).toBe(200)
    expect(await desk.countOf('messages')).toBe(before.live)
    expect(await desk.countOf('leads')).toBe(before.leads + 1)
  })

  it('NUM-10 a message that comes in by itself leaves the past, and the past does not bring back what came in by itself', async () => {
    const phone = createUniquePhone()
    const [both, other] = [createUniqueWamid(), createUniqueWamid()]
    const at = getUnixSeconds() - 30
    const thread = [both, other].map((id, n) => ({ id, from: phone, at: at + n, body: buildTextBody(`Uma ${n}`) }))
    await desk.hear(buildHistoryWebhook(number, [{ id: phone, messages: thread }]))
    await desk.placed()
    await desk.hear(buildMessageWebhook(number, { phone }, both, buildTextBody('Uma 0'), at))
    const place = await desk.writtenBy(phone, 1)
    await desk.hear(buildHistoryWebhook(number, [{ id: phone, messages: thread }], { progress: 56 }))
    await desk.placed()
    const history = await desk.historyOf(place)
    expect(history.map(({ content, seq }) => [content, seq])).toEqual([
      ['Uma 1', undefined],
      ['Uma 0', 1],
    ])
  })

  it('MEDIA-16 the server leads to a message thousands back, in the past too, in one answer @wide', async () => {
    const phone = createUniquePhone()
    const thread = buildHistoryThread(phone, getUnixSeconds() - 60 * DAY, 4_000)
    await desk.hear(buildHistoryWebhook(number, [thread]))
    await desk.placed()
    await desk.hear(buildMessageWebhook(number, { phone }, createUniqueWamid(), buildTextBody('Agora')))
    const place = await desk.writtenBy(phone, 1)
    const [wanted] = await desk.test.deps.db.system((tx) =>
      tx.db
        .select({ id: importedMessages.id })
        .from(importedMessages)
        .where(eq(importedMessages.channelId, thread.messages[100]?.id ?? '')),
    )
    const around = await desk.page(place, { around: wanted?.id ?? '' })
    expect(around.history).toHaveLength(61)
    expect(around.history[30]).toMatchObject({ message_id: wanted?.id, content: 'Antes 101' })
    expect(said((await desk.page(place, { limit: 2, cursor: around.nextCursor ?? '' })).history)).toEqual([
      'Antes 69',
      'Antes 70',
    ])
    const newer = await desk.page(place, { limit: 2, newer: around.newerCursor ?? '' })
    expect(said(newer.history)).toEqual(['Antes 132', 'Antes 133'])
    const [last] = (await desk.page(place, { limit: 1 })).history
    const end = await desk.page(place, { around: last?.message_id ?? '' })
    expect(said(end.history).slice(-2)).toEqual(['Antes 4000', 'Agora'])
    expect(end).toMatchObject({ newerCursor: null })
    expect(end.history).toHaveLength(31)
    // Imported messages can be replied to by both sides, like other messages.
    const context = { context: { from: number, id: thread.messages[100]?.id ?? '' } }
    await desk.hear(buildMessageWebhook(number, { phone }, createUniqueWamid(), { ...context, ...buildTextBody('Ainda tem?') }))
    const params = { leadId: place.lead_id, conversationId: place._id }
    const heard = await waitUntil(
      async () => (await desk.page(place, { limit: 1 })).history[0],
      (message) => message?.content === 'Ainda tem?',
    )
    expect(heard?.reply_to).toMatchObject({ message_id: wanted?.id, preview: 'Antes 101' })
    await desk.staff.call(sendMessage, { params, body: { content: 'Tem, sim', reply_to: wanted?.id ?? '' } })
    const sent = await waitUntil(
      async () => desk.meta.accepted.find(({ body }) => body.text?.body === 'Tem, sim'),
      (one) => one !== undefined,
    )
    expect(sent?.body.context).toEqual({ message_id: thread.messages[100]?.id })
    const foreign = { params: { leadId: place.lead_id, conversationId: place._id }, query: { around: place._id } }
    expect((await desk.staff.refused(getConversation, foreign)).status).toBe(404)
  })
})
