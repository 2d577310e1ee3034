import { markRead, unreadCountsFor } from '@prosa/contract/calls/conversations'
import { getLead, listLeads, pauseLead } from '@prosa/contract/calls/leads'
import type { Conversation } from '@prosa/contract/entities/conversation'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deliver } from '../../../testing/meta-webhook.ts'
import { incoming, now, statusUpdate, text, webhook } from '../../../testing/meta-wire.ts'
import type { TestApp } from '../../../testing/test-app.ts'
import { until } from '../../../testing/until.ts'
import { type Desk, newPhone, newWamid, openDesk } from '../../../testing/whatsapp-desk.ts'

let desk: Desk
let test: TestApp
let number: string

beforeAll(async () => {
  desk = await openDesk()
  test = desk.test
  number = desk.number.phoneNumberId
})
afterAll(() => desk.close())

describe('who a lead is', () => {
  it('PROV-04 with and without the ninth digit is one lead', async () => {
    const eight = newPhone().slice(-8)
    await deliver(test, incoming(number, { phone: `5511${eight}` }, newWamid(), text('Sem o nove')))
    await desk.writtenBy(`5511${eight}`, 1)
    await deliver(test, incoming(number, { phone: `55119${eight}` }, newWamid(), text('Com o nove')))
    const place = await desk.writtenBy(`5511${eight}`, 2)
    expect((await desk.historyOf(place)).map((m) => m.content)).toEqual(['Sem o nove', 'Com o nove'])
  })

  it('a lead without a phone is known by its id, and found again when the phone comes', async () => {
    const phone = newPhone()
    const userId = `BR.${phone}`
    await deliver(test, incoming(number, { userId, name: 'Só Id' }, newWamid(), text('Sem telefone')))
    const place = await until(
      async () => (await desk.conversations()).find((c) => c.lead_name === 'Só Id'),
      (found) => found?.total_messages === 1,
    )
    expect(place?.phone).toBeNull()
    await deliver(test, incoming(number, { userId, phone, name: 'Só Id' }, newWamid(), text('Agora com telefone')))
    expect((await desk.writtenBy(phone, 2)).lead_id).toBe(place?.lead_id)
    await deliver(test, incoming(number, { phone }, newWamid(), text('Só telefone')))
    expect((await desk.writtenBy(phone, 3)).lead_id).toBe(place?.lead_id)
  })

  it('two leads that turn out to be one become one, with every message and what each person had read', async () => {
    const phone = newPhone()
    const userId = `BR.${phone}`
    await deliver(test, incoming(number, { phone, name: 'Nome Real' }, newWamid(), text('Por telefone')))
    const first = await desk.writtenBy(phone, 1)
    await deliver(test, incoming(number, { userId, name: 'Outro Nome' }, newWamid(), text('Por id 1')))
    await deliver(test, incoming(number, { userId, name: 'Outro Nome' }, newWamid(), text('Por id 2')))
    const second = await until(
      async () => (await desk.conversations()).find((c) => c.lead_name === 'Outro Nome'),
      (found) => found?.total_messages === 2,
    )
    const read = async (c: Conversation | undefined, uptoSeq: number) =>
      desk.staff.call(markRead, { params: { conversationId: c?._id ?? '' }, body: { leadId: c?.lead_id ?? '', uptoSeq } })
    await read(first, 1)
    await read(second, 1)
    await deliver(test, incoming(number, { phone, userId }, newWamid(), text('Sou eu mesmo')))
    const merged = await desk.writtenBy(phone, 4)
    expect(merged).toMatchObject({ _id: first._id, lead_id: first.lead_id, lead_name: 'Nome Real', unreadCount: 2 })
    const operator = await test.client(desk.tenant.operator.phone)
    const others = await operator.call(unreadCountsFor, { body: { conversationIds: [first._id] } })
    expect(others.data.unreadCounts).toEqual({ [first._id]: 4 })
    expect((await desk.historyOf(merged)).map((m) => [m.seq, m.content])).toEqual([
      [1, 'Por telefone'],
      [2, 'Por id 1'],
      [3, 'Por id 2'],
      [4, 'Sou eu mesmo'],
    ])
    expect((await desk.conversations()).filter((c) => c.lead_name === 'Outro Nome')).toEqual([])
    await deliver(test, incoming(number, { userId }, newWamid(), text('E de novo por id')))
    await desk.writtenBy(phone, 5)
    const { leads } = (await desk.staff.call(listLeads, { query: { search: 'Outro Nome' } })).data
    expect(leads.map((lead) => lead.archive)).toEqual([true])
  })

  it('a lead that changes its number is still the same, and is answered at the new one', async () => {
    const [old, phone] = [newPhone(), newPhone()]
    const userId = `BR.${old}`
    await deliver(test, incoming(number, { phone: old, userId }, newWamid(), text('Número antigo')))
    const before = await desk.writtenBy(old, 1)
    const notice = { type: 'system', system: { body: 'Mudou de número', type: 'user_changed_number', wa_id: phone } }
    await deliver(test, incoming(number, { phone: old, userId }, newWamid(), notice))
    await desk.writtenBy(phone, 2)
    await deliver(test, incoming(number, { phone }, newWamid(), text('Número novo')))
    expect((await desk.writtenBy(phone, 3)).lead_id).toBe(before.lead_id)
    const id = await desk.send({ leadId: before.lead_id, conversationId: before._id }, 'Anotado')
    await until(() => desk.acceptedOf(id).length === 1)
    expect(desk.acceptedOf(id)[0]?.body.to).toBe(`+${phone}`)
  })
})

describe('what the team writes on its phone', () => {
  const echo = (to: string, id: string, body: string) =>
    webhook(number, 'smb_message_echoes', {
      message_echoes: [{ from: '551140001234', to, id, timestamp: String(now()), type: 'text', text: { body } }],
    })

  it('PROV-04 is a manual message that has gone out, and pauses the agent; statuses that came first count', async () => {
    const phone = newPhone()
    await deliver(test, incoming(number, { phone }, newWamid(), text('Alguém?')))
    const place = await desk.writtenBy(phone, 1)
    const id = newWamid()
    await deliver(test, statusUpdate(number, [{ id, status: 'delivered' }]))
    await deliver(test, echo(phone, id, 'Respondi do celular'))
    await deliver(test, echo(phone, id, 'Respondi do celular'))
    await desk.writtenBy(phone, 2)
    expect((await desk.historyOf(place))[1]).toMatchObject({
      role: 'AI',
      manual: true,
      content: 'Respondi do celular',
      delivery: 'delivered',
      sender: null,
    })
    expect((await desk.staff.call(getLead, { params: { id: place.lead_id } })).data).toMatchObject({
      pause: true,
      pause_reason: 'Mensagem enviada pelo celular da equipe',
    })
    expect(desk.meta.accepted.filter(({ body }) => body.to === `+${phone}`)).toEqual([])
    await desk.staff.call(pauseLead, { params: { id: place.lead_id }, body: { pause: false } })
    await deliver(test, statusUpdate(number, [{ id, status: 'read' }]))
    expect((await desk.historyOf(place))[1]?.delivery).toBe('read')
  })
})
