import { getConversation, sendMessage } from '@prosa/contract/calls/conversations/conversations'
import { getRetention, setRetention } from '@prosa/contract/calls/organisation/privacy'
import { sendWebchatMessage } from '@prosa/contract/calls/webchat/webchat'
import { sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { computeSha256, createJpegFile, uploadFile } from '../../../testing/files/upload-file.ts'
import type { Client } from '../../../testing/harness/client.ts'
import { startTestApp, type TestApp } from '../../../testing/harness/test-app.ts'
import { waitUntil } from '../../../testing/harness/wait-until.ts'
import { getConversationIdsOfMessage } from '../../../testing/worlds/conversation-ids-of-message.ts'
import { createTenant, type TestTenant } from '../../../testing/worlds/factories.ts'
import { runRetention } from './run-retention.ts'

let test: TestApp
let tenant: TestTenant
let staff: Client
let admin: Client

beforeAll(async () => {
  test = await startTestApp()
  tenant = await createTenant(test)
  staff = await test.client(tenant.staff.phone)
  admin = await test.client(tenant.admin.phone)
})
afterAll(() => test.close())

const aPlace = async () => {
  const { data } = await (await test.client()).call(sendWebchatMessage, {
    params: { agentId: tenant.agentId },
    body: { content: 'Oi' },
    headers: { 'idempotency-key': uuid() },
  })
  return getConversationIdsOfMessage(test, data.message.message_id)
}
const sendPhoto = async (params: Awaited<ReturnType<typeof aPlace>>, bytes: Buffer) => {
  const file_id = await uploadFile(staff, bytes, 'sala.jpg')
  const { data } = await staff.call(sendMessage, { params, body: { content: 'A sala', file_id, as: 'image' } })
  return data?.message?.message_id ?? ''
}
const age = (messageId: string, months: number) =>
  test.deps.db.system((tx) =>
    tx.db.execute(
      sql`UPDATE media SET created_at = now() - ${months} * interval '1 month' - interval '1 day' WHERE message_id = ${messageId}`,
    ),
  )
const isKept = async (bytes: Buffer) => (await test.deps.fileStore.getSize(tenant.tenantId, computeSha256(bytes))) !== null

it('MEDIA-25 files go after the months that the organisation keeps them, and their messages say so and stay', async () => {
  const [first, second] = [await aPlace(), await aPlace()]
  const [old, shared, young] = [createJpegFile(2_000, 1), createJpegFile(2_000, 2), createJpegFile(2_000, 3)]
  const ids = [await sendPhoto(first, old), await sendPhoto(first, shared), await sendPhoto(first, young)]
  // The same content, sent again recently.
  await sendPhoto(second, shared)
  for (const id of ids.slice(0, 2)) await age(id, 6)
  await age(ids[2] ?? '', 5)

  await runRetention(test.deps, test.app.modules)
  expect(await isKept(old)).toBe(true)
  expect((await admin.call(getRetention)).data).toEqual({ months: null, file_months: null })
  expect((await admin.call(setRetention, { body: { months: null, file_months: 6 } })).data).toEqual({
    months: null,
    file_months: 6,
  })
  // A client that does not send `file_months` leaves it unchanged.
  expect((await admin.call(setRetention, { body: { months: null } })).data).toEqual({ months: null, file_months: 6 })
  await runRetention(test.deps, test.app.modules)

  const { history } = (await staff.call(getConversation, { params: first })).data
  const reason = 'Apagado: a organização guarda arquivos por 6 meses.'
  const gone = { content: 'A sala', attachment: { state: 'refused', reason, filename: 'sala.jpg' } }
  expect(history.filter(({ type }) => type === 'image')).toMatchObject([
    gone,
    gone,
    { content: 'A sala', attachment: { url: `/api/media/${ids[2]}` } },
  ])
  await waitUntil(async () => !(await isKept(old)))
  // Another message still uses the content.
  expect([await isKept(shared), await isKept(young)]).toEqual([true, true])
  expect((await staff.raw({ method: 'GET', url: `/api/media/${ids[0]}` })).statusCode).toBe(404)
  for (const file_months of [0, 121, 1.5])
    expect((await admin.refused(setRetention, { rawBody: { months: null, file_months } })).status).toBe(400)
})
