import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { listConversations } from '@prosa/contract/calls/conversations'
import { eraseLead } from '@prosa/contract/calls/privacy'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { purgeEvents } from '../features/channels/whatsapp/purge-events.ts'
import { eraseFiles } from '../features/files/drop.ts'
import type { Client } from './client.ts'
import { createTenant, type TestTenant } from './factories.ts'
import { deliver, linkNumber, startWithMeta } from './meta-webhook.ts'
import { incoming, text } from './meta-wire.ts'
import type { TestApp } from './test-app.ts'
import { until } from './until.ts'

const PHONE = '5511987650777'

let test: TestApp
let dataDir: string
let close: () => Promise<void>
let tenant: TestTenant
let admin: Client
let phoneNumberId: string

beforeAll(async () => {
  const started = await startWithMeta()
  ;({ test, dataDir, close } = started)
  tenant = await createTenant(test)
  admin = await test.client(tenant.admin.phone)
  ;({ phoneNumberId } = await linkNumber(test, started.meta, tenant))
})
afterAll(() => close())

const conversations = async () =>
  (await admin.call(listConversations, { params: { agentId: tenant.agentId }, query: { phone: PHONE } })).data.conversations
const rows = async (query: ReturnType<typeof sql>) => (await test.deps.db.system((tx) => tx.db.execute(query))).rows
const inbox = () => rows(sql`SELECT key, sender, payload FROM whatsapp_events WHERE tenant_id = ${tenant.tenantId}`)
const unfinished = () =>
  rows(
    sql`SELECT FROM pgboss.job WHERE name = 'receive-whatsapp' AND data->>'tenantId' = ${tenant.tenantId} AND state <> 'completed'`,
  )
const hook = (id: string) => incoming(phoneNumberId, { phone: PHONE, name: 'Apagada Silva' }, id, text('Um segredo'))

it('what Meta repeats of a lead that was erased brings nothing back; what it writes anew does', async () => {
  await deliver(test, hook('wamid.ONCE'))
  const [place] = await until(conversations, (found) => found.length === 1)
  await until(inbox, (found) => found.every(({ payload }) => payload === null))
  // Waits for the job to end, because its effects are visible before it is marked as completed.
  await until(async () => (await unfinished()).length === 0)
  await admin.call(eraseLead, { params: { id: place?.lead_id ?? '' } })
  const marks = await inbox()
  // Marks of the message, and of the lead's addresses, for which the phone may still share history.
  expect(marks.length).toBeGreaterThan(0)
  for (const mark of marks)
    expect(mark).toEqual({ key: expect.stringMatching(/^erased:[0-9a-f]{64}$/), sender: '', payload: null })
  await deliver(test, hook('wamid.ONCE'))
  expect(await inbox()).toEqual(marks)
  expect(await unfinished()).toEqual([])
  expect(await conversations()).toEqual([])
  await deliver(test, hook('wamid.AGAIN'))
  await until(conversations, (found) => found.length === 1)
})

it('the inbox is cleared to its last row, though the number never hears of anybody again', async () => {
  const { tenantId } = tenant
  const planned = () =>
    rows(sql`SELECT FROM pgboss.job WHERE name = 'purge-whatsapp' AND state = 'created' AND data->>'tenantId' = ${tenantId}`)
  const forget = () => rows(sql`DELETE FROM pgboss.job WHERE name = 'purge-whatsapp' AND data->>'tenantId' = ${tenantId}`)
  expect((await inbox()).length).toBeGreaterThan(0)
  await forget()
  await purgeEvents(test.deps, test.app.parts.conversations, { tenantId })
  expect(await planned()).toHaveLength(1)
  await forget()
  const clock = { now: () => new Date(Date.now() + 31 * 86_400_000) }
  await purgeEvents({ ...test.deps, clock }, test.app.parts.conversations, { tenantId })
  expect(await inbox()).toEqual([])
  expect(await planned()).toEqual([])
})

it('of a file whose download was cut off, the half goes too', async () => {
  const messageId = '01890000-0000-7000-8000-000000000001'
  const folder = join(dataDir, 'media', tenant.tenantId)
  mkdirSync(folder, { recursive: true })
  mkdirSync(join(folder, 'incoming', messageId), { recursive: true })
  writeFileSync(join(folder, 'incoming', messageId, 'whole.0.part'), 'half of a photo')
  await eraseFiles(test.deps, { tenantId: tenant.tenantId, messageIds: [messageId], names: [], uploads: [] })
  expect(readdirSync(folder, { recursive: true })).toEqual(['incoming'])
})
