import { getConversation, listConversations } from '@prosa/contract/calls/conversations/conversations'
import type { Message } from '@prosa/contract/entities/conversations/message'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type ClamdDouble, startClamdDouble, TEST_VIRUS_CONTENT } from '../../../../testing/doubles/clamav/clamd-double.ts'
import type { MetaDouble } from '../../../../testing/doubles/meta/meta-double.ts'
import { buildMessageWebhook } from '../../../../testing/doubles/meta-webhooks/meta-webhook-payloads.ts'
import { computeSha256 } from '../../../../testing/files/upload-file.ts'
import type { Client } from '../../../../testing/harness/client.ts'
import type { TestApp } from '../../../../testing/harness/test-app.ts'
import { waitUntil } from '../../../../testing/harness/wait-until.ts'
import { createTenant, type TestTenant } from '../../../../testing/worlds/factories.ts'
import { deliverTestWebhook, linkTestNumber, startTestAppWithMeta } from '../../../../testing/worlds/whatsapp/meta-test-app.ts'

let clamd: ClamdDouble
let test: TestApp
let meta: MetaDouble
let close: () => Promise<void>
let tenant: TestTenant
let staff: Client
let number: string
beforeAll(async () => {
  clamd = await startClamdDouble()
  ;({ test, meta, close } = await startTestAppWithMeta({ CLAMAV_URL: clamd.url }))
  tenant = await createTenant(test)
  staff = await test.client(tenant.staff.phone)
  number = (await linkTestNumber(test, meta, tenant)).phoneNumberId
  await test.deps.db.system((tx) => tx.db.execute(sql`UPDATE agents SET active = false WHERE id = ${tenant.agentId}`))
})
beforeEach(() => clamd.setDown(false))
afterAll(async () => {
  await close()
  await clamd.close()
})

let counter = 0

/** Delivers a photo from a lead, and returns a function for its current message. */
async function sendPhoto(content: string): Promise<() => Promise<Message>> {
  const id = `9900${++counter}`
  const phone = `5541${String(800_000_000 + counter)}`
  const bytes = Buffer.from(content)
  meta.files.set(id, { bytes, mimeType: 'image/jpeg' })
  const image = { id, mime_type: 'image/jpeg', sha256: Buffer.from(computeSha256(bytes), 'hex').toString('base64') }
  await deliverTestWebhook(test, buildMessageWebhook(number, { phone }, `wamid.SCAN${counter}`, { type: 'image', image }))
  const query = { params: { agentId: tenant.agentId }, query: { phone } }
  const place = await waitUntil(async () => (await staff.call(listConversations, query)).data.conversations.at(0))
  const params = { leadId: place?.lead_id ?? '', conversationId: place?._id ?? '' }
  return async () => (await staff.call(getConversation, { params })).data.history[0] as Message
}
const stateOf = async ({ message_id: id }: Message) => {
  const { rows } = await test.deps.db.system((tx) => tx.db.execute(sql`SELECT state, reason FROM media WHERE message_id = ${id}`))
  return rows[0]
}
const served = async ({ message_id: id }: Message) => (await staff.raw({ method: 'GET', url: `/api/media/${id}` })).statusCode

it('MEDIA-26 a lead’s file is served after its verdict, and never one that the scanner refuses', async () => {
  const clean = await waitUntil(await sendPhoto('uma foto'), (message) => !!message.attachment?.url)
  expect(await served(clean)).toBe(200)
  const look = await sendPhoto(`outra foto ${TEST_VIRUS_CONTENT}`)
  const message = await look()
  expect(
    await waitUntil(
      () => stateOf(message),
      (state) => state?.['state'] === 'refused',
    ),
  ).toMatchObject({
    reason: 'O antivírus recusou este arquivo.',
  })
  const { attachment } = await look()
  expect(attachment).toMatchObject({ state: 'refused', reason: 'O antivírus recusou este arquivo.' })
  expect(attachment).not.toHaveProperty('url')
  expect(await served(message)).toBe(404)
})

it('MEDIA-26 while the scanner is down it waits, and comes by itself when that is back @wide', async () => {
  clamd.setDown(true)
  const look = await sendPhoto('mais uma foto')
  const message = await look()
  await waitUntil(async () => clamd.hungUp() > 0)
  expect([await stateOf(message), await served(message)]).toMatchObject([{ state: 'waiting' }, 404])
  clamd.setDown(false)
  const come = await waitUntil(look, (now) => !!now.attachment?.url)
  expect(await served(come)).toBe(200)
})
