import { randomBytes } from 'node:crypto'
import { eraseLead } from '@prosa/contract/calls/organisation/privacy'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createWhatsAppAdapter } from '../../../features/channels/whatsapp/outbound/channel-adapter.ts'
import { appendMessage } from '../../../features/conversations/messages/append-message.ts'
import { deliverMessage } from '../../../features/conversations/outbound/deliver-message.ts'
import type { MessageToSend } from '../../../features/conversations/ports.ts'
import type { MetaDouble, MetaSendOutcome } from '../../doubles/meta/meta-double.ts'
import type { TestApp } from '../../harness/test-app.ts'
import { waitUntil } from '../../harness/wait-until.ts'
import { createWhatsappFixture, type WhatsappFixture } from '../../worlds/whatsapp/whatsapp-fixture.ts'

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

/** Creates a queued message without a job. */
async function createQueuedMessage(content: string) {
  const place = await desk.newPlace()
  const { conversationId } = place
  const { tenantId } = desk.tenant
  const appended = await test.deps.db.tenant(tenantId, (tx) =>
    appendMessage(tx, { tenantId, conversationId, role: 'AI', content, at: new Date() }),
  )
  return { ...place, id: appended?.message.message_id ?? '', job: { tenantId, conversationId, seq: 2, channel: 'whatsapp' } }
}

describe('what goes wrong before anything leaves is no doubt', () => {
  it('PROV-04 a database that is away for a moment: the message goes out afterwards, once', async () => {
    const { id, job, ...place } = await createQueuedMessage('Depois da falha')
    const away = { ...test.deps.db, tenant: () => Promise.reject(new Error('the database is away')) }
    const cut = { whatsapp: createWhatsAppAdapter({ ...test.deps, db: away }, test.app.modules) }
    await expect(deliverMessage(test.deps, cut, job)).rejects.toThrow('away')
    expect((await desk.messageAt(place, id))?.delivery).toBe('queued')
    await deliverMessage(test.deps, { whatsapp: createWhatsAppAdapter(test.deps, test.app.modules) }, job)
    expect((await desk.messageAt(place, id))?.delivery).toBe('sent')
    expect(desk.attemptsOf(id)).toBe(1)
  })

  it('PROV-04 a token that cannot be opened: the message waits until it can be, and goes out once @wide', async () => {
    const { id, job, ...place } = await createQueuedMessage('Depois do token')
    const config = { ...test.deps.config, sessionSecret: randomBytes(32), previousSecret: null }
    await deliverMessage(test.deps, { whatsapp: createWhatsAppAdapter({ ...test.deps, config }, test.app.modules) }, job)
    expect((await desk.messageAt(place, id))?.delivery).toBe('queued')
    expect(desk.attemptsOf(id)).toBe(0)
    await desk.endWaiting()
    await desk.settled(place, id, 'sent')
    expect(desk.attemptsOf(id)).toBe(1)
  })

  it('PROV-04 a message that is erased while its turn comes does not leave', async () => {
    const { id, job, ...place } = await createQueuedMessage('Apagada antes')
    const real = createWhatsAppAdapter(test.deps, test.app.modules)
    const slow = {
      ...real,
      prepare: async (message: MessageToSend) => {
        const prepared = await real.prepare(message)
        await desk.staff.call(eraseLead, { params: { id: place.leadId } })
        return prepared
      },
    }
    await deliverMessage(test.deps, { whatsapp: slow }, job)
    expect(desk.attemptsOf(id)).toBe(0)
  })
})

describe('an answer that never came', () => {
  it.each(['accept-then-reset', 'gateway-page'] as const)(
    'PROV-04 %s: the message is in doubt, is never sent again, and Meta’s echo of our id ends the doubt',
    async (plan) => {
      const place = await desk.newPlace()
      meta.plan = (body) => (body.to === `+${place.phone}` ? plan : 'accept')
      const id = await desk.send(place, 'Chegou?')
      await desk.settled(place, id, 'unknown')
      await desk.tell([{ id: `wamid.ECHOED${++counter}`, status: 'sent', callbackData: id }])
      expect((await desk.messageAt(place, id))?.delivery).toBe('sent')
      await desk.endWaiting()
      await desk.tell([{ id: `wamid.ECHOED${counter}`, status: 'delivered' }])
      expect((await desk.messageAt(place, id))?.delivery).toBe('delivered')
      expect(desk.attemptsOf(id)).toBe(1)
    },
  )

  it('PROV-04 without an echo in two minutes a person decides; a word that comes later still counts', async () => {
    const place = await desk.newPlace()
    meta.plan = (body) => (body.to === `+${place.phone}` && body.text?.body === 'Perdida' ? 'reset' : 'accept')
    const id = await desk.send(place, 'Perdida')
    await desk.settled(place, id, 'unknown')
    const next = await desk.send(place, 'A conversa segue')
    await desk.settled(place, next, 'sent')
    await desk.endWaiting()
    await desk.settled(place, id, 'failed')
    expect(await desk.conversationAt(place)).toMatchObject({ needs_attention: true })
    expect((await desk.messageAt(place, id))?.delivery_error).toMatch(/não confirmou/)
    await desk.tell([{ id: `wamid.LATE${++counter}`, status: 'sent', callbackData: id }])
    expect(await desk.messageAt(place, id)).toMatchObject({ delivery: 'sent', delivery_error: null })
    expect(desk.attemptsOf(id)).toBe(1)
  })

  it('PROV-04 a process that ends in the middle of a send leaves a doubt, never a second message', async () => {
    const { leadId, conversationId, phone, id, job } = await createQueuedMessage('Cortada')
    const real = createWhatsAppAdapter(test.deps, test.app.modules)
    const dying = {
      ...real,
      prepare: async (message: MessageToSend) => {
        const prepared = await real.prepare(message)
        if (prepared.kind !== 'ready') return prepared
        const send = async (): Promise<never> => {
          await prepared.send()
          throw new Error('kill -9')
        }
        return { ...prepared, send }
      },
    }
    await expect(deliverMessage(test.deps, { whatsapp: dying }, job)).rejects.toThrow('kill -9')
    for (let again = 0; again < 3; again++) await deliverMessage(test.deps, { whatsapp: real }, job)
    expect((await desk.messageAt({ leadId, conversationId }, id))?.delivery).toBe('unknown')
    expect(meta.attempts.filter((body) => body.to === `+${phone}`)).toHaveLength(1)
  })

  it('PROV-04 in a storm of lost answers, broken lines and refusals nothing goes out twice, and everything ends sent or visibly failed @wide', async () => {
    const PLACES = 12
    const EACH = 12
    const STORM: readonly MetaSendOutcome[] = ['accept-then-reset', 'reset', 'gateway-page', { code: 131016 }, { code: 131026 }]
    let sends = 0
    meta.plan = () => (++sends % 7 === 0 ? (STORM[(sends / 7) % STORM.length] ?? 'accept') : 'accept')
    // Counts the events live, because `endWaiting` may also resolve an unknown delivery.
    let doubted = 0
    const forget = test.deps.bus.on('message.delivery', ({ delivery }) => {
      if (delivery === 'unknown') doubted += 1
    })
    const places = await Promise.all(Array.from({ length: PLACES }, () => desk.newPlace()))
    const sent = await Promise.all(
      places.map(async (place) => {
        const ids: string[] = []
        for (let n = 0; n < EACH; n++) ids.push(await desk.send(place, `Nº ${n}`))
        return { place, ids }
      }),
    )
    const ids = sent.flatMap((one) => one.ids)
    const states = async () => {
      const histories = await Promise.all(places.map((place) => desk.conversationAt(place)))
      return new Map(histories.flatMap(({ history }) => history.map((m) => [m.message_id, m.delivery ?? ''])))
    }
    // Waits for progress with a timeout per step, because a busy machine needs longer in total.
    const none = async (isLeft: (id: string, state: string) => boolean, meanwhile = async () => {}) => {
      for (let before = Number.POSITIVE_INFINITY; before > 0; )
        before = await waitUntil(
          async () => {
            await meanwhile()
            return [...(await states())].filter(([id, state]) => isLeft(id, state)).length
          },
          (left) => left < before,
        )
    }
    await none((_id, state) => state === 'queued', desk.endWaiting)
    forget()
    expect(doubted).toBeGreaterThan(0)
    // Delivers the statuses of the accepted messages late and in reverse order. Afterwards the waiting time of every unknown delivery has
    // ended.
    const taken = meta.accepted.filter(({ body }) => ids.includes(body.biz_opaque_callback_data ?? ''))
    const takenIds = new Set(taken.map(({ body }) => body.biz_opaque_callback_data))
    await Promise.all(
      [...taken]
        .reverse()
        .flatMap(({ id, body }) =>
          ['delivered', 'sent'].map((status) => desk.tell([{ id, status, callbackData: body.biz_opaque_callback_data ?? '' }])),
        ),
    )
    await none((id, state) => takenIds.has(id) && state !== 'delivered')
    await none((_id, state) => state === 'unknown', desk.endWaiting)
    const ends = await states()
    const times = (id: string) => desk.acceptedOf(id).length
    expect(ids.filter((id) => times(id) > 1)).toEqual([])
    expect(ids.filter((id) => (times(id) === 1) !== (ends.get(id) === 'delivered'))).toEqual([])
    expect(ids.filter((id) => times(id) === 0 && ends.get(id) !== 'failed')).toEqual([])
    for (const { place, ids } of sent) {
      const order = meta.accepted
        .filter(({ body }) => body.to === `+${place.phone}`)
        .map(({ body }) => body.biz_opaque_callback_data)
      expect(order).toEqual(ids.filter((id) => times(id) === 1))
    }
  }, 180_000)
})
