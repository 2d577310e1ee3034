import { getConversation, listConversations } from '@prosa/contract/calls/conversations/conversations'
import { createFile, deleteFile, getStorage } from '@prosa/contract/calls/conversations/files'
import { updateTenant } from '@prosa/contract/calls/organisation/tenants'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { MetaDouble } from '../../../testing/doubles/meta/meta-double.ts'
import { buildMessageWebhook } from '../../../testing/doubles/meta-webhooks/meta-webhook-payloads.ts'
import { computeSha256, createJpegFile, uploadFile } from '../../../testing/files/upload-file.ts'
import type { Client } from '../../../testing/harness/client.ts'
import type { TestApp } from '../../../testing/harness/test-app.ts'
import { waitUntil } from '../../../testing/harness/wait-until.ts'
import { createTenant, type TestTenant } from '../../../testing/worlds/factories.ts'
import { deliverTestWebhook, linkTestNumber, startTestAppWithMeta } from '../../../testing/worlds/whatsapp/meta-test-app.ts'

const MB = 1024 * 1024

let test: TestApp
let meta: MetaDouble
let close: () => Promise<void>
let tenant: TestTenant
let staff: Client
let number: string
const states: string[] = []

beforeAll(async () => {
  ;({ test, meta, close } = await startTestAppWithMeta({ STORAGE_QUOTA_MB: '1' }))
  tenant = await createTenant(test)
  staff = await test.client(tenant.staff.phone)
  number = (await linkTestNumber(test, meta, tenant)).phoneNumberId
  await test.deps.db.system((tx) => tx.db.execute(sql`UPDATE agents SET active = false WHERE id = ${tenant.agentId}`))
  test.deps.bus.on('storage.moved', ({ tenantId, state }) => {
    if (tenantId === tenant.tenantId) states.push(state)
  })
})
afterAll(() => close())

const used = async () => (await staff.call(getStorage)).data

let counter = 0
/** Lets a lead send a photo. @returns the message's file, once it is stored or refused */
async function sentPhoto(size: number) {
  const n = ++counter
  const phone = `5541${String(700_000_000 + n)}`
  const bytes = Buffer.alloc(size, n)
  meta.files.set(`77${n}`, { bytes, mimeType: 'image/jpeg' })
  const image = { id: `77${n}`, mime_type: 'image/jpeg', sha256: Buffer.from(computeSha256(bytes), 'hex').toString('base64') }
  await deliverTestWebhook(test, buildMessageWebhook(number, { phone }, `wamid.ROOM${n}`, { type: 'image', image }))
  const query = { params: { agentId: tenant.agentId }, query: { phone } }
  const place = await waitUntil(async () => (await staff.call(listConversations, query)).data.conversations.at(0))
  const params = { leadId: place?.lead_id ?? '', conversationId: place?._id ?? '' }
  const message = (await staff.call(getConversation, { params })).data.history[0]
  const { rows } = await waitUntil(
    () =>
      test.deps.db.system((tx) =>
        tx.db.execute(
          sql`SELECT state, reason FROM media WHERE message_id = ${message?.message_id ?? ''} AND state <> 'waiting'`,
        ),
      ),
    (found) => found.rows.length > 0,
  )
  return rows[0]
}

it('MEDIA-24 warns at 80 % and at all of the room, once for each time that files come there', async () => {
  await uploadFile(staff, createJpegFile(700_000), 'a.jpg')
  expect(await used()).toEqual({ used_bytes: 700_000, quota_bytes: MB, state: 'under' })
  expect(states).toEqual([])
  const large = await uploadFile(staff, createJpegFile(200_000), 'b.jpg')
  await uploadFile(staff, createJpegFile(10_000), 'c.jpg')
  // Content that is already stored does not count again.
  await uploadFile(staff, createJpegFile(10_000), 'd.jpg')
  expect(await used()).toMatchObject({ used_bytes: 910_000, state: 'near' })
  expect(states).toEqual(['near'])
  await staff.call(deleteFile, { params: { id: large } })
  expect(states).toEqual(['near', 'under'])
  await uploadFile(staff, createJpegFile(210_000), 'e.jpg')
  expect(states).toEqual(['near', 'under', 'near'])
  const operator = await test.client(tenant.operator.phone)
  expect(await operator.refused(getStorage)).toMatchObject({ status: 403 })
})

it('MEDIA-24 a lead’s file is fetched where people’s are refused already, up to 120 %, and not beyond', async () => {
  const bytes = createJpegFile(200_001)
  const about = { sha256: computeSha256(bytes), size: bytes.length, mime_type: 'image/jpeg', filename: 'f.jpg' }
  expect(await staff.refused(createFile, { body: about })).toMatchObject({ status: 400 })
  expect(await sentPhoto(200_000)).toMatchObject({ state: 'stored' })
  expect(await used()).toMatchObject({ used_bytes: 1_120_000, state: 'full' })
  expect(states.at(-1)).toBe('full')
  expect(await sentPhoto(200_002)).toMatchObject({ state: 'refused', reason: 'O espaço de arquivos acabou.' })
  expect(await used()).toMatchObject({ used_bytes: 1_120_000 })
})

it('MEDIA-24 staff of the platform give an organisation its own room, and who has more or less than before is told', async () => {
  const platform = await test.client((await createTenant(test, { platform: true })).staff.phone)
  const params = { id: tenant.tenantId }
  const give = async (storage_mb: number | null) => (await platform.call(updateTenant, { params, body: { storage_mb } })).data
  expect(await give(10)).toMatchObject({ storage_mb: 10 })
  expect(await used()).toEqual({ used_bytes: 1_120_000, quota_bytes: 10 * MB, state: 'under' })
  expect(states.at(-1)).toBe('under')
  expect(await uploadFile(staff, createJpegFile(200_003), 'g.jpg')).toMatch(/./)
  // An unrelated change emits no event.
  const before = states.length
  await platform.call(updateTenant, { params, body: { name: 'Outro nome' } })
  expect(states).toHaveLength(before)
  expect(await give(null)).toMatchObject({ storage_mb: null })
  expect(await used()).toMatchObject({ quota_bytes: MB, state: 'full' })
  expect(states.at(-1)).toBe('full')
  for (const storage_mb of [0, 1.5, -3, 20_000_000])
    expect((await platform.refused(updateTenant, { params, body: { storage_mb } })).status).toBe(400)
  expect((await staff.refused(updateTenant, { params, body: { storage_mb: 99 } })).status).toBe(403)
})
