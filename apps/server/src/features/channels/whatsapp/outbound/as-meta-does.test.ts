import { sendTemplate } from '@prosa/contract/calls/whatsapp/channels'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  buildMessageStatuses,
  buildShuffledStatusWebhooks,
} from '../../../../testing/doubles/meta-webhooks/meta-status-webhooks.ts'
import { waitUntil } from '../../../../testing/harness/wait-until.ts'
import { deliverTestWebhook } from '../../../../testing/worlds/whatsapp/meta-test-app.ts'
import {
  type ConversationIds,
  createWhatsappFixture,
  type WhatsappFixture,
} from '../../../../testing/worlds/whatsapp/whatsapp-fixture.ts'

let desk: WhatsappFixture
beforeAll(async () => {
  desk = await createWhatsappFixture()
})
afterAll(() => desk.close())

interface Told {
  status: string
  pricing?: object
}

describe('a number as Meta does with it', () => {
  it('WIRE-17 statuses in each shape and order, told twice, leave every message at what was told last, with its price @wide', async () => {
    const told = new Map<string, Told[]>()
    const brought: Promise<number>[] = []
    desk.meta.onTaken = ({ id, phoneNumberId, body }) => {
      const callbackData = body.biz_opaque_callback_data ?? ''
      const taken = { id, phoneNumberId, to: (body.to ?? '').slice(1), callbackData, isReaction: false }
      const [at, seed] = [Date.now(), told.size]
      told.set(callbackData, buildMessageStatuses(taken, seed, at) as Told[])
      brought.push(
        ...buildShuffledStatusWebhooks(taken, 'Conceição', seed, at).map((payload) => deliverTestWebhook(desk.test, payload)),
      )
    }
    const places = await Promise.all(Array.from({ length: 8 }, () => desk.newPlace()))
    const sent: { place: ConversationIds; id: string }[] = []
    for (let n = 0; n < 10; n += 1) for (const place of places) sent.push({ place, id: await desk.send(place, `Olá ${n}`) })
    for (const { place, id } of sent)
      await waitUntil(async () => told.has(id) && (await desk.messageAt(place, id))?.delivery !== 'queued')
    expect(new Set(await Promise.all(brought))).toEqual(new Set([200]))
    desk.meta.onTaken = () => {}

    expect(new Set([...told.values()].map((all) => all.at(-1)?.status))).toEqual(new Set(['read', 'failed']))
    for (const { place, id } of sent) {
      const all = told.get(id) ?? []
      await desk.settled(place, id, all.at(-1)?.status ?? '')
      const { rows } = await desk.test.deps.db.system((tx) =>
        tx.db.execute(sql`
          SELECT s.status, s.payload -> 'pricing' IS NOT NULL AS priced FROM message_statuses s
          JOIN messages m ON m.tenant_id = s.tenant_id AND m.channel_id = s.channel_id WHERE m.id = ${id}`),
      )
      const wanted = all.map(({ status, pricing }) => ({ status, priced: pricing !== undefined }))
      expect(rows).toHaveLength(wanted.length)
      expect(rows).toEqual(expect.arrayContaining(wanted))
    }
    // Eighty messages and about five hundred statuses can take long on a busy machine.
  }, 120_000)

  it('WIRE-20 what is too much for one person at once waits, and goes when Meta takes it @wide', async () => {
    const place = await desk.newPlace()
    const begun = Date.now() + 60_000
    desk.meta.now = () => begun
    const ids: string[] = []
    for (let n = 0; n < 46; n += 1) ids.push(await desk.send(place, `Linha ${n}`))
    const last = ids.at(-1) ?? ''
    await waitUntil(() => desk.attemptsOf(last) > 0)
    expect(desk.acceptedOf(last)).toEqual([])
    expect((await desk.messageAt(place, last))?.delivery).toBe('queued')
    desk.meta.now = () => begun + 60_000
    await desk.endWaiting()
    await desk.settled(place, last, 'sent')
    desk.meta.now = Date.now
    const texts = desk.meta.accepted.map(({ body }) => body.text?.body).filter((said) => said?.startsWith('Linha'))
    expect(texts).toEqual(ids.map((_, n) => `Linha ${n}`))
  })

  it('WIRE-19 advertising to who stopped it on WhatsApp alone is refused once, and none is tried after it', async () => {
    const components = [{ type: 'BODY', text: 'Veja os lançamentos.' }]
    desk.meta.templates.push({ name: 'novidades', language: 'pt_BR', status: 'APPROVED', category: 'MARKETING', components })
    const place = await desk.newPlace()
    desk.meta.stopped.add(place.phone)
    const { leadId, conversationId } = place
    const asked = { params: { leadId, conversationId }, body: { name: 'novidades', language: 'pt_BR' } }
    const { data } = await desk.staff.call(sendTemplate, asked)
    await desk.settled(place, data.message.message_id, 'failed')
    expect(await desk.staff.refused(sendTemplate, asked)).toMatchObject({ status: 409 })
  })
})
