import { getConversation, sendMessage } from '@prosa/contract/calls/conversations/conversations'
import { setReaction } from '@prosa/contract/calls/conversations/reactions'
import { checkWhatsappNumber } from '@prosa/contract/calls/whatsapp/channels'
import { sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildMessageWebhook, buildTextBody } from '../../../../testing/doubles/meta-webhooks/meta-webhook-payloads.ts'
import { waitUntil } from '../../../../testing/harness/wait-until.ts'
import { createTenant } from '../../../../testing/worlds/factories.ts'
import { deliverTestWebhook } from '../../../../testing/worlds/whatsapp/meta-test-app.ts'
import {
  createUniquePhone,
  createUniqueWamid,
  createWhatsappFixture,
  type WhatsappFixture,
} from '../../../../testing/worlds/whatsapp/whatsapp-fixture.ts'
import { getErrorMeaning } from '../cloud-api/error-codes.ts'

let desk: WhatsappFixture
beforeAll(async () => {
  desk = await createWhatsappFixture()
})
afterAll(() => desk.close())

/** Creates a lead that has sent this message. */
const lead = async (said: string) => {
  const phone = createUniquePhone()
  const wamid = createUniqueWamid()
  const say = (message: object) =>
    deliverTestWebhook(
      desk.test,
      buildMessageWebhook(desk.number.phoneNumberId, { phone, name: 'Bia' }, createUniqueWamid(), message),
    )
  await deliverTestWebhook(
    desk.test,
    buildMessageWebhook(desk.number.phoneNumberId, { phone, name: 'Bia' }, wamid, buildTextBody(said)),
  )
  const conversation = await desk.writtenBy(phone, 1)
  const place = { leadId: conversation.lead_id, conversationId: conversation._id }
  const [first] = await desk.historyOf(conversation)
  if (!first) throw new Error('Nothing was said')
  return { phone, wamid, say, conversation, place, first }
}
const reactions = (wamid: string) =>
  desk.meta.attempts.filter(({ reaction }) => reaction?.message_id === wamid).map(({ reaction }) => reaction?.emoji)

describe('a quote', () => {
  it('MEDIA-15 goes out with the wamid, stands on the message, and its key goes with no other answer', async () => {
    const { place, wamid, first } = await lead('Aceita cartão?')
    const key = uuid()
    const asked = (over: object) => ({
      params: place,
      body: { content: 'Aceita, sim', ...over },
      headers: { 'idempotency-key': key },
    })
    const send = (over: object) => desk.staff.call(sendMessage, asked(over))
    const { data } = await send({ reply_to: first.message_id })
    const id = data?.message?.message_id ?? ''
    expect(data?.message?.reply_to).toMatchObject({ message_id: first.message_id, role: 'humano', preview: 'Aceita cartão?' })
    await desk.settled(place, id, 'sent')
    expect(desk.acceptedOf(id)[0]?.body.context).toEqual({ message_id: wamid })
    expect(await desk.staff.refused(sendMessage, asked({}))).toMatchObject({ status: 409 })
    expect((await send({ reply_to: first.message_id })).data?.message?.message_id).toBe(id)
  })

  it('MEDIA-15 of the lead names our message; of one that is not here it says so; another conversation cannot be quoted', async () => {
    const { place, conversation, say } = await lead('Oi')
    const other = await lead('Outra pessoa')
    const id = await desk.send(place, 'Temos na cor azul')
    await desk.settled(place, id, 'sent')
    const ours = desk.acceptedOf(id)[0]?.id
    await say({ ...buildTextBody('Quero essa'), context: { from: '5511', id: ours } })
    await say({ ...buildTextBody('E aquela?'), context: { from: '5511', id: 'wamid.ELSEWHERE' } })
    const history = await waitUntil(
      () => desk.historyOf(conversation),
      (all) => all.some(({ content }) => content === 'E aquela?'),
    )
    const said = (content: string) => history.find((message) => message.content === content)?.reply_to
    expect(said('Quero essa')).toMatchObject({ message_id: id, preview: 'Temos na cor azul' })
    expect(said('E aquela?')).toEqual({ message_id: null })
    const stranger = { params: place, body: { content: 'x', reply_to: other.first.message_id } }
    expect(await desk.staff.refused(sendMessage, stranger)).toMatchObject({ status: 400 })
  })
})

describe('a reaction of ours', () => {
  it('MEDIA-17 reaches Meta, is set and not added, and pauses nobody, ends no waiting and counts no message', async () => {
    const { place, wamid, first, conversation } = await lead('Chegou certinho, obrigada')
    const facts = async () => {
      const { rows } = await desk.test.deps.db.system((tx) =>
        tx.db.execute(sql`
          SELECT c.last_seq, c.waiting_since, c.held_by_person, c.last_message_preview, l.pause FROM conversations c
          JOIN leads l ON l.tenant_id = c.tenant_id AND l.id = c.lead_id WHERE c.id = ${place.conversationId}`),
      )
      return rows
    }
    const before = await facts()
    const params = { ...place, messageId: first.message_id }
    const react = (emoji: string | null) => desk.staff.call(setReaction, { params, body: { emoji } })
    expect((await react('❤️')).data.message.our_reaction).toMatchObject({ emoji: '❤️' })
    await waitUntil(async () => reactions(wamid).includes('❤️'))
    await react(null)
    await waitUntil(async () => reactions(wamid).at(-1) === '')
    expect(await facts()).toEqual(before)
    const [shown] = await desk.historyOf(conversation)
    expect(shown?.our_reaction?.emoji ?? null).toBeNull()
  })

  it('MEDIA-17 in doubt is sent again; refused it goes, and says why @wide', async () => {
    const { place, wamid, first } = await lead('Combinado')
    const params = { ...place, messageId: first.message_id }
    const shown = async () =>
      (await desk.staff.call(getConversation, { params: place, query: {} })).data.history[0]?.our_reaction ?? null
    let tries = 0
    desk.meta.plan = (body) => (body.reaction && ++tries === 1 ? 'accept-then-reset' : 'accept')
    await desk.staff.call(setReaction, { params, body: { emoji: '👍' } })
    await waitUntil(async () => reactions(wamid).length >= 2)
    expect(new Set(reactions(wamid))).toEqual(new Set(['👍']))
    expect(await shown()).toMatchObject({ emoji: '👍' })
    desk.meta.plan = (body) => (body.reaction ? { code: 131_009 } : 'accept')
    await desk.staff.call(setReaction, { params, body: { emoji: '🙏' } })
    await waitUntil(async () => (await shown())?.error != null)
    expect(await shown()).toMatchObject({ emoji: null })
    desk.meta.plan = () => 'accept'
  })

  it('WIRE-15 refused for its number’s sake it breaks the number, as a message does', async () => {
    const { place, first } = await lead('Pode ser')
    desk.meta.plan = (body) => (body.reaction ? { code: 131_042 } : 'accept')
    await desk.staff.call(setReaction, { params: { ...place, messageId: first.message_id }, body: { emoji: '👍' } })
    const [broken] = await waitUntil(desk.numbers, ([number]) => number?.status === 'broken')
    expect(broken).toMatchObject({ status_reason: getErrorMeaning(131_042).reason, problems: [{ code: 'payment' }] })
    desk.meta.plan = () => 'accept'
    await desk.staff.call(checkWhatsappNumber, { params: { id: desk.number.id } })
  })

  it('MEDIA-17 is refused to what is older than 30 days, to no emoji, and to another organisation', async () => {
    const { place, first } = await lead('Antiga')
    const params = { ...place, messageId: first.message_id }
    expect(await desk.staff.refused(setReaction, { params, body: { emoji: 'ok' } })).toMatchObject({ status: 400 })
    const foreign = await createTenant(desk.test)
    const stranger = await desk.test.client(foreign.staff.phone)
    expect(await stranger.refused(setReaction, { params, body: { emoji: '👍' } })).toMatchObject({ status: 404 })
    await desk.test.deps.db.system((tx) =>
      tx.db.execute(sql`UPDATE messages SET created_at = now() - interval '31 days' WHERE id = ${first.message_id}`),
    )
    expect(await desk.staff.refused(setReaction, { params, body: { emoji: '👍' } })).toMatchObject({ status: 400 })
  })
})
