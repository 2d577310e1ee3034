import { getConversation, listConversations, sendMessage, setAttention } from '@prosa/contract/calls/conversations/conversations'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { MetaDouble } from '../../../../testing/doubles/meta/meta-double.ts'
import {
  buildMessageWebhook,
  buildRawStatusWebhook,
  buildStatusWebhook,
  buildTextBody,
} from '../../../../testing/doubles/meta-webhooks/meta-webhook-payloads.ts'
import type { TestApp } from '../../../../testing/harness/test-app.ts'
import { openTestSocket } from '../../../../testing/harness/test-socket.ts'
import { waitUntil } from '../../../../testing/harness/wait-until.ts'
import { createConversation, createTenant } from '../../../../testing/worlds/factories.ts'
import { deliverTestWebhook, linkTestNumber } from '../../../../testing/worlds/whatsapp/meta-test-app.ts'
import {
  type ConversationIds,
  createWhatsappFixture,
  type WhatsappFixture,
} from '../../../../testing/worlds/whatsapp/whatsapp-fixture.ts'
import { getErrorMeaning } from '../cloud-api/error-codes.ts'

let desk: WhatsappFixture
let meta: MetaDouble
let test: TestApp

beforeAll(async () => {
  desk = await createWhatsappFixture()
  ;({ meta, test } = desk)
})
beforeEach(() => {
  meta.plan = () => 'accept'
})
afterAll(() => desk.close())

let counter = 0

describe('a message of ours', () => {
  it('NUM-19 has its number looked after once it has left, when a status of it may be wanting', async () => {
    const place = await desk.newPlace()
    const looks = async () =>
      (
        await test.deps.db.system((tx) =>
          tx.db.execute(sql`SELECT round(extract(epoch FROM start_after - created_on)) AS after FROM pgboss.job
            WHERE name = 'watch-number' AND data->>'numberId' = ${desk.number.id}`),
        )
      ).rows
    expect(await looks()).toEqual([])
    await desk.settled(place, await desk.send(place, 'Chegou?'), 'sent')
    expect((await looks()).map(({ after }) => Number(after))).toEqual([300])
    // Another message within a minute schedules no second job.
    await desk.settled(place, await desk.send(place, 'E esta?'), 'sent')
    expect(await looks()).toHaveLength(1)
  })

  it('PROV-04 goes out in Meta’s words, with our id to be echoed, by the number that the lead wrote to', async () => {
    const place = await desk.newPlace()
    const id = await desk.send(place, 'Bom dia! Posso ajudar?')
    await desk.settled(place, id, 'sent')
    expect(desk.acceptedOf(id)).toEqual([
      {
        id: expect.stringMatching(/^wamid\./),
        at: expect.any(Number),
        phoneNumberId: desk.number.phoneNumberId,
        body: {
          messaging_product: 'whatsapp',
          recipient_type: 'individual',
          to: `+${place.phone}`,
          type: 'text',
          text: { preview_url: true, body: 'Bom dia! Posso ajudar?' },
          biz_opaque_callback_data: id,
        },
      },
    ])
    expect(meta.strangers).toBe(0)
  })

  it('goes to a lead without a phone by its own id', async () => {
    const userId = `US.${++counter}13491208655302741918`
    await deliverTestWebhook(
      test,
      buildMessageWebhook(
        desk.number.phoneNumberId,
        { userId, name: `Sem Fone ${counter}` },
        `wamid.S${++counter}`,
        buildTextBody('Oi'),
      ),
    )
    const found = await waitUntil(async () =>
      (await desk.staff.call(listConversations, { params: { agentId: desk.tenant.agentId } })).data.conversations.find((c) =>
        c.lead_name?.startsWith('Sem Fone'),
      ),
    )
    const place = { leadId: found?.lead_id ?? '', conversationId: found?._id ?? '' }
    const id = await desk.send(place, 'Oi!')
    await desk.settled(place, id, 'sent')
    expect(desk.acceptedOf(id)[0]?.body).toMatchObject({ recipient: userId })
  })

  it('a conversation’s messages go out one after the other, in their order', async () => {
    const place = await desk.newPlace()
    const ids: string[] = []
    for (let n = 0; n < 10; n++) ids.push(await desk.send(place, `Nº ${n}`))
    await desk.settled(place, ids.at(-1) ?? '', 'sent')
    const order = meta.accepted.filter(({ body }) => body.to === `+${place.phone}`).map(({ body }) => body.text?.body)
    expect(order).toEqual(ids.map((_, n) => `Nº ${n}`))
  })

  it('PROV-04 its status only rises, in whatever order, how often and how long after they are told', async () => {
    const place = await desk.newPlace()
    const id = await desk.send(place, 'Leia, por favor')
    await desk.settled(place, id, 'sent')
    const wamid = desk.acceptedOf(id)[0]?.id ?? ''
    await Promise.all(['delivered', 'sent', 'delivered', 'sent'].map((s) => desk.tell([{ id: wamid, status: s }])))
    expect((await desk.messageAt(place, id))?.delivery).toBe('delivered')
    await desk.tell([
      { id: wamid, status: 'read' },
      { id: wamid, status: 'sent' },
    ])
    await desk.tell([
      { id: wamid, status: 'delivered' },
      { id: wamid, status: 'failed', code: 131026 },
      { id: wamid, status: 'warning' },
    ])
    expect(await desk.messageAt(place, id)).toMatchObject({ delivery: 'read', delivery_error: null })
    const other = await desk.send(place, 'Áudio')
    await desk.settled(place, other, 'sent')
    await desk.tell([{ id: 'wamid.unheard-of', status: 'played', callbackData: other }])
    expect((await desk.messageAt(place, other))?.delivery).toBe('read')
  })

  it('that Meta fails to deliver says why in Portuguese, asks for attention, and is not sent again', async () => {
    const place = await desk.newPlace()
    const id = await desk.send(place, 'Promoção')
    await desk.settled(place, id, 'sent')
    const socket = await openTestSocket(await test.listen(), desk.staff)
    await socket.send('join_conversation', { leadId: place.leadId, userId: 'x', tenantId: 'x' })
    const failed = {
      id: desk.acceptedOf(id)[0]?.id ?? '',
      status: 'failed',
      timestamp: '1750030080',
      errors: [{ code: 131_049 }],
    }
    await deliverTestWebhook(test, buildRawStatusWebhook(desk.number.phoneNumberId, [failed]))
    const told = await socket.hear('message_delivery', (event) => event.messageId === id)
    expect(told).toMatchObject({
      delivery: 'failed',
      delivery_error: getErrorMeaning(131049).reason,
      at: '2025-06-15T23:28:00.000Z',
    })
    socket.close()
    expect(await desk.conversationAt(place)).toMatchObject({
      needs_attention: true,
      attention_reason: `Mensagem não entregue. ${getErrorMeaning(131049).reason}`,
    })
    expect(desk.attemptsOf(id)).toBe(1)
  })

  describe('attention that a failed delivery raised', () => {
    const status = async (id: string, state: 'failed' | 'delivered' | 'read', code = 131_049) => {
      const channelId = desk.acceptedOf(id)[0]?.id ?? ''
      const errors = state === 'failed' ? { errors: [{ code }] } : {}
      await deliverTestWebhook(
        test,
        buildRawStatusWebhook(desk.number.phoneNumberId, [{ id: channelId, status: state, timestamp: '1750030080', ...errors }]),
      )
    }
    const sentTo = async (place: ConversationIds, content: string) => {
      const id = await desk.send(place, content)
      await desk.settled(place, id, 'sent')
      return id
    }
    const attentionOf = async (place: ConversationIds) => {
      const { needs_attention, attention_reason, last_message_failed } = await desk.conversationAt(place)
      return { needs_attention, attention_reason, last_message_failed }
    }
    const reason = (code: number) => `Mensagem não entregue. ${getErrorMeaning(code).reason}`
    const NONE = { needs_attention: false, attention_reason: null, last_message_failed: false }

    it.each(['delivered', 'read'] as const)('ends when the message is %s after all', async (state) => {
      const place = await desk.newPlace()
      const id = await sentTo(place, 'Promoção')
      await status(id, 'failed')
      expect(await attentionOf(place)).toMatchObject({ needs_attention: true, attention_reason: reason(131_049) })
      await status(id, state)
      expect(await attentionOf(place)).toEqual(NONE)
    })

    it('stays while another message is undelivered, with its reason', async () => {
      const place = await desk.newPlace()
      const [first, second] = [await sentTo(place, 'Um'), await sentTo(place, 'Dois')]
      await status(first, 'failed', 131_049)
      await status(second, 'failed', 131_026)
      expect((await attentionOf(place)).attention_reason).toBe(reason(131_026))
      await status(second, 'delivered')
      expect(await attentionOf(place)).toMatchObject({ needs_attention: true, attention_reason: reason(131_049) })
      await status(first, 'read')
      expect(await attentionOf(place)).toEqual(NONE)
    })

    it('leaves attention for another reason as it is, and does not count what a person has dismissed', async () => {
      const place = await desk.newPlace()
      const params = place
      const [first, second] = [await sentTo(place, 'Um'), await sentTo(place, 'Dois')]
      await desk.staff.call(setAttention, { params, body: { needs_attention: true } })
      await status(first, 'failed')
      await status(first, 'delivered')
      expect(await attentionOf(place)).toMatchObject({ needs_attention: true, attention_reason: null })
      const third = await sentTo(place, 'Três')
      await status(third, 'failed')
      await desk.staff.call(setAttention, { params, body: { needs_attention: false } })
      await status(second, 'failed')
      await status(second, 'read')
      expect((await attentionOf(place)).needs_attention).toBe(false)
    })
  })

  it('an agent’s answer that comes after the window is not sent: staff are told to reopen it', async () => {
    const place = await desk.newPlace()
    await desk.age(place, 25)
    expect(await desk.answer(place, 'Tarde demais')).toBe('noted')
    const { history, needs_attention, attention_reason } = await desk.conversationAt(place)
    expect(history).toHaveLength(1)
    expect(needs_attention).toBe(true)
    expect(attention_reason).toMatch(/mais de 24 horas.*modelo/)
    const open = await desk.newPlace()
    await desk.answer(open, 'A tempo')
    expect((await desk.conversationAt(open)).history.at(-1)?.content).toBe('A tempo')
  })

  it('another tenant’s webhook cannot touch it', async () => {
    const place = await desk.newPlace()
    const id = await desk.send(place, 'Só nossa')
    await desk.settled(place, id, 'sent')
    const other = await linkTestNumber(test, meta, await createTenant(test))
    await deliverTestWebhook(
      test,
      buildStatusWebhook(other.phoneNumberId, [{ id: desk.acceptedOf(id)[0]?.id ?? '', status: 'read', callbackData: id }]),
    )
    expect((await desk.messageAt(place, id))?.delivery).toBe('sent')
  })
})

describe('the 24-hour window', () => {
  it('PROV-04 the server refuses free text by its own clock when it is closed (G42), on WhatsApp only', async () => {
    const place = await desk.newPlace()
    const webchat = await createConversation(test, desk.tenant, { history: 'h', at: new Date(Date.now() - 30 * 3_600_000) })
    await desk.staff.call(sendMessage, {
      params: { leadId: place.leadId, conversationId: place.conversationId },
      body: { content: 'Dentro da janela' },
      headers: { 'idempotency-key': 'in-time' },
    })
    await desk.age(place, 23.99)
    await desk.send(place, 'Ainda dá')
    await desk.age(place, 24)
    const { leadId, conversationId } = place
    const params = { leadId, conversationId }
    expect(await desk.staff.refused(sendMessage, { params, body: { content: 'Tarde demais' } })).toMatchObject({
      status: 400,
      code: 'VALIDATION_ERROR',
      message: expect.stringContaining('24 horas'),
    })
    const again = await desk.staff.call(sendMessage, {
      params,
      body: { content: 'Dentro da janela' },
      headers: { 'idempotency-key': 'in-time' },
    })
    expect(again.data?.message?.content).toBe('Dentro da janela')
    await desk.staff.call(sendMessage, { params: webchat, body: { content: 'No site não há janela' } })
    expect((await desk.staff.call(getConversation, { params })).data.total_messages).toBe(3)
  })
})
