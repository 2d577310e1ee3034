import { getConversation, listConversations, sendMessage } from '@prosa/contract/calls/conversations/conversations'
import { checkWhatsappNumber, listWhatsappNumbers, updateWhatsappNumber } from '@prosa/contract/calls/whatsapp/channels'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { META_TOKEN, type MetaDouble, type MetaSendOutcome } from '../../../../testing/doubles/meta/meta-double.ts'
import { buildMessageWebhook, buildTextBody } from '../../../../testing/doubles/meta-webhooks/meta-webhook-payloads.ts'
import type { TestApp } from '../../../../testing/harness/test-app.ts'
import { openTestSocket } from '../../../../testing/harness/test-socket.ts'
import { waitUntil } from '../../../../testing/harness/wait-until.ts'
import { createTenant } from '../../../../testing/worlds/factories.ts'
import { deliverTestWebhook, linkTestNumber } from '../../../../testing/worlds/whatsapp/meta-test-app.ts'
import { createWhatsappFixture, type WhatsappFixture } from '../../../../testing/worlds/whatsapp/whatsapp-fixture.ts'
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

describe('what Meta refuses', () => {
  const LATER = [4, 80007, 130429, 131056, 131016, 131000, 131057, 133004]
  it(`PROV-04 codes ${LATER.join(', ')} are tried again after a pause, and go out once, with what waits behind them @wide`, async () => {
    const places = await Promise.all(LATER.map(async (code) => ({ code, place: await desk.newPlace() })))
    meta.plan = (body, attempt): MetaSendOutcome => {
      const code = places.find(({ place }) => body.to === `+${place.phone}`)?.code
      return code && attempt === 1 && body.text?.body === 'Tente outra vez' ? { code } : 'accept'
    }
    const begun = Date.now()
    const sent: { place: Awaited<ReturnType<WhatsappFixture['newPlace']>>; first: string; second: string }[] = []
    for (const { place } of places)
      sent.push({ place, first: await desk.send(place, 'Tente outra vez'), second: await desk.send(place, 'E depois esta') })
    for (const { first, second } of sent) {
      await waitUntil(() => desk.attemptsOf(first) === 1)
      const { rows } = await waitUntil(
        () => test.deps.db.system((tx) => tx.db.execute(sql`SELECT attempt_after FROM messages WHERE id = ${first}`)),
        (found) => found.rows[0]?.attempt_after !== null,
      )
      expect(new Date(String(rows[0]?.attempt_after)).getTime()).toBeGreaterThan(begun + 4_000)
      expect(desk.attemptsOf(second)).toBe(0)
    }
    await desk.endWaiting()
    for (const { place, first, second } of sent) {
      await desk.settled(place, second, 'sent')
      expect([desk.attemptsOf(first), desk.acceptedOf(first).length]).toEqual([2, 1])
      const order = meta.accepted.filter(({ body }) => body.to === `+${place.phone}`).map(({ body }) => body.text?.body)
      expect(order).toEqual(['Tente outra vez', 'E depois esta'])
    }
  }, 60_000)

  const NEVER = [131047, 131026, 131048, 131049, 131050, 131051, 131053, 132000, 132001, 132012, 132015, 132016, 999_999]
  it.each(NEVER)('PROV-04 code %i is never tried again, and says why', async (code) => {
    const place = await desk.newPlace()
    meta.plan = (body): MetaSendOutcome =>
      body.to === `+${place.phone}` && body.text?.body === 'Não insista' ? { code } : 'accept'
    const id = await desk.send(place, 'Não insista')
    const next = await desk.send(place, 'Esta vai')
    await desk.settled(place, next, 'sent')
    expect(await desk.messageAt(place, id)).toMatchObject({ delivery: 'failed', delivery_error: getErrorMeaning(code).reason })
    expect(desk.attemptsOf(id)).toBe(1)
  })

  it('a message put off too often is given up, and staff are told', async () => {
    const place = await desk.newPlace()
    meta.plan = (body): MetaSendOutcome => (body.to === `+${place.phone}` ? { code: 131016 } : 'accept')
    const id = await desk.send(place, 'Sem fim')
    await test.deps.db.system((tx) => tx.db.execute(sql`UPDATE messages SET attempts = 24 WHERE id = ${id}`))
    await desk.settled(place, id, 'failed')
    expect((await desk.messageAt(place, id))?.delivery_error).toBe(getErrorMeaning(131016).reason)
  })

  it('PROV-04 a token that Meta no longer takes breaks the number, tells the panel, and asks nothing more until it is mended', async () => {
    const own = await createTenant(test)
    const ownStaff = await test.client(own.staff.phone)
    const broken = await linkTestNumber(test, meta, own)
    const phone = '5531900000001'
    await test.deps.db.system((tx) => tx.db.execute(sql`UPDATE agents SET active = false WHERE id = ${own.agentId}`))
    await deliverTestWebhook(test, buildMessageWebhook(broken.phoneNumberId, { phone }, 'wamid.BROKEN', buildTextBody('Oi')))
    const found = await waitUntil(async () =>
      (await ownStaff.call(listConversations, { params: { agentId: own.agentId } })).data.conversations.at(0),
    )
    const params = { leadId: found?.lead_id ?? '', conversationId: found?._id ?? '' }
    const deliveries = async () =>
      (await ownStaff.call(getConversation, { params })).data.history.filter((m) => m.role === 'AI').map((m) => m.delivery)
    const socket = await openTestSocket(await test.listen(), ownStaff)
    await socket.send('join_user_room', { userId: own.staff.id, tenantId: own.tenantId })
    meta.plan = (body): MetaSendOutcome => (body.to === `+${phone}` ? { code: 190 } : 'accept')
    await ownStaff.call(sendMessage, { params, body: { content: 'Um' } })
    expect(await socket.hear('channel_updated')).toEqual({
      channel: 'whatsapp',
      accountId: broken.id,
      status: 'broken',
      problems: [{ code: 'access', severity: 'broken' }],
    })
    await ownStaff.call(sendMessage, { params, body: { content: 'Dois' } })
    await waitUntil(deliveries, (found) => found.join() === 'failed,failed')
    expect(meta.attempts.filter((body) => body.to === `+${phone}`)).toHaveLength(1)
    const [listed] = (await ownStaff.call(listWhatsappNumbers)).data.numbers
    expect(listed).toMatchObject({ status: 'broken', status_reason: getErrorMeaning(190).reason })
    meta.plan = () => 'accept'
    const mended = await ownStaff.call(updateWhatsappNumber, { params: { id: broken.id }, body: { access_token: META_TOKEN } })
    expect(mended.data.status).toBe('ok')
    await socket.hear('channel_updated', (event) => event.status === 'ok')
    socket.close()
    await ownStaff.call(sendMessage, { params, body: { content: 'Três' } })
    await waitUntil(deliveries, (found) => found.join() === 'failed,failed,sent')
    meta.known.delete(broken.phoneNumberId)
    const checked = await ownStaff.call(checkWhatsappNumber, { params: { id: broken.id } })
    expect(checked.data.status).toBe('broken')
  })
})
