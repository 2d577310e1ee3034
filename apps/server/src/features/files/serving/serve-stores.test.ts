import { sendMessage } from '@prosa/contract/calls/conversations/conversations'
import { createFile } from '@prosa/contract/calls/conversations/files'
import { eraseLead } from '@prosa/contract/calls/organisation/privacy'
import { sendWebchatMessage } from '@prosa/contract/calls/webchat/webchat'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openS3Double, type S3Double } from '../../../testing/doubles/s3/s3-double.ts'
import {
  announceTestFile,
  computeSha256,
  createJpegFile,
  uploadFile,
  uploadFilePart,
} from '../../../testing/files/upload-file.ts'
import { getConversationIdsOfMessage } from '../../../testing/worlds/conversation-ids-of-message.ts'
import { createTenant } from '../../../testing/worlds/factories.ts'
import { startTestAppWithMeta } from '../../../testing/worlds/whatsapp/meta-test-app.ts'

let s3: S3Double
const open: Partial<Record<'disk' | 's3', Awaited<ReturnType<typeof startTestAppWithMeta>>>> = {}

beforeAll(async () => {
  s3 = await openS3Double()
  open.disk = await startTestAppWithMeta()
  open.s3 = await startTestAppWithMeta(s3.env)
})
afterAll(async () => {
  for (const started of Object.values(open)) await started.close()
  await s3.close()
})

const BYTES = createJpegFile(30_000, 3)

/** Returns the complete responses to requests for a file in a store of this kind. */
async function answersOf(kind: 'disk' | 's3') {
  const started = open[kind]
  if (!started) throw new Error('It was not started')
  const { test } = started
  const tenant = await createTenant(test)
  const staff = await test.client(tenant.staff.phone)
  const visitor = await test.client()
  const { data } = await visitor.call(sendWebchatMessage, {
    params: { agentId: tenant.agentId },
    body: { content: 'Oi' },
    headers: { 'idempotency-key': uuid() },
  })
  const place = await getConversationIdsOfMessage(test, data.message.message_id)
  const file_id = await uploadFile(staff, BYTES, 'praia.jpg')
  const message = (await staff.call(sendMessage, { params: place, body: { content: '', file_id, as: 'image' } })).data?.message
  const url = message?.attachment?.url ?? ''
  const ask = async (client = staff, headers: Record<string, string> = {}, method = 'GET') => {
    const { statusCode, headers: told, body } = await client.raw({ method, url, headers })
    const { date: _date, 'x-request-id': _id, ...rest } = told
    return { statusCode, headers: rest, body: statusCode === 404 ? '' : computeSha256(Buffer.from(body)) }
  }
  const stranger = await test.client((await createTenant(test)).staff.phone)
  const answers = {
    whole: await ask(),
    head: await ask(staff, {}, 'HEAD'),
    part: await ask(staff, { range: 'bytes=100-199' }),
    end: await ask(staff, { range: 'bytes=-10' }),
    beyond: await ask(staff, { range: 'bytes=50000-' }),
    foreign: await ask(stranger),
  }
  await test.deps.fileStore.remove(tenant.tenantId, computeSha256(BYTES))
  return { test, tenant, staff, place, answers: { ...answers, missing: await ask() } }
}

it('MEDIA-23 a disk and a bucket answer alike, whole, in parts, beyond the end, to a stranger and for what is gone; the bucket stays unnamed', async () => {
  const onDisk = await answersOf('disk')
  const inBucket = await answersOf('s3')
  expect(inBucket.answers).toEqual(onDisk.answers)
  const { whole, head, part, end, beyond, foreign, missing } = inBucket.answers
  expect([whole, head, part, end, beyond, foreign, missing].map(({ statusCode }) => statusCode)).toEqual([
    200, 200, 206, 206, 416, 404, 404,
  ])
  expect(JSON.stringify(inBucket.answers)).not.toMatch(/127\.0\.0\.1|prosa-files|amz/)
})

it('MEDIA-23 what is in a bucket is kept once, goes with its lead, and a bucket that is down is said to be @wide', async () => {
  const { test, tenant, staff, place } = await answersOf('s3')
  const names = () => [...s3.objects.keys()].filter((key) => key.startsWith(tenant.tenantId))
  const bytes = createJpegFile(5_000, 9)
  for (let n = 0; n < 2; n++) {
    const file_id = await uploadFile(staff, bytes, `${n}.jpg`)
    await staff.call(sendMessage, { params: place, body: { content: '', file_id, as: 'image' } })
  }
  expect(names()).toEqual([`${tenant.tenantId}/${computeSha256(bytes)}`])
  const other = createJpegFile(6_000, 10)
  const { id } = await announceTestFile(staff, other, 'c.jpg')
  s3.isDown = true
  expect((await uploadFilePart(staff, id, 1, other)).statusCode).toBe(503)
  s3.isDown = false
  expect((await uploadFilePart(staff, id, 1, other)).statusCode).toBe(200)
  expect(
    (
      await staff.call(createFile, {
        body: { sha256: computeSha256(other), size: other.length, mime_type: '', filename: 'c.jpg' },
      })
    ).data.state,
  ).toBe('stored')
  await (await test.client(tenant.admin.phone)).call(eraseLead, { params: { id: place.leadId } })
  await expect.poll(names, { timeout: 15_000 }).toEqual([`${tenant.tenantId}/${computeSha256(other)}`])
})
