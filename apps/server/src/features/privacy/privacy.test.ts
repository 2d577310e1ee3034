import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { getConversation, listConversations, sendMessage, unreadCounts } from '@prosa/contract/calls/conversations/conversations'
import { getLead, listLeads, pauseLead } from '@prosa/contract/calls/conversations/leads'
import { eraseLead, exportLead, setRetention } from '@prosa/contract/calls/organisation/privacy'
import { dashboardSummary } from '@prosa/contract/calls/reports/dashboard'
import { eq, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { conversations } from '../../platform/database/schema/conversations/conversations.ts'
import { meetings } from '../../platform/database/schema/organisation/calendar.ts'
import { auditLog } from '../../platform/database/schema/organisation/tenants.ts'
import { whatsappEvents } from '../../platform/database/schema/whatsapp/whatsapp.ts'
import type { MetaDouble } from '../../testing/doubles/meta/meta-double.ts'
import {
  buildMessageWebhook,
  buildStatusWebhook,
  buildTextBody,
} from '../../testing/doubles/meta-webhooks/meta-webhook-payloads.ts'
import type { Client } from '../../testing/harness/client.ts'
import type { TestApp } from '../../testing/harness/test-app.ts'
import { waitUntil } from '../../testing/harness/wait-until.ts'
import { createConversation, createTenant, type TestTenant } from '../../testing/worlds/factories.ts'
import { deliverTestWebhook, linkTestNumber, startTestAppWithMeta } from '../../testing/worlds/whatsapp/meta-test-app.ts'

const CANARY = 'Canario7f3a9'
const PHONE = '5511987650123'
const USER = `BR.${CANARY}`

let test: TestApp
let meta: MetaDouble
let dataDir: string
let close: () => Promise<void>
let tenant: TestTenant
let admin: Client
let number: Awaited<ReturnType<typeof linkTestNumber>>

beforeAll(async () => {
  const started = await startTestAppWithMeta()
  ;({ test, meta, dataDir, close } = started)
  mkdirSync(join(dataDir, 'media'))
  tenant = await createTenant(test)
  admin = await test.client(tenant.admin.phone)
  number = await linkTestNumber(test, meta, tenant)
})
afterAll(() => close())

/** Returns the rows of all tables, including the job queue, that contain one of these texts. */
async function rowsThatSay(...words: string[]): Promise<string[]> {
  return test.deps.db.system(async (tx) => {
    const { rows: tables } = await tx.db.execute(sql`
      SELECT n.nspname AS schema, c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname IN ('public', 'pgboss') AND c.relkind IN ('r', 'p')`)
    expect(tables.length).toBeGreaterThan(25)
    const found: string[] = []
    for (const { schema, name } of tables) {
      const table = sql`${sql.identifier(String(schema))}.${sql.identifier(String(name))}`
      for (const word of words) {
        const { rows } = await tx.db.execute(sql`SELECT t::text AS said FROM ${table} t WHERE strpos(t::text, ${word}) > 0`)
        found.push(...rows.map(({ said }) => `${String(name)}: ${String(said)}`))
      }
    }
    return found
  })
}

const conversationsOf = async (query: Record<string, string> = {}) =>
  (await admin.call(listConversations, { params: { agentId: tenant.agentId }, query })).data.conversations
const written = (count: number) =>
  waitUntil(
    async () => (await conversationsOf({ phone: PHONE }))[0],
    (found) => (found?.total_messages ?? 0) >= count,
  )
const filesOnDisk = () => readdirSync(join(dataDir, 'media'), { recursive: true, encoding: 'utf8' }).filter((f) => f.length > 60)
const summary = async () => {
  const today = new Date().toISOString().slice(0, 10)
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
  return (await admin.call(dashboardSummary, { query: { from: yesterday, to: today } })).data
}

/** Creates a lead with data in every table: merged from two, with messages, a file, an answer, a meeting and an unreadable webhook. */
async function leaveTraces() {
  const said = (id: string, lead: object, body: object) =>
    deliverTestWebhook(test, buildMessageWebhook(number.phoneNumberId, { name: `Nome ${CANARY}`, ...lead }, id, body))
  await said('wamid.PRIV1', { phone: PHONE }, buildTextBody(`Meu nome é ${CANARY}`))
  await said('wamid.PRIV2', { userId: USER }, buildTextBody(`Sou o mesmo ${CANARY}`))
  await waitUntil(async () => (await conversationsOf()).length === 2)
  await said('wamid.PRIV3', { phone: PHONE, userId: USER }, buildTextBody('Agora com os dois'))
  const bytes = Buffer.from(CANARY)
  meta.files.set('900001', { bytes, mimeType: 'application/pdf' })
  await said(
    'wamid.PRIV4',
    { phone: PHONE },
    {
      type: 'document',
      document: { id: '900001', mime_type: 'application/pdf', filename: `${CANARY}.pdf` },
    },
  )
  await written(4)
  // The file is on the disk shortly before it is marked as stored.
  const stored = async () =>
    (await test.deps.db.system((tx) => tx.db.execute(sql`SELECT FROM media WHERE state = 'stored'`))).rows.length === 1
  await waitUntil(stored)
  const place = await written(4)
  const params = { leadId: place?.lead_id ?? '', conversationId: place?._id ?? '' }
  await admin.call(pauseLead, {
    params: { id: params.leadId },
    body: { pause: true, reason: `Por ${CANARY}`, until: inAnHour() },
  })
  await admin.call(sendMessage, { params, body: { content: `Olá, ${CANARY}` }, headers: { 'idempotency-key': 'k1' } })
  const sent = await waitUntil(() => meta.accepted.find(({ body }) => body.text?.body === `Olá, ${CANARY}`))
  const { tenantId, agentId } = tenant
  const { leadId, conversationId } = params
  const at = new Date()
  await test.deps.db.tenant(tenantId, async (tx) => {
    await tx.db.insert(meetings).values({
      tenantId,
      id: uuid(),
      leadId,
      agentId,
      conversationId,
      userId: tenant.admin.id,
      externalId: 'x',
      title: `Reunião com ${CANARY}`,
      startsAt: at,
      endsAt: at,
    })
    await tx.db.insert(whatsappEvents).values({
      tenantId,
      numberId: number.id,
      key: 'message:wamid.BAD',
      kind: 'message',
      sender: USER,
      place: 0,
      receivedAt: at,
      payload: `{"said":"${CANARY}"}`,
      processedAt: at,
      failure: 'Dados inválidos',
    })
    const remembered = {
      summary: CANARY,
      statusMessage: CANARY,
      attentionReason: CANARY,
      assistantState: { facts: { name: CANARY } },
    }
    await tx.db.update(conversations).set(remembered).where(eq(conversations.id, conversationId))
  })
  return { params, sentId: sent?.id ?? '', messageId: sent?.body.biz_opaque_callback_data ?? '' }
}
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString()

describe('a lead asks for its data', () => {
  it('gets everything, then is erased from every table, queue, file and log, while figures stay', {
    timeout: 60_000,
  }, async () => {
    const { params, sentId, messageId } = await leaveTraces()
    const { leadId } = params

    const { data } = await admin.call(exportLead, { params: { id: leadId } })
    expect(data.lead).toMatchObject({ _id: leadId, name: `Nome ${CANARY}`, phone: `+${PHONE}` })
    const contents = data.conversations.flatMap(({ messages }) => messages.map(({ content }) => content))
    expect(contents).toEqual(expect.arrayContaining([`Meu nome é ${CANARY}`, `Sou o mesmo ${CANARY}`, `Olá, ${CANARY}`]))
    expect(data.conversations.some(({ agent_memory }) => JSON.stringify(agent_memory).includes(CANARY))).toBe(true)
    expect(data.media).toMatchObject([{ filename: `${CANARY}.pdf`, state: 'stored' }])
    expect(data.meetings).toMatchObject([{ title: `Reunião com ${CANARY}` }])
    expect(data.waiting).toMatchObject([{ payload: `{"said":"${CANARY}"}` }])
    expect(data.events.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['lead.merged', 'lead.paused', 'lead.exported']),
    )
    expect((await rowsThatSay(CANARY)).length).toBeGreaterThan(8)

    const before = await summary()
    await admin.call(eraseLead, { params: { id: leadId } })
    await waitUntil(() => filesOnDisk().length === 0)
    // Jobs that were running during the erasure have ended and left no data.
    expect(
      await waitUntil(
        () => rowsThatSay(CANARY, PHONE, PHONE.slice(4), sentId, USER),
        (found) => found.length === 0,
      ),
    ).toEqual([])
    expect(test.logged()).not.toContain(CANARY)
    expect(test.logged()).not.toContain(PHONE)
    expect(await summary()).toEqual(before)

    // A later status of the channel creates no new data.
    await deliverTestWebhook(
      test,
      buildStatusWebhook(number.phoneNumberId, [{ id: sentId, status: 'read', callbackData: messageId }]),
    )
    expect(await rowsThatSay(sentId)).toEqual([])
    const audit = await test.deps.db.tenant(tenant.tenantId, (tx) =>
      tx.db.select().from(auditLog).where(eq(auditLog.action, 'lead.erased')),
    )
    expect(audit).toMatchObject([{ subject: leadId, actorId: tenant.admin.id, after: { reason: 'asked for' } }])
  })

  it('is nowhere to be seen or written to afterwards, and is a new lead when it writes again', async () => {
    const place = await createConversation(test, tenant, { name: 'Some Daqui', history: 'hah' })
    const since = new Date().toISOString()
    await admin.call(eraseLead, { params: { id: place.leadId } })
    const gone = { status: 404 }
    expect(await admin.refused(getLead, { params: { id: place.leadId } })).toMatchObject(gone)
    expect(await admin.refused(eraseLead, { params: { id: place.leadId } })).toMatchObject(gone)
    expect(await admin.refused(exportLead, { params: { id: place.leadId } })).toMatchObject(gone)
    expect(await admin.refused(getConversation, { params: place })).toMatchObject(gone)
    expect(await admin.refused(sendMessage, { params: place, body: { content: 'Oi' } })).toMatchObject(gone)
    for (const archive of ['true', 'false'])
      expect((await conversationsOf({ archive })).map(({ _id }) => _id)).not.toContain(place.conversationId)
    expect((await admin.call(listLeads)).data.leads.map(({ _id }) => _id)).not.toContain(place.leadId)
    const unread = (await admin.call(unreadCounts)).data.unreadCounts
    expect(unread.map(({ conversationId }) => conversationId)).not.toContain(place.conversationId)
    // An open list receives the conversation as archived.
    const told = (await conversationsOf({ updated_since: since })).find(({ _id }) => _id === place.conversationId)
    expect(told).toMatchObject({ archive: true, last_message_preview: null, lead_context_summary: null })
    // The anonymous lead is not accessible by its own id either.
    const nobody = { leadId: told?.lead_id ?? '', conversationId: place.conversationId }
    expect(nobody.leadId).not.toBe(place.leadId)
    expect(await admin.refused(getLead, { params: { id: nobody.leadId } })).toMatchObject(gone)
    expect(await admin.refused(getConversation, { params: nobody })).toMatchObject(gone)
    expect(await admin.refused(sendMessage, { params: nobody, body: { content: 'Oi' } })).toMatchObject(gone)

    await deliverTestWebhook(
      test,
      buildMessageWebhook(number.phoneNumberId, { phone: PHONE, name: 'De Volta' }, 'wamid.PRIV9', buildTextBody('Oi de novo')),
    )
    expect(await written(1)).toMatchObject({ lead_name: 'De Volta', phone: `+${PHONE}` })
  })

  it('is helped by staff and admins only', async () => {
    const { leadId } = await createConversation(test, tenant, { history: 'h' })
    const operator = await test.client(tenant.operator.phone)
    for (const call of [exportLead, eraseLead])
      expect((await operator.refused(call, { params: { id: leadId } })).status).toBe(403)
    expect((await operator.refused(setRetention, { body: { months: 1 } })).status).toBe(403)
  })
})
