import { getConversation, listConversations } from '@prosa/contract/calls/conversations'
import { getLead, listLeads, pauseLead } from '@prosa/contract/calls/leads'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../../../testing/client.ts'
import { createTenant, type TestTenant } from '../../../testing/factories.ts'
import type { MetaDouble } from '../../../testing/meta-double.ts'
import {
  deliver,
  incoming,
  linkNumber,
  now,
  sign,
  startWithMeta,
  statusUpdate,
  text,
  VERIFY_TOKEN,
  webhook,
} from '../../../testing/meta-webhook.ts'
import type { TestApp } from '../../../testing/test-app.ts'
import { until } from '../../../testing/until.ts'

let test: TestApp
let meta: MetaDouble
let tenant: TestTenant
let staff: Client
let number: string

beforeAll(async () => {
  ;({ test, meta } = await startWithMeta())
  tenant = await createTenant(test)
  staff = await test.client(tenant.staff.phone)
  number = (await linkNumber(test, meta, tenant)).phoneNumberId
  // Answers are another test's business; here they would only write between the lines.
  await test.deps.db.system((tx) => tx.db.execute(sql`UPDATE agents SET active = false WHERE id = ${tenant.agentId}`))
})
afterAll(async () => {
  await test.close()
  await meta.close()
})

let counter = 0
const wamid = () => `wamid.IN${++counter}`
const newPhone = () => `5511${String(700_000_000 + ++counter)}`

const conversations = async () =>
  (await staff.call(listConversations, { params: { agentId: tenant.agentId } })).data.conversations
const byPhone = async (phone: string) => (await conversations()).find((c) => c.phone === `+${phone}`)
const historyOf = async (place: { lead_id: string; _id: string }) =>
  (await staff.call(getConversation, { params: { leadId: place.lead_id, conversationId: place._id } })).data.history
const written = async (phone: string, count: number) => {
  const place = await until(
    () => byPhone(phone),
    (found) => found?.total_messages === count,
  )
  if (!place) throw new Error('Unreachable: until() has found it')
  return place
}
const rows = async () => {
  const { rows } = await test.deps.db.system((tx) => tx.db.execute(sql`SELECT count(*) AS n FROM whatsapp_events`))
  return Number(rows[0]?.n)
}

describe('the webhook', () => {
  const handshake = (query: Record<string, string>) =>
    staff.raw({ method: 'GET', url: `/webhooks/whatsapp?${new URLSearchParams(query).toString()}` })

  it('PROV-04 shakes hands with who knows the verify token, in plain text, and with nobody else', async () => {
    const asked = { 'hub.mode': 'subscribe', 'hub.challenge': '1158201444', 'hub.verify_token': VERIFY_TOKEN }
    const shaken = await handshake(asked)
    expect(shaken).toMatchObject({ statusCode: 200, body: '1158201444' })
    expect(String(shaken.headers['content-type'])).toContain('text/plain')
    expect((await handshake({ ...asked, 'hub.verify_token': 'guessed-token' })).statusCode).toBe(403)
    expect((await handshake({ ...asked, 'hub.mode': 'unsubscribe' })).statusCode).toBe(403)
    expect((await handshake({})).statusCode).toBe(403)
  })

  it('PROV-04 takes only what was signed over these very bytes', async () => {
    const before = await rows()
    const payload = incoming(number, { phone: newPhone() }, wamid(), text('Oi'))
    const body = JSON.stringify(payload)
    const forgeries = [
      null,
      '',
      'sha256=',
      `sha256=${'0'.repeat(64)}`,
      sign(body, 'another secret of the app'),
      sign(`${body} `),
      sign(body).slice(0, -2),
      sign(body).replace('sha256=', 'sha1='),
      sign(body).toUpperCase(),
    ]
    for (const forged of forgeries) expect(await deliver(test, payload, forged)).toBe(403)
    expect(await rows()).toBe(before)
    expect(await deliver(test, payload)).toBe(200)
    expect(await rows()).toBe(before + 1)
  })

  it('a number that is nobody’s leaves no row, and is answered 200 all the same', async () => {
    const before = await rows()
    expect(await deliver(test, incoming('99999999999', { phone: newPhone() }, wamid(), text('Oi')))).toBe(200)
    expect(await deliver(test, statusUpdate('99999999999', [{ id: 'wamid.X', status: 'read' }]))).toBe(200)
    expect(await rows()).toBe(before)
  })

  it('a part that cannot be read costs nothing else of its delivery', async () => {
    const phone = newPhone()
    const good = incoming(number, { phone }, wamid(), text('Inteira'))
    const mixed = {
      ...good,
      entry: [
        {
          id: '1',
          changes: [
            null,
            { field: 'x' },
            { field: 'messages', value: { metadata: { phone_number_id: number }, messages: [7, {}, { id: 'wamid.NOBODY' }] } },
          ],
        },
        ...good.entry,
      ],
    }
    expect(await deliver(test, mixed)).toBe(200)
    await written(phone, 1)
    expect(await deliver(test, { hello: 'world' })).toBe(200)
  })

  it('refuses a body that is larger than Meta sends', async () => {
    expect(await deliver(test, { filler: 'x'.repeat(3 * 1024 * 1024) })).toBe(413)
  })
})

describe('messages', () => {
  it('PROV-04 a lead that writes appears with name, phone and origin, once, however often it is told', async () => {
    const phone = newPhone()
    const said = incoming(number, { phone, userId: `BR.${phone}`, name: 'Rita Lobo' }, wamid(), text('Quero saber o preço'))
    const answers = await Promise.all(Array.from({ length: 5 }, () => deliver(test, said)))
    expect(answers).toEqual([200, 200, 200, 200, 200])
    const place = await written(phone, 1)
    expect(place).toMatchObject({ lead_name: 'Rita Lobo', channel: 'whatsapp', unreadCount: 1 })
    await deliver(test, said)
    const [message, ...more] = await historyOf(place)
    expect(more).toEqual([])
    expect(message).toMatchObject({ role: 'humano', type: 'text', content: 'Quero saber o preço', seq: 1 })
    expect((await staff.call(getLead, { params: { id: place.lead_id } })).data).toMatchObject({ origin: 'WhatsApp' })
  })

  it('PROV-04 hundreds of messages, each three times, shuffled and at once: every one is there once, in places without holes', async () => {
    const LEADS = 20
    const EACH = 15
    const people = Array.from({ length: LEADS }, () => newPhone())
    const first = now() - 1_000
    const all = people.flatMap((phone) =>
      Array.from({ length: EACH }, (_, n) => incoming(number, { phone }, wamid(), text(`Nº ${n}`), first + n)),
    )
    const thrice = [...all, ...all, ...all].sort(() => Math.random() - 0.5)
    const statuses: number[] = []
    for (let from = 0; from < thrice.length; from += 30)
      statuses.push(...(await Promise.all(thrice.slice(from, from + 30).map((payload) => deliver(test, payload)))))
    expect(new Set(statuses)).toEqual(new Set([200]))
    for (const phone of people) {
      const history = await historyOf(await written(phone, EACH))
      expect(history.map((m) => m.seq)).toEqual(Array.from({ length: EACH }, (_, n) => n + 1))
      expect(new Set(history.map((m) => m.content)).size).toBe(EACH)
    }
  }, 60_000)

  it('messages of one delivery are put in the order in which they were written', async () => {
    const phone = newPhone()
    const at = now() - 60
    const parts = [3, 1, 2].map((n) => incoming(number, { phone }, wamid(), text(`Parte ${n}`), at + n))
    const values = parts.map((part) => part.entry[0]?.changes[0]?.value as unknown as { messages: object[]; contacts: object[] })
    const together = webhook(number, 'messages', { contacts: values[0]?.contacts, messages: values.flatMap((v) => v.messages) })
    await deliver(test, together)
    const history = await historyOf(await written(phone, 3))
    expect(history.map((m) => m.content)).toEqual(['Parte 1', 'Parte 2', 'Parte 3'])
  })

  it.each([
    [
      'image',
      { type: 'image', image: { caption: 'Olha', mime_type: 'image/jpeg', sha256: 'x', id: '1' } },
      { type: 'image', content: 'Olha' },
    ],
    [
      'voice note',
      { type: 'audio', audio: { mime_type: 'audio/ogg; codecs=opus', sha256: 'x', id: '2', voice: true } },
      { type: 'audio', attachment: { voice: true } },
    ],
    ['video', { type: 'video', video: { mime_type: 'video/mp4', sha256: 'x', id: '3' } }, { type: 'video' }],
    ['sticker', { type: 'sticker', sticker: { mime_type: 'image/webp', sha256: 'x', id: '4' } }, { type: 'sticker' }],
    [
      'document',
      { type: 'document', document: { filename: 'recibo.pdf', mime_type: 'application/pdf', sha256: 'x', id: '5' } },
      { type: 'document', attachment: { filename: 'recibo.pdf' } },
    ],
    [
      'location',
      { type: 'location', location: { latitude: 37.44, longitude: -122.16, name: 'Café', address: 'Rua A' } },
      { type: 'location', attachment: { latitude: 37.44, longitude: -122.16, name: 'Café' } },
    ],
    [
      'contact',
      { type: 'contacts', contacts: [{ name: { formatted_name: 'Zé' }, phones: [{ phone: '+5511999' }] }] },
      { type: 'contact', attachment: { name: 'Zé', phone: '+5511999' } },
    ],
    [
      'button of ours',
      { type: 'interactive', interactive: { type: 'button_reply', button_reply: { id: 'b1', title: 'Cancelar' } } },
      { type: 'text', content: 'Cancelar' },
    ],
    [
      'list choice',
      {
        type: 'interactive',
        interactive: { type: 'list_reply', list_reply: { id: 'l1', title: 'Expresso', description: '2 dias' } },
      },
      { type: 'text', content: 'Expresso' },
    ],
    ['template’s button', { type: 'button', button: { payload: 'p', text: 'Sim' } }, { type: 'text', content: 'Sim' }],
    [
      'reaction',
      { type: 'reaction', reaction: { message_id: 'wamid.X', emoji: '❤️' } },
      { type: 'reaction', content: 'Reagiu com ❤️' },
    ],
    [
      'removed reaction',
      { type: 'reaction', reaction: { message_id: 'wamid.X' } },
      { type: 'reaction', content: 'Removeu a reação' },
    ],
    [
      'notice',
      { type: 'system', system: { body: 'Mudou de número', type: 'user_changed_number' } },
      { type: 'system', content: 'Mudou de número' },
    ],
    ['type that the API lacks', { type: 'unsupported', errors: [{ code: 131051 }] }, { type: 'unsupported' }],
    ['type of tomorrow', { type: 'hologram', hologram: {} }, { type: 'hologram' }],
    ['text that PostgreSQL cannot keep', text('a\u0000b\ud800'), { type: 'text', content: 'ab\ufffd' }],
  ])('PROV-04 stores a %s as what it is', async (_what, body, expected) => {
    const phone = newPhone()
    expect(await deliver(test, incoming(number, { phone }, wamid(), body))).toBe(200)
    const place = await written(phone, 1)
    expect((await historyOf(place))[0]).toMatchObject({ role: 'humano', ...expected })
    expect(place.last_message_preview).not.toBe('')
  })

  it('two reactions that borrow one id are two, the same one twice is one', async () => {
    const phone = newPhone()
    const id = wamid()
    const react = (emoji: string, at: number) =>
      incoming(number, { phone }, id, { type: 'reaction', reaction: { message_id: 'wamid.X', emoji } }, at)
    await deliver(test, incoming(number, { phone }, id, text('Oi')))
    await deliver(test, react('❤️', now()))
    await deliver(test, react('❤️', now()))
    await deliver(test, react('👍', now() + 1))
    await written(phone, 3)
  })

  it('an advertisement is the lead’s origin', async () => {
    const phone = newPhone()
    const referral = { source_id: '238', source_type: 'ad', headline: 'Apartamentos', ctwa_clid: 'abc' }
    await deliver(test, incoming(number, { phone }, wamid(), { ...text('Vi o anúncio'), referral }))
    const place = await written(phone, 1)
    expect((await staff.call(getLead, { params: { id: place.lead_id } })).data.origin).toBe('Anúncio: Apartamentos')
  })

  it('a message that comes late keeps its time, and does not reopen the window', async () => {
    const phone = newPhone()
    await deliver(test, incoming(number, { phone }, wamid(), text('Agora'), now()))
    const recent = (await written(phone, 1)).last_client_message_at
    await deliver(test, incoming(number, { phone }, wamid(), text('De ontem'), now() - 90_000))
    const place = await written(phone, 2)
    expect(place.last_client_message_at).toBe(recent)
    const late = (await historyOf(place))[1]
    expect(Date.parse(late?.timestamp ?? '')).toBeLessThan(Date.now() - 80_000_000)
    const ahead = newPhone()
    await deliver(test, incoming(number, { phone: ahead }, wamid(), text('Do futuro'), now() + 9_000))
    expect(Date.parse((await written(ahead, 1)).last_client_message_at ?? '')).toBeLessThanOrEqual(Date.now())
  })
})

describe('who a lead is', () => {
  it('PROV-04 with and without the ninth digit is one lead', async () => {
    const eight = String(80_000_000 + ++counter)
    await deliver(test, incoming(number, { phone: `5511${eight}` }, wamid(), text('Sem o nove')))
    await written(`5511${eight}`, 1)
    await deliver(test, incoming(number, { phone: `55119${eight}` }, wamid(), text('Com o nove')))
    await written(`5511${eight}`, 2)
  })

  it('a lead without a phone is known by its id, and found again when the phone comes', async () => {
    const phone = newPhone()
    const userId = `BR.${phone}`
    await deliver(test, incoming(number, { userId, name: 'Só Id' }, wamid(), text('Sem telefone')))
    const place = await until(
      async () => (await conversations()).find((c) => c.lead_name === 'Só Id'),
      (found) => found?.total_messages === 1,
    )
    expect(place?.phone).toBeNull()
    await deliver(test, incoming(number, { userId, phone, name: 'Só Id' }, wamid(), text('Agora com telefone')))
    expect((await written(phone, 2)).lead_id).toBe(place?.lead_id)
    await deliver(test, incoming(number, { phone }, wamid(), text('Só telefone')))
    expect((await written(phone, 3)).lead_id).toBe(place?.lead_id)
  })

  it('two leads that turn out to be one become one, with every message and what each person had read', async () => {
    const phone = newPhone()
    const userId = `BR.${phone}`
    await deliver(test, incoming(number, { phone, name: 'Nome Real' }, wamid(), text('Por telefone')))
    const first = await written(phone, 1)
    await deliver(test, incoming(number, { userId, name: 'Outro Nome' }, wamid(), text('Por id 1')))
    await deliver(test, incoming(number, { userId, name: 'Outro Nome' }, wamid(), text('Por id 2')))
    await until(
      async () => (await conversations()).find((c) => c.lead_name === 'Outro Nome'),
      (found) => found?.total_messages === 2,
    )
    await deliver(test, incoming(number, { phone, userId }, wamid(), text('Sou eu mesmo')))
    const merged = await written(phone, 4)
    expect(merged).toMatchObject({ _id: first._id, lead_id: first.lead_id, lead_name: 'Nome Real', unreadCount: 4 })
    expect((await historyOf(merged)).map((m) => [m.seq, m.content])).toEqual([
      [1, 'Por telefone'],
      [2, 'Por id 1'],
      [3, 'Por id 2'],
      [4, 'Sou eu mesmo'],
    ])
    expect((await conversations()).filter((c) => c.lead_name === 'Outro Nome')).toEqual([])
    await deliver(test, incoming(number, { userId }, wamid(), text('E de novo por id')))
    await written(phone, 5)
    const { leads } = (await staff.call(listLeads, { query: { search: 'Outro Nome' } })).data
    expect(leads.map((lead) => lead.archive)).toEqual([true])
  })
})

describe('what the team writes on its phone', () => {
  const echo = (to: string, id: string, body: string) =>
    webhook(number, 'smb_message_echoes', {
      message_echoes: [{ from: '551140001234', to, id, timestamp: String(now()), type: 'text', text: { body } }],
    })

  it('PROV-04 is a manual message that has gone out, and pauses the agent; statuses that came first count', async () => {
    const phone = newPhone()
    await deliver(test, incoming(number, { phone }, wamid(), text('Alguém?')))
    const place = await written(phone, 1)
    const id = `wamid.ECHO${++counter}`
    await deliver(test, statusUpdate(number, [{ id, status: 'delivered' }]))
    await deliver(test, echo(phone, id, 'Respondi do celular'))
    await deliver(test, echo(phone, id, 'Respondi do celular'))
    await written(phone, 2)
    expect((await historyOf(place))[1]).toMatchObject({
      role: 'AI',
      manual: true,
      content: 'Respondi do celular',
      delivery: 'delivered',
      sender: null,
    })
    expect((await staff.call(getLead, { params: { id: place.lead_id } })).data).toMatchObject({
      pause: true,
      pause_reason: 'Mensagem enviada pelo celular da equipe',
    })
    expect(meta.accepted).toEqual([])
    await staff.call(pauseLead, { params: { id: place.lead_id }, body: { pause: false } })
    await deliver(test, statusUpdate(number, [{ id, status: 'read' }]))
    expect((await historyOf(place))[1]?.delivery).toBe('read')
  })
})
