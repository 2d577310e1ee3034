import { getConversation, listConversations } from '@prosa/contract/calls/conversations'
import type { Message } from '@prosa/contract/entities/message'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type ClamdDouble, startClamd, VIRUS } from '../../../testing/clamd-double.ts'
import type { Client } from '../../../testing/client.ts'
import { createTenant, type TestTenant } from '../../../testing/factories.ts'
import type { MetaDouble } from '../../../testing/meta-double.ts'
import { deliver, linkNumber, startWithMeta } from '../../../testing/meta-webhook.ts'
import { incoming } from '../../../testing/meta-wire.ts'
import type { TestApp } from '../../../testing/test-app.ts'
import { until } from '../../../testing/until.ts'
import { sha256Of } from '../../../testing/upload-file.ts'

let clamd: ClamdDouble
let test: TestApp
let meta: MetaDouble
let close: () => Promise<void>
let tenant: TestTenant
let staff: Client
let number: string
beforeAll(async () => {
  clamd = await startClamd()
  ;({ test, meta, close } = await startWithMeta({ CLAMAV_URL: clamd.url }))
  tenant = await createTenant(test)
  staff = await test.client(tenant.staff.phone)
  number = (await linkNumber(test, meta, tenant)).phoneNumberId
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
  const image = { id, mime_type: 'image/jpeg', sha256: Buffer.from(sha256Of(bytes), 'hex').toString('base64') }
  await deliver(test, incoming(number, { phone }, `wamid.SCAN${counter}`, { type: 'image', image }))
  const query = { params: { agentId: tenant.agentId }, query: { phone } }
  const place = await until(async () => (await staff.call(listConversations, query)).data.conversations.at(0))
  const params = { leadId: place?.lead_id ?? '', conversationId: place?._id ?? '' }
  return async () => (await staff.call(getConversation, { params })).data.history[0] as Message
}
const stateOf = async ({ message_id: id }: Message) => {
  const { rows } = await test.deps.db.system((tx) => tx.db.execute(sql`SELECT state, reason FROM media WHERE message_id = ${id}`))
  return rows[0]
}
const served = async ({ message_id: id }: Message) => (await staff.raw({ method: 'GET', url: `/api/media/${id}` })).statusCode

it('MEDIA-26 a lead’s file is served after its verdict, and never one that the scanner refuses', async () => {
  const clean = await until(await sendPhoto('uma foto'), (message) => !!message.attachment?.url)
  expect(await served(clean)).toBe(200)
  const look = await sendPhoto(`outra foto ${VIRUS}`)
  const message = await look()
  expect(
    await until(
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
  await until(async () => clamd.hungUp() > 0)
  expect([await stateOf(message), await served(message)]).toMatchObject([{ state: 'waiting' }, 404])
  clamd.setDown(false)
  const come = await until(look, (now) => !!now.attachment?.url)
  expect(await served(come)).toBe(200)
})
