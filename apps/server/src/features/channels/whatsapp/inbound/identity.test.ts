import { markRead, unreadCountsForConversations } from '@prosa/contract/calls/conversations/conversations'
import { getLead, listLeads, pauseLead } from '@prosa/contract/calls/conversations/leads'
import type { Conversation } from '@prosa/contract/entities/conversations/conversation'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  buildMessageWebhook,
  buildRawStatusWebhook,
  buildStatusWebhook,
  buildTextBody,
  buildWebhook,
  getUnixSeconds,
} from '../../../../testing/doubles/meta-webhooks/meta-webhook-payloads.ts'
import type { TestApp } from '../../../../testing/harness/test-app.ts'
import { waitUntil } from '../../../../testing/harness/wait-until.ts'
import { deliverTestWebhook } from '../../../../testing/worlds/whatsapp/meta-test-app.ts'
import {
  createUniquePhone,
  createUniqueWamid,
  createWhatsappFixture,
  type WhatsappFixture,
} from '../../../../testing/worlds/whatsapp/whatsapp-fixture.ts'

let desk: WhatsappFixture
let test: TestApp
let number: string

beforeAll(async () => {
  desk = await createWhatsappFixture()
  test = desk.test
  number = desk.number.phoneNumberId
})
afterAll(() => desk.close())

describe('who a lead is', () => {
  it('PROV-04 with and without the ninth digit is one lead', async () => {
    const eight = createUniquePhone().slice(-8)
    await deliverTestWebhook(
      test,
      buildMessageWebhook(number, { phone: `5511${eight}` }, createUniqueWamid(), buildTextBody('Sem o nove')),
    )
    await desk.writtenBy(`5511${eight}`, 1)
    await deliverTestWebhook(
      test,
      buildMessageWebhook(number, { phone: `55119${eight}` }, createUniqueWamid(), buildTextBody('Com o nove')),
    )
    const place = await desk.writtenBy(`5511${eight}`, 2)
    expect((await desk.historyOf(place)).map((m) => m.content)).toEqual(['Sem o nove', 'Com o nove'])
  })

  it('a lead without a phone is known by its id, and found again when the phone comes', async () => {
    const phone = createUniquePhone()
    const userId = `BR.${phone}`
    await deliverTestWebhook(
      test,
      buildMessageWebhook(number, { userId, name: 'Só Id' }, createUniqueWamid(), buildTextBody('Sem telefone')),
    )
    const place = await waitUntil(
      async () => (await desk.conversations()).find((c) => c.lead_name === 'Só Id'),
      (found) => found?.total_messages === 1,
    )
    expect(place?.phone).toBeNull()
    await deliverTestWebhook(
      test,
      buildMessageWebhook(number, { userId, phone, name: 'Só Id' }, createUniqueWamid(), buildTextBody('Agora com telefone')),
    )
    expect((await desk.writtenBy(phone, 2)).lead_id).toBe(place?.lead_id)
    await deliverTestWebhook(test, buildMessageWebhook(number, { phone }, createUniqueWamid(), buildTextBody('Só telefone')))
    expect((await desk.writtenBy(phone, 3)).lead_id).toBe(place?.lead_id)
  })

  it('two leads that turn out to be one become one, with every message and what each person had read', async () => {
    const phone = createUniquePhone()
    const userId = `BR.${phone}`
    await deliverTestWebhook(
      test,
      buildMessageWebhook(number, { phone, name: 'Nome Real' }, createUniqueWamid(), buildTextBody('Por telefone')),
    )
    const first = await desk.writtenBy(phone, 1)
    await deliverTestWebhook(
      test,
      buildMessageWebhook(number, { userId, name: 'Outro Nome' }, createUniqueWamid(), buildTextBody('Por id 1')),
    )
    await deliverTestWebhook(
      test,
      buildMessageWebhook(number, { userId, name: 'Outro Nome' }, createUniqueWamid(), buildTextBody('Por id 2')),
    )
    const second = await waitUntil(
      async () => (await desk.conversations()).find((c) => c.lead_name === 'Outro Nome'),
      (found) => found?.total_messages === 2,
    )
    const read = async (c: Conversation | undefined, uptoSeq: number) =>
      desk.staff.call(markRead, { params: { conversationId: c?._id ?? '' }, body: { leadId: c?.lead_id ?? '', uptoSeq } })
    await read(first, 1)
    await read(second, 1)
    await deliverTestWebhook(
      test,
      buildMessageWebhook(number, { phone, userId }, createUniqueWamid(), buildTextBody('Sou eu mesmo')),
    )
    const merged = await desk.writtenBy(phone, 4)
    expect(merged).toMatchObject({ _id: first._id, lead_id: first.lead_id, lead_name: 'Nome Real', unreadCount: 2 })
    const operator = await test.client(desk.tenant.operator.phone)
    const others = await operator.call(unreadCountsForConversations, { body: { conversationIds: [first._id] } })
    expect(others.data.unreadCounts).toEqual({ [first._id]: 4 })
    expect((await desk.historyOf(merged)).map((m) => [m.seq, m.content])).toEqual([
      [1, 'Por telefone'],
      [2, 'Por id 1'],
      [3, 'Por id 2'],
      [4, 'Sou eu mesmo'],
    ])
    expect((await desk.conversations()).filter((c) => c.lead_name === 'Outro Nome')).toEqual([])
    await deliverTestWebhook(
      test,
      buildMessageWebhook(number, { userId }, createUniqueWamid(), buildTextBody('E de novo por id')),
    )
    await desk.writtenBy(phone, 5)
    const { leads } = (await desk.staff.call(listLeads, { query: { search: 'Outro Nome' } })).data
    expect(leads.map((lead) => lead.archive)).toEqual([true])
  })

  it('a lead that changes its number is still the same, and is answered at the new one', async () => {
    const [old, phone] = [createUniquePhone(), createUniquePhone()]
    const userId = `BR.${old}`
    await deliverTestWebhook(
      test,
      buildMessageWebhook(number, { phone: old, userId }, createUniqueWamid(), buildTextBody('Número antigo')),
    )
    const before = await desk.writtenBy(old, 1)
    const notice = { type: 'system', system: { body: 'Mudou de número', type: 'user_changed_number', wa_id: phone } }
    await deliverTestWebhook(test, buildMessageWebhook(number, { phone: old, userId }, createUniqueWamid(), notice))
    await desk.writtenBy(phone, 2)
    await deliverTestWebhook(test, buildMessageWebhook(number, { phone }, createUniqueWamid(), buildTextBody('Número novo')))
    expect((await desk.writtenBy(phone, 3)).lead_id).toBe(before.lead_id)
    const id = await desk.send({ leadId: before.lead_id, conversationId: before._id }, 'Anotado')
    await waitUntil(() => desk.acceptedOf(id).length === 1)
    expect(desk.acceptedOf(id)[0]?.body.to).toBe(`+${phone}`)
  })
})

describe('names that change', () => {
  const told = (names: object, body = '') => ({ type: 'system', system: { type: 'user_changed_user_id', body, ...names } })
  const noticeFrom = (from: object, names: object, body?: string) =>
    buildWebhook(number, 'messages', {
      messages: [{ ...from, id: createUniqueWamid(), timestamp: String(getUnixSeconds()), ...told(names, body) }],
    })
  const idOf = (phone: string) => `BR.1${phone}`
  const leadsCalled = async (name: string) => (await desk.conversations()).filter((c) => c.lead_name === name)
  const one = (name: string, messages: number) =>
    waitUntil(
      async () => (await leadsCalled(name)).at(0),
      (found) => found?.total_messages === messages,
    )

  it('WIRE-18 a status names both, and whoever wrote by one of them is found by the other', async () => {
    const phone = createUniquePhone()
    await deliverTestWebhook(
      test,
      buildMessageWebhook(number, { phone, name: 'Pelo status' }, createUniqueWamid(), buildTextBody('Por telefone')),
    )
    const place = await desk.writtenBy(phone, 1)
    const contacts = [{ profile: { name: 'Pelo status' }, wa_id: phone, user_id: idOf(phone) }]
    const status = {
      id: createUniqueWamid(),
      status: 'delivered',
      timestamp: String(getUnixSeconds()),
      recipient_user_id: idOf(phone),
    }
    await deliverTestWebhook(test, buildRawStatusWebhook(number, [{ ...status, recipient_id: phone }], { contacts }))
    await waitUntil(
      () => leadRow(place.lead_id),
      (lead) => lead?.['channel_user_key'] === `whatsapp:user:${idOf(phone)}`,
    )
    await deliverTestWebhook(
      test,
      buildMessageWebhook(number, { userId: idOf(phone) }, createUniqueWamid(), buildTextBody('Só por id')),
    )
    expect((await desk.writtenBy(phone, 2)).lead_id).toBe(place.lead_id)
  })

  it('WIRE-18 user_id_update ties the new id to the old one, and answers go there', async () => {
    const [old, current] = [createUniquePhone(), createUniquePhone()].map(idOf)
    const lead = { userId: old ?? '', name: 'Id novo' }
    await deliverTestWebhook(test, buildMessageWebhook(number, lead, createUniqueWamid(), buildTextBody('Com o id antigo')))
    const place = await one('Id novo', 1)
    const user_id_update = [{ detail: 'x', user_id: { previous: old, current }, timestamp: String(getUnixSeconds()) }]
    await deliverTestWebhook(
      test,
      buildWebhook(number, 'user_id_update', { contacts: [{ profile: { name: 'Id novo' } }], user_id_update }),
    )
    await waitUntil(
      () => leadRow(place?.lead_id),
      (row) => row?.['channel_user_key'] === `whatsapp:user:${current}`,
    )
    const id = await desk.send({ leadId: place?.lead_id ?? '', conversationId: place?._id ?? '' }, 'Oi de novo')
    await waitUntil(() => desk.acceptedOf(id).length === 1)
    expect(desk.acceptedOf(id)[0]?.body.recipient).toBe(current)
    await deliverTestWebhook(
      test,
      buildMessageWebhook(number, { userId: current ?? '', name: 'Id novo' }, createUniqueWamid(), buildTextBody('Com o novo')),
    )
    expect((await one('Id novo', 3))?.lead_id).toBe(place?.lead_id)
  })

  it.each([
    ['from the old phone', (old: string) => ({ from: old }), () => ''],
    ['from the old id', (old: string) => ({ from_user_id: idOf(old) }), () => ''],
    [
      'that names the old id in its sentence only',
      () => ({}),
      (old: string, fresh: string) => `User Ana changed from BR.1 to X changed from ${idOf(old)} to ${idOf(fresh)}`,
    ],
    [
      'that names the old phone in its sentence only',
      () => ({}),
      (old: string, fresh: string) => `User A changed from ${old} to ${fresh}`,
    ],
    [
      'whose sentence has direction marks around the numbers',
      () => ({}),
      (old: string, fresh: string) => `User A changed from \u200E${old} to ${fresh}\u200E`,
    ],
    [
      'whose sentence has the numbers in groups, isolated from each other',
      () => ({}),
      (old: string, fresh: string) =>
        `User A changed from \u2068+${old.slice(0, 2)} ${old.slice(2, 4)} ${old.slice(4)}\u2069 to \u2068+${fresh}\u2069.`,
    ],
  ])('WIRE-18 a notice with both new names %s leaves one lead, whichever comes first', async (_what, from, sentence) => {
    for (const isFirst of [true, false]) {
      const [old, fresh] = [createUniquePhone(), createUniquePhone()]
      const name = `Mudou ${old}`
      await deliverTestWebhook(
        test,
        buildMessageWebhook(number, { phone: old, userId: idOf(old), name }, createUniqueWamid(), buildTextBody('Antes')),
      )
      const place = await desk.writtenBy(old, 1)
      const notice = noticeFrom(from(old), { wa_id: fresh, user_id: idOf(fresh) }, sentence(old, fresh))
      const after = buildMessageWebhook(
        number,
        { phone: fresh, userId: idOf(fresh), name },
        createUniqueWamid(),
        buildTextBody('Depois'),
      )
      for (const each of isFirst ? [notice, after] : [after, notice]) {
        await deliverTestWebhook(test, each)
        await waitUntil(
          () => eventsWaiting(),
          (waiting) => waiting === 0,
        )
      }
      const found = await desk.writtenBy(fresh, 3)
      expect(found.lead_id).toBe(place.lead_id)
      expect(await leadsCalled(name)).toHaveLength(1)
      const read = (await desk.historyOf(found)).find(({ type }) => type === 'system')
      expect(read?.content).toMatch(/^O contato mudou de número: (de \(11\) .* )?para \(11\) /)
      expect(await leadRow(place.lead_id)).toMatchObject({ channel_user_key: `whatsapp:user:${idOf(fresh)}` })
    }
  })

  it('WIRE-18 a change of number of which only the sentence names either leaves one lead, and is told in Portuguese', async () => {
    const [old, fresh] = [createUniquePhone(), createUniquePhone()]
    await deliverTestWebhook(
      test,
      buildMessageWebhook(number, { phone: old, name: 'Só na frase' }, createUniqueWamid(), buildTextBody('Antes')),
    )
    const place = await desk.writtenBy(old, 1)
    const system = { type: 'user_changed_number', body: `User A changed from \u200E${old} to ${fresh}\u200E` }
    const message = { id: createUniqueWamid(), timestamp: String(getUnixSeconds()), type: 'system', system }
    await deliverTestWebhook(test, buildWebhook(number, 'messages', { messages: [message] }))
    await waitUntil(
      () => eventsWaiting(),
      (waiting) => waiting === 0,
    )
    await deliverTestWebhook(
      test,
      buildMessageWebhook(number, { phone: fresh, name: 'Só na frase' }, createUniqueWamid(), buildTextBody('Depois')),
    )
    const found = await desk.writtenBy(fresh, 3)
    expect(found.lead_id).toBe(place.lead_id)
    const shown = (phone: string) => `(11) ${phone.slice(4, -4)}-${phone.slice(-4)}`
    expect((await desk.historyOf(found)).map(({ content }) => content)).toEqual([
      'Antes',
      `O contato mudou de número: de ${shown(old)} para ${shown(fresh)}.`,
      'Depois',
    ])
  })

  it('WIRE-18 a notice of two new names that nobody knows makes nobody', async () => {
    const fresh = createUniquePhone()
    await deliverTestWebhook(
      test,
      noticeFrom({}, { wa_id: fresh, user_id: idOf(fresh) }, `User A changed from ${idOf('0')} to ${idOf(fresh)}`),
    )
    await waitUntil(
      () => eventsWaiting(),
      (waiting) => waiting === 0,
    )
    expect((await desk.conversations()).filter((c) => c.phone === `+${fresh}`)).toEqual([])
  })

  const leadRow = async (id: string | undefined) => (await rows(sql`SELECT * FROM leads WHERE id = ${id}`))[0]
  const eventsWaiting = async () => (await rows(sql`SELECT key FROM whatsapp_events WHERE processed_at IS NULL`)).length
  const rows = async (query: ReturnType<typeof sql>) => (await test.deps.db.system((tx) => tx.db.execute(query))).rows
})

describe('what the team writes on its phone', () => {
  const echo = (to: string, id: string, body: string) =>
    buildWebhook(number, 'smb_message_echoes', {
      message_echoes: [{ from: '551140001234', to, id, timestamp: String(getUnixSeconds()), type: 'text', text: { body } }],
    })

  it('PROV-04 is a manual message that has gone out, and pauses the agent; statuses that came first count', async () => {
    const phone = createUniquePhone()
    // Older than the time limit for automatic replies of a phone.
    await deliverTestWebhook(
      test,
      buildMessageWebhook(number, { phone }, createUniqueWamid(), buildTextBody('Alguém?'), getUnixSeconds() - 600),
    )
    const place = await desk.writtenBy(phone, 1)
    const id = createUniqueWamid()
    await deliverTestWebhook(test, buildStatusWebhook(number, [{ id, status: 'delivered' }]))
    await deliverTestWebhook(test, echo(phone, id, 'Respondi do celular'))
    await deliverTestWebhook(test, echo(phone, id, 'Respondi do celular'))
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
    await deliverTestWebhook(test, buildStatusWebhook(number, [{ id, status: 'read' }]))
    expect((await desk.historyOf(place))[1]?.delivery).toBe('read')
  })
})
