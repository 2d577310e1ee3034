import { sendMessage } from '@prosa/contract/calls/conversations/conversations'
import { getFile } from '@prosa/contract/calls/conversations/files'
import { openWebchat, sendWebchatMessage } from '@prosa/contract/calls/webchat/webchat'
import { FILE_PART_LIMITS_BYTES } from '@prosa/contract/entities/files/file'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type ClamdDouble, startClamdDouble, TEST_VIRUS_CONTENT } from '../../../testing/doubles/clamav/clamd-double.ts'
import {
  announceFileAsVisitor,
  announceTestFile,
  createJpegFile,
  uploadFile,
  uploadFileAsVisitor,
} from '../../../testing/files/upload-file.ts'
import type { Client } from '../../../testing/harness/client.ts'
import type { TestApp } from '../../../testing/harness/test-app.ts'
import { getConversationIdsOfMessage } from '../../../testing/worlds/conversation-ids-of-message.ts'
import { createTenant, type TestTenant } from '../../../testing/worlds/factories.ts'
import { startTestAppWithMeta } from '../../../testing/worlds/whatsapp/meta-test-app.ts'

let clamd: ClamdDouble
let test: TestApp
let close: () => Promise<void>
let tenant: TestTenant
let staff: Client
beforeAll(async () => {
  clamd = await startClamdDouble()
  ;({ test, close } = await startTestAppWithMeta({ CLAMAV_URL: clamd.url }))
  tenant = await createTenant(test)
  staff = await test.client(tenant.staff.phone)
})
beforeEach(() => clamd.setDown(false))
afterAll(async () => {
  await close()
  await clamd.close()
})

const stateOf = async (id: string) => (await staff.call(getFile, { params: { id } })).data
const infected = (n: number) => Buffer.concat([createJpegFile(1_000, n), Buffer.from(TEST_VIRUS_CONTENT)])
/** Starts a web chat conversation. */
const aTalk = async () => {
  const visitor = await test.client()
  const params = { agentId: tenant.agentId }
  await visitor.call(openWebchat, { params })
  const said = { params, body: { content: 'Oi' }, headers: { 'idempotency-key': uuid() } }
  const { data } = await visitor.call(sendWebchatMessage, said)
  return { visitor, place: await getConversationIdsOfMessage(test, data.message.message_id) }
}
const sends = (place: { leadId: string; conversationId: string }, file_id: string) => ({
  params: place,
  body: { content: '', file_id, as: 'image' as const },
  headers: { 'idempotency-key': uuid() },
})

it('MEDIA-26 a scanner sees all of a file, and one that it refuses is refused in words', async () => {
  const clean = createJpegFile(FILE_PART_LIMITS_BYTES.max + 1_000, 1)
  expect(await stateOf(await uploadFile(staff, clean, 'a.jpg'))).toMatchObject({ state: 'stored' })
  expect(clamd.scanned.at(-1)?.equals(clean)).toBe(true)
  expect(await stateOf(await uploadFile(staff, infected(2), 'b.jpg'))).toMatchObject({
    state: 'refused',
    reason: 'O antivírus recusou este arquivo.',
  })
})

it('MEDIA-26 while the scanner is down a file is being checked, cannot be sent, and is looked at when it is back', async () => {
  const { place } = await aTalk()
  clamd.setDown(true)
  const id = await uploadFile(staff, createJpegFile(1_000, 3), 'c.jpg')
  expect(await stateOf(id)).toMatchObject({ state: 'checking', missing: [] })
  expect(await staff.refused(sendMessage, sends(place, id))).toMatchObject({ status: 400 })
  // Announcing the same content again returns the same file.
  expect(await announceTestFile(staff, createJpegFile(1_000, 3), 'c.jpg')).toMatchObject({ id, state: 'checking' })
  clamd.setDown(false)
  expect(await stateOf(id)).toMatchObject({ state: 'stored' })
  expect((await staff.call(sendMessage, sends(place, id))).data?.message).toMatchObject({ type: 'image' })
})

it('MEDIA-26 the same holds for a visitor of the web chat', async () => {
  const { visitor } = await aTalk()
  clamd.setDown(true)
  const bytes = createJpegFile(1_000, 4)
  const id = await uploadFileAsVisitor(visitor, tenant.agentId, bytes, 'd.jpg')
  expect(await announceFileAsVisitor(visitor, tenant.agentId, bytes, 'd.jpg')).toMatchObject({ id, state: 'checking' })
  clamd.setDown(false)
  expect(await announceFileAsVisitor(visitor, tenant.agentId, bytes, 'd.jpg')).toMatchObject({ id, state: 'stored' })
})
