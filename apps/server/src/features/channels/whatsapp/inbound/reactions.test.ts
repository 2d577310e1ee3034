import { archiveLead, getLead } from '@prosa/contract/calls/conversations/leads'
import { setReaction } from '@prosa/contract/calls/conversations/reactions'
import { searchMessages } from '@prosa/contract/calls/conversations/search'
import { dashboardSummary } from '@prosa/contract/calls/reports/dashboard'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
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

const reaction = (wamid: string, emoji?: string) => ({
  type: 'reaction',
  reaction: { message_id: wamid, ...(emoji ? { emoji } : {}) },
})

/** Creates a lead that wrote an hour ago, answered or not. `figures` returns counters that a reaction must not change. */
async function aTalk({ answered }: { answered: boolean }) {
  const phone = createUniquePhone()
  const wamid = createUniqueWamid()
  const at = getUnixSeconds() - 3_600
  await deliverTestWebhook(desk.test, buildMessageWebhook(number, { phone }, wamid, buildTextBody('Olá, tudo bem?'), at))
  const { lead_id: leadId, _id: conversationId } = await desk.writtenBy(phone, 1)
  const place = { leadId, conversationId }
  const answer = answered ? await desk.send(place, 'Tudo ótimo') : null
  if (answer) await desk.settled(place, answer, 'sent')
  const figures = async () => {
    const row = (await desk.conversations()).find(({ _id }) => _id === conversationId)
    const { last_seq: _, ...shown } = row ?? {}
    const stored = await desk.test.deps.db.system((tx) =>
      tx.db.execute(sql`
        SELECT c.waiting_since, c.last_activity_at, c.held_by_person, c.lead_messages, hours.counted, hours.n, l.pause
        FROM conversations c JOIN leads l ON l.id = c.lead_id, LATERAL (
          SELECT count(*) AS n, sum(from_lead + by_agent + by_person + take_overs) AS counted FROM conversation_hours h
          WHERE h.conversation_id = c.id) hours
        WHERE c.id = ${conversationId}`),
    )
    return { ...shown, ...stored.rows[0] }
  }
  const hear = async (payload: object, places: number) => {
    await deliverTestWebhook(desk.test, payload)
    await desk.writtenBy(phone, places)
  }
  return { phone, wamid, place, answer, at, figures, hear }
}

it.each([[{ answered: true }], [{ answered: false }]])(
  'a reaction of the lead and its end change no figure, no preview, no time and no waiting: %j',
  async (state) => {
    const { phone, wamid, place, answer, at, figures, hear } = await aTalk(state)
    const before = await figures()
    const so = answer ? 2 : 1
    await hear(buildMessageWebhook(number, { phone }, createUniqueWamid(), reaction(wamid, '❤️'), at + 1_800), so + 1)
    await hear(buildMessageWebhook(number, { phone }, createUniqueWamid(), reaction(wamid), at + 1_810), so + 2)
    expect(await figures()).toEqual(before)
    const reactions = (await desk.conversationAt(place)).history.filter(({ type }) => type === 'reaction')
    const to = (await desk.conversationAt(place)).history[0]?.message_id
    expect(reactions.map((one) => one.reaction)).toEqual([
      { to, emoji: '❤️' },
      { to, emoji: null },
    ])
  },
)

it('a reaction on the phone of the team pauses nobody, ends no waiting and changes no figure', async () => {
  const { phone, wamid, at, figures, hear, place } = await aTalk({ answered: false })
  const before = await figures()
  await hear(buildEchoWebhook(number, phone, createUniqueWamid(), reaction(wamid, '👍'), at + 900), 2)
  await hear(buildEchoWebhook(number, phone, createUniqueWamid(), reaction(wamid), at + 901), 3)
  expect(await figures()).toEqual(before)
  expect((await desk.staff.call(getLead, { params: { id: place.leadId } })).data.pause).toBe(false)
})

it('a reaction set in the panel and taken back changes no figure', async () => {
  const { place, figures } = await aTalk({ answered: true })
  const messageId = (await desk.conversationAt(place)).history[0]?.message_id ?? ''
  const before = await figures()
  for (const emoji of ['👍', null]) await desk.staff.call(setReaction, { params: { ...place, messageId }, body: { emoji } })
  expect(await figures()).toEqual(before)
})

it('the first human answer is measured from the words, not from a reaction', async () => {
  const { phone, wamid, at, hear, place } = await aTalk({ answered: true })
  const median = async () => {
    const day = new Date().toISOString().slice(0, 10)
    return (await desk.staff.call(dashboardSummary, { query: { from: day, to: day } })).data.figures.firstResponseHumanMs.value
  }
  const before = await median()
  await hear(buildMessageWebhook(number, { phone }, createUniqueWamid(), reaction(wamid, '❤️'), at + 1_800), 3)
  await desk.send(place, 'Fico feliz!')
  expect(await median()).toBe(before)
})

it('a reaction after our message leaves its failure shown in the list', async () => {
  const { phone, wamid, at, hear, place } = await aTalk({ answered: false })
  desk.meta.plan = () => ({ code: 131_026 })
  const id = await desk.send(place, 'Chegou?')
  await hear(buildMessageWebhook(number, { phone }, createUniqueWamid(), reaction(wamid, '👍'), at + 60), 3)
  await desk.settled(place, id, 'failed')
  expect(await desk.conversationAt(place)).toMatchObject({ last_message_failed: true, last_message_preview: 'Chegou?' })
  desk.meta.plan = () => 'accept'
})

it('an archived lead stays archived, and the words of a reaction are found by no search', async () => {
  const { phone, wamid, at, place } = await aTalk({ answered: true })
  await desk.staff.call(archiveLead, { params: { id: place.leadId }, body: { archive: true } })
  await deliverTestWebhook(desk.test, buildMessageWebhook(number, { phone }, createUniqueWamid(), reaction(wamid, '🎉'), at + 60))
  await waitUntil(async () => (await desk.conversationAt(place)).history.some(({ type }) => type === 'reaction'))
  expect((await desk.conversationAt(place)).archive).toBe(true)
  const found = await waitUntil(
    () => desk.staff.call(searchMessages, { query: { q: 'Olá' } }),
    ({ data }) => data.results.length > 0,
  )
  expect(found.data.results.length).toBeGreaterThan(0)
  expect((await desk.staff.call(searchMessages, { query: { q: 'Reagiu' } })).data.results).toEqual([])
})
