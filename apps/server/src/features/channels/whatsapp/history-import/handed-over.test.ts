import type { Message } from '@prosa/contract/entities/conversations/message'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  buildHistoryDeclinedWebhook,
  buildHistoryWebhook,
  buildPhoneContactsWebhook,
  generateHistoryThreads,
} from '../../../../testing/doubles/meta-webhooks/meta-history-webhooks.ts'
import {
  buildMessageWebhook,
  buildTextBody,
  getUnixSeconds,
} from '../../../../testing/doubles/meta-webhooks/meta-webhook-payloads.ts'
import {
  buildHistoryThread,
  createHistoryImportFixture,
  type HistoryImportFixture,
} from '../../../../testing/worlds/whatsapp/history-import-fixture.ts'
import { createUniquePhone, createUniqueWamid } from '../../../../testing/worlds/whatsapp/whatsapp-fixture.ts'

const DAY = 86_400
let desk: HistoryImportFixture
let number: string

beforeAll(async () => {
  desk = await createHistoryImportFixture()
  number = desk.phone
})
afterAll(() => desk.close())

const said = (history: readonly Message[]) => history.map(({ content }) => content)

describe('what a phone hands over', () => {
  it('NUM-13 names of the phone go to leads only, also those that come before their leads, and never over one that somebody gave', async () => {
    const [known, coming, stranger] = [createUniquePhone(), createUniquePhone(), createUniquePhone()]
    await desk.hear(
      buildMessageWebhook(number, { phone: known, name: 'Rita do perfil' }, createUniqueWamid(), buildTextBody('Oi')),
    )
    await desk.writtenBy(known, 1)
    await desk.hear(
      buildHistoryWebhook(number, [buildHistoryThread(createUniquePhone(), getUnixSeconds() - 9 * DAY, 1)], { progress: 30 }),
    )
    await desk.placed()
    await desk.hear(
      buildPhoneContactsWebhook(number, [
        { phone: known, name: 'Rita Agenda' },
        { phone: coming, name: 'Pablo Morales' },
        { phone: stranger, name: 'Dona Maria' },
      ]),
    )
    await desk.placed()
    await desk.hear(buildHistoryWebhook(number, [buildHistoryThread(coming, getUnixSeconds() - 8 * DAY, 1)], { progress: 40 }))
    await desk.placed()
    expect(await desk.with(known)).toMatchObject({ lead_name: 'Rita do perfil' })
    expect(await desk.with(coming)).toMatchObject({ lead_name: 'Pablo Morales' })
    await desk.hear(buildPhoneContactsWebhook(number, [{ phone: coming, name: 'Pablo M. Silva' }, { phone: known }]))
    await desk.placed()
    expect(await desk.with(coming)).toMatchObject({ lead_name: 'Pablo M. Silva' })
    // A name that is set here is not overwritten by the phone's.
    const { lead_id: leadId } = await desk.with(coming)
    await desk.test.deps.db.tenant(desk.tenant.tenantId, (tx) =>
      desk.test.app.modules.leads.update(tx, { tenantId: desk.tenant.tenantId, leadId, at: new Date() }, { name: 'Seu Pablo' }),
    )
    await desk.hear(buildPhoneContactsWebhook(number, [{ phone: coming, name: 'Pablo da loja' }]))
    await desk.placed()
    expect(await desk.with(coming)).toMatchObject({ lead_name: 'Seu Pablo' })
    await desk.hear(
      buildHistoryWebhook(number, [buildHistoryThread(createUniquePhone(), getUnixSeconds() - 8 * DAY, 1)], { progress: 100 }),
    )
    await desk.placed()
    const kept = await desk.test.deps.db.system((tx) =>
      tx.db.execute(sql`SELECT count(*)::int AS n FROM whatsapp_events WHERE payload LIKE '%Dona Maria%'`),
    )
    expect(kept.rows[0]?.['n']).toBe(0)
  })

  it('WIRE-02 of a number on its phone only the days that were asked for at the linking come in, and make their leads', async () => {
    const asked = (days: number) =>
      desk.test.deps.db.system((tx) =>
        tx.db.execute(sql`UPDATE whatsapp_numbers SET mode = 'coexistence', history_days = ${days},
          onboarded_at = now() - interval '1 hour' WHERE id = ${desk.number.id}`),
      )
    const [phone, longAgo] = [createUniquePhone(), createUniquePhone()]
    const old = getUnixSeconds() - 31 * DAY
    const thread = {
      id: phone,
      messages: [buildHistoryThread(phone, old, 1), buildHistoryThread(phone, getUnixSeconds() - 29 * DAY, 1)].flatMap(
        ({ messages }) => messages,
      ),
    }
    const threads = [thread, buildHistoryThread(longAgo, old, 2)]
    const before = await desk.countOf('leads')
    await asked(30)
    await desk.hear(buildHistoryWebhook(number, threads))
    await desk.placed()
    const found = await desk.with(phone)
    const { history } = await desk.page(found)
    expect(history.map(({ timestamp }) => timestamp)).toEqual([new Date((thread.messages[1]?.at ?? 0) * 1_000).toISOString()])
    const { rows } = await desk.test.deps.db.system((tx) =>
      tx.db.execute(sql`SELECT entry FROM leads WHERE id = ${found.lead_id}`),
    )
    expect(rows).toEqual([{ entry: 'import' }])
    // A person whose messages are all older does not become a lead.
    expect(await desk.countOf('leads')).toBe(before + 1)
    // All of Meta's history was requested, so nothing is skipped.
    await asked(180)
    await desk.hear(buildHistoryWebhook(number, threads, { progress: 60 }))
    await desk.placed()
    expect((await desk.page(found)).history).toHaveLength(2)
    expect(await desk.countOf('leads')).toBe(before + 2)
  })

  it('a group, the number itself and what cannot be read cost nothing of the rest', async () => {
    const phone = createUniquePhone()
    const before = await desk.countOf('leads')
    const good = buildHistoryThread(phone, getUnixSeconds() - 5 * DAY, 1)
    const chunk = buildHistoryWebhook(number, [
      good,
      buildHistoryThread('551140001234', getUnixSeconds(), 2),
      { ...buildHistoryThread('12036', getUnixSeconds(), 2), id: '120363@g.us' },
    ])
    const value = chunk.entry[0]?.changes[0]?.value as unknown as { history: { threads: unknown[] }[] }
    value.history[0]?.threads.push(null, { id: phone, messages: [{ id: 'wamid.NOTIME' }, 7] })
    expect(await desk.hear(chunk)).toBe(200)
    await desk.placed()
    expect(said((await desk.page(await desk.with(phone))).history)).toEqual(['Antes 1'])
    expect(await desk.countOf('leads')).toBe(before + 1)
  })

  it('NUM-08 a past that the owner does not hand over is refused, in words, and is no problem of the number', async () => {
    await desk.hear(buildHistoryDeclinedWebhook(number))
    await desk.placed()
    const [row] = await desk.numbers()
    expect(row).toMatchObject({
      status: 'ok',
      sync: { state: 'refused', reason: expect.stringContaining('escolheu não trazer') },
    })
  })

  it('WIRE-23 NUM-14 a webhook of five thousand messages is answered at once, and how far it came is told', async () => {
    const threads = generateHistoryThreads(50, 100, { phonesFrom: 800_000_000, before: getUnixSeconds() - DAY })
    const began = performance.now()
    expect(await desk.hear(buildHistoryWebhook(number, threads, { progress: 55, phase: 1 }))).toBe(200)
    expect(performance.now() - began).toBeLessThan(1_000)
    await desk.placed()
    const [row] = await desk.numbers()
    expect(row?.sync).toMatchObject({ messages: await desk.countOf('past') })
    expect(row?.sync?.people).toBeGreaterThanOrEqual(50)
  })
})
