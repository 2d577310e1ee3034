import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { listConversations } from '@prosa/contract/calls/conversations/conversations'
import { eraseLead } from '@prosa/contract/calls/organisation/privacy'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { purgeEvents } from '../../../features/channels/whatsapp/webhook/purge-events.ts'
import { eraseFileBytes } from '../../../features/files/storage/delete-files.ts'
import { buildMessageWebhook, buildTextBody } from '../../doubles/meta-webhooks/meta-webhook-payloads.ts'
import type { Client } from '../../harness/client.ts'
import type { TestApp } from '../../harness/test-app.ts'
import { waitUntil } from '../../harness/wait-until.ts'
import { createTenant, type TestTenant } from '../../worlds/factories.ts'
import { deliverTestWebhook, linkTestNumber, startTestAppWithMeta } from '../../worlds/whatsapp/meta-test-app.ts'

const PHONE = '5511987650777'

let test: TestApp
let dataDir: string
let close: () => Promise<void>
let tenant: TestTenant
let admin: Client
let phoneNumberId: string

beforeAll(async () => {
  const started = await startTestAppWithMeta()
  ;({ test, dataDir, close } = started)
  tenant = await createTenant(test)
  admin = await test.client(tenant.admin.phone)
  ;({ phoneNumberId } = await linkTestNumber(test, started.meta, tenant))
})
afterAll(() => close())

const conversations = async () =>
  (await admin.call(listConversations, { params: { agentId: tenant.agentId }, query: { phone: PHONE } })).data.conversations
const queryRows = async (query: ReturnType<typeof sql>) => (await test.deps.db.system((tx) => tx.db.execute(query))).rows
const fetchInboxRows = () => queryRows(sql`SELECT key, sender, payload FROM whatsapp_events WHERE tenant_id = ${tenant.tenantId}`)
const countUnfinishedEvents = () =>
  queryRows(
    sql`SELECT FROM pgboss.job WHERE name = 'receive-whatsapp' AND data->>'tenantId' = ${tenant.tenantId} AND state <> 'completed'`,
  )
const buildWebhookWithId = (id: string) =>
  buildMessageWebhook(phoneNumberId, { phone: PHONE, name: 'Apagada Silva' }, id, buildTextBody('Um segredo'))

it('what Meta repeats of a lead that was erased brings nothing back; what it writes anew does', async () => {
  await deliverTestWebhook(test, buildWebhookWithId('wamid.ONCE'))
  const [place] = await waitUntil(conversations, (found) => found.length === 1)
  await waitUntil(fetchInboxRows, (found) => found.every(({ payload }) => payload === null))
  // Waits for the job to end, because its effects are visible before it is marked as completed.
  await waitUntil(async () => (await countUnfinishedEvents()).length === 0)
  await admin.call(eraseLead, { params: { id: place?.lead_id ?? '' } })
  const marks = await fetchInboxRows()
  // Marks of the message, and of the lead's addresses, for which the phone may still share history.
  expect(marks.length).toBeGreaterThan(0)
  for (const mark of marks)
    expect(mark).toEqual({ key: expect.stringMatching(/^erased:[0-9a-f]{64}$/), sender: '', payload: null })
  await deliverTestWebhook(test, buildWebhookWithId('wamid.ONCE'))
  expect(await fetchInboxRows()).toEqual(marks)
  expect(await countUnfinishedEvents()).toEqual([])
  expect(await conversations()).toEqual([])
  await deliverTestWebhook(test, buildWebhookWithId('wamid.AGAIN'))
  await waitUntil(conversations, (found) => found.length === 1)
})

it('the inbox is cleared to its last row, though the number never hears of anybody again', async () => {
  const { tenantId } = tenant
  const planned = () =>
    queryRows(sql`SELECT FROM pgboss.job WHERE name = 'purge-whatsapp' AND state = 'created' AND data->>'tenantId' = ${tenantId}`)
  const forget = () => queryRows(sql`DELETE FROM pgboss.job WHERE name = 'purge-whatsapp' AND data->>'tenantId' = ${tenantId}`)
  expect((await fetchInboxRows()).length).toBeGreaterThan(0)
  await forget()
  await purgeEvents(test.deps, test.app.modules.conversations, { tenantId })
  expect(await planned()).toHaveLength(1)
  await forget()
  const clock = { now: () => new Date(Date.now() + 31 * 86_400_000) }
  await purgeEvents({ ...test.deps, clock }, test.app.modules.conversations, { tenantId })
  expect(await fetchInboxRows()).toEqual([])
  expect(await planned()).toEqual([])
})

it('of a file whose download was cut off, the half goes too', async () => {
  const messageId = '01890000-0000-7000-8000-000000000001'
  const folder = join(dataDir, 'media', tenant.tenantId)
  mkdirSync(folder, { recursive: true })
  mkdirSync(join(folder, 'incoming', messageId), { recursive: true })
  writeFileSync(join(folder, 'incoming', messageId, 'whole.0.part'), 'half of a photo')
  await eraseFileBytes(test.deps, { tenantId: tenant.tenantId, messageIds: [messageId], names: [], uploads: [] })
  expect(readdirSync(folder, { recursive: true })).toEqual(['incoming'])
})
