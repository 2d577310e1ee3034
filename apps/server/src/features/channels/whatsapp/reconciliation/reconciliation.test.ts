import { setReaction } from '@prosa/contract/calls/conversations/reactions'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildWamid } from '../../../../testing/doubles/meta/meta-message-history.ts'
import { waitUntil } from '../../../../testing/harness/wait-until.ts'
import { createTenant } from '../../../../testing/worlds/factories.ts'
import { linkTestNumber } from '../../../../testing/worlds/whatsapp/meta-test-app.ts'
import { createWhatsappFixture, type WhatsappFixture } from '../../../../testing/worlds/whatsapp/whatsapp-fixture.ts'
import { compareNumberHistory, getNextNightlyRun } from './compare-history.ts'
import { extractRecipient } from './extract-recipient.ts'

let desk: WhatsappFixture

beforeAll(async () => {
  desk = await createWhatsappFixture()
})
beforeEach(() => {
  desk.meta.plan = () => 'accept'
  desk.meta.history = { others: [], lost: new Set() }
})
afterAll(() => desk.close())

/** Sends a message for which Meta's response is cut off, although Meta accepts it. */
async function doubtful(content: string) {
  const place = await desk.newPlace()
  desk.meta.plan = () => 'accept-then-reset'
  const id = await desk.send(place, content)
  await desk.settled(place, id, 'unknown')
  const [sent] = desk.acceptedOf(id)
  if (!sent) throw new Error('Meta did not take it')
  return {
    place,
    id,
    sent,
    settle: async () => {
      await desk.endWaiting()
    },
  }
}

describe('what Meta itself has', () => {
  it('reads the recipient in an id as every sample holds it, and in no other', () => {
    expect(extractRecipient('wamid.HBgLMTY1MDM4Nzk0MzkVAgARGBI3')).toBe('16503879439')
    expect(extractRecipient(buildWamid('+5521999990000', 7))).toBe('5521999990000')
    for (const id of [
      'wamid.OUT1',
      'x',
      'wamid.',
      'wamid.HBgL',
      `wamid.${Buffer.from([0x1c, 0x18, 3, 65, 66, 67]).toString('base64')}`,
    ])
      expect(extractRecipient(id)).toBeNull()
  })

  it('MISS-01 one id that nothing explains, to that person, at that minute, is the message: it is sent, and says how that is known', async () => {
    const { place, id, sent, settle } = await doubtful('Chegou?')
    await desk.tell([{ id: sent.id, status: 'delivered' }])
    await settle()
    await waitUntil(
      () => desk.messageAt(place, id),
      (message) => message?.delivery === 'delivered',
    )
    expect(await desk.messageAt(place, id)).toMatchObject({
      delivery_note: 'Confirmada pelo histórico da Meta',
      delivery_error: null,
    })
    expect(desk.attemptsOf(id)).toBe(1)
  })

  it('MISS-01 a reaction of ours is no message that went out', async () => {
    const { place, id, sent, settle } = await doubtful('E agora?')
    desk.meta.plan = () => 'accept'
    desk.meta.history?.lost.add(sent.id)
    const [said] = (await desk.conversationAt(place)).history
    const params = { leadId: place.leadId, conversationId: place.conversationId, messageId: said?.message_id ?? '' }
    await desk.staff.call(setReaction, { params, body: { emoji: '👍' } })
    const reaction = await waitUntil(() => desk.meta.accepted.find(({ body }) => body.reaction && body.to === sent.body.to))
    await waitUntil(async () => {
      const noted = sql`SELECT FROM whatsapp_events WHERE key = ${`known:${reaction?.id}`}`
      return (await desk.test.deps.db.system((tx) => tx.db.execute(noted))).rows.length > 0
    })
    await settle()
    await desk.settled(place, id, 'failed')
    expect((await desk.messageAt(place, id))?.delivery_error).toMatch(/^A Meta não mostra esta mensagem/)
  })

  it('MISS-02 one that Meta does not show stays failed and says when that was looked at; nothing is sent again', async () => {
    const { place, id, sent, settle } = await doubtful('Sumiu?')
    desk.meta.history?.lost.add(sent.id)
    await settle()
    await desk.settled(place, id, 'failed')
    expect((await desk.messageAt(place, id))?.delivery_error).toMatch(
      /^A Meta não mostra esta mensagem, conferido às \d\d:\d\d\.$/,
    )
    expect(desk.attemptsOf(id)).toBe(1)
    // A status from Meta overrides the result of reading the history.
    await desk.tell([{ id: sent.id, status: 'read', callbackData: id }])
    await desk.settled(place, id, 'read')
  })

  it('MISS-02 where several could be it, or one does not say whom it went to, nobody can tell @wide', async () => {
    const two = await doubtful('Qual delas?')
    desk.meta.history?.others.push({ id: buildWamid(two.sent.body.to ?? '', 9_001), at: Date.now() })
    await two.settle()
    await desk.settled(two.place, two.id, 'failed')
    expect(await desk.messageAt(two.place, two.id)).toMatchObject({ delivery_error: 'Não dá para saber.' })
    const dark = await doubtful('E esta?')
    desk.meta.history?.others.push({ id: 'wamid.SOMETHINGELSE', at: Date.now() })
    await dark.settle()
    await desk.settled(dark.place, dark.id, 'failed')
    expect(await desk.messageAt(dark.place, dark.id)).toMatchObject({ delivery_error: 'Não dá para saber.' })
  })

  it('MISS-03 MISS-04 each night the ids of a day are compared, each missing one by its time; or Meta does not offer it', async () => {
    const { deps } = desk.test
    const place = await desk.newPlace()
    const id = await desk.send(place, 'Conferida')
    await desk.settled(place, id, 'sent')
    const hour = 3_600_000
    for (const sent of desk.meta.accepted) sent.at = Date.now() - 2 * hour
    const [at, earlier] = [Date.now() - 3 * hour, Date.now() - 4 * hour].map((ms) => Math.floor(ms / 1_000) * 1_000)
    const missing = [
      { id: buildWamid('+5531988880001', 1), at: at ?? 0 },
      { id: buildWamid('+5531988880002', 2), at: earlier ?? 0 },
    ]
    // One message of two days ago, and one that may still be in delivery.
    desk.meta.history?.others.push(
      ...missing,
      { id: 'wamid.OLD', at: Date.now() - 48 * hour },
      { id: 'wamid.NEW', at: Date.now() },
    )
    const number = { tenantId: desk.tenant.tenantId, numberId: desk.number.id }
    await compareNumberHistory(deps, number)
    const total = desk.meta.accepted.length + 2
    const known = async () => {
      const { rows } = await deps.db.system((tx) => tx.db.execute(sql`SELECT channel_id AS id FROM messages WHERE role = 'AI'`))
      const ids = new Set(rows.map((row) => row['id']))
      return desk.meta.accepted.filter((sent) => ids.has(sent.id) || sent.body.reaction).length
    }
    expect(await known()).toBeGreaterThan(0)
    const told = async () => (await desk.numbers()).find((row) => row.id === desk.number.id)?.compared
    // The messages of the previous tests with a cut-off response are missing too, except one.
    expect(await told()).toMatchObject({
      ours: await known(),
      meta: total,
      missing: expect.arrayContaining(missing.map((one) => expect.objectContaining({ id: one.id }))),
    })
    const times = (await told())?.missing.map((one) => one.at) ?? []
    expect(times).toEqual([...times].sort((a, b) => (a ?? '').localeCompare(b ?? '')))
    // An expired access token says nothing about whether Meta offers the history.
    desk.meta.busy = 190
    const before = await told()
    await compareNumberHistory(deps, number)
    desk.meta.busy = null
    expect(await told()).toEqual(before)
    desk.meta.history = null
    await compareNumberHistory(deps, number)
    expect(await told()).toMatchObject({ ours: null, meta: null, missing: [] })
  })

  it('MISS-03 the night’s round asks for the comparison of each number, and plans the next night’s', async () => {
    const { test, meta } = desk
    const other = await linkTestNumber(test, meta, await createTenant(test))
    const rows = async (query: ReturnType<typeof sql>) => (await test.deps.db.system((tx) => tx.db.execute(query))).rows
    await rows(sql`DELETE FROM pgboss.job WHERE name IN ('compare-numbers', 'compare-number')`)
    await test.app.modules.jobs['compare-numbers']({}, new AbortController().signal, 0)
    const asked = await rows(sql`SELECT data->>'numberId' AS id FROM pgboss.job WHERE name = 'compare-number'`)
    expect(asked.map(({ id }) => String(id)).sort()).toEqual([desk.number.id, other.id].sort())
    expect(await rows(sql`SELECT FROM pgboss.job WHERE name = 'compare-numbers' AND state = 'created'`)).toHaveLength(1)
    expect(getNextNightlyRun(new Date('2026-11-24T18:00:00Z')).toISOString()).toBe('2026-11-25T06:30:00.000Z')
    expect(getNextNightlyRun(new Date('2026-11-25T06:00:00Z')).toISOString()).toBe('2026-11-25T06:30:00.000Z')
    expect(getNextNightlyRun(new Date('2026-11-25T06:30:00Z')).toISOString()).toBe('2026-11-26T06:30:00.000Z')
  })
})
