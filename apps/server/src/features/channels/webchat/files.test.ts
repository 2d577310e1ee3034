import { sendMessage } from '@prosa/contract/calls/conversations/conversations'
import { getMessageInfo } from '@prosa/contract/calls/conversations/message-info'
import { eraseLead } from '@prosa/contract/calls/organisation/privacy'
import { openWebchat, sendWebchatMessage } from '@prosa/contract/calls/webchat/webchat'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { computeSha256, createJpegFile, uploadFile } from '../../../testing/files/upload-file.ts'
import type { Client } from '../../../testing/harness/client.ts'
import type { TestApp } from '../../../testing/harness/test-app.ts'
import { waitUntil } from '../../../testing/harness/wait-until.ts'
import { getConversationIdsOfMessage } from '../../../testing/worlds/conversation-ids-of-message.ts'
import { createTenant, type TestTenant } from '../../../testing/worlds/factories.ts'
import { startTestAppWithMeta } from '../../../testing/worlds/whatsapp/meta-test-app.ts'

let test: TestApp
let close: () => Promise<void>
let tenant: TestTenant
let staff: Client

beforeAll(async () => {
  const started = await startTestAppWithMeta()
  ;({ test, close } = started)
  tenant = await createTenant(test)
  staff = await test.client(tenant.staff.phone)
})
afterAll(() => close())

/** Creates a visitor that has sent a message, and returns it with its conversation. */
async function visit() {
  const visitor = await test.client()
  const { data } = await visitor.call(sendWebchatMessage, {
    params: { agentId: tenant.agentId },
    body: { content: 'Oi' },
    headers: { 'idempotency-key': uuid() },
  })
  return { visitor, place: await getConversationIdsOfMessage(test, data.message.message_id) }
}
const photo = (seed: number) => createJpegFile(2_000, seed)
const sendPhoto = async (place: { leadId: string; conversationId: string }, bytes: Buffer) => {
  const file_id = await uploadFile(staff, bytes, 'praia.jpg')
  const { data } = await staff.call(sendMessage, { params: place, body: { content: 'Veja', file_id, as: 'image' } })
  if (!data?.message) throw new Error('The answer has no message')
  return data.message
}
const addressOf = (messageId: string) => `/api/webchat/${tenant.agentId}/media/${messageId}`

describe('a file of the team on the web chat', () => {
  it('MEDIA-20 has gone out by being stored, and opens to the visitor it was sent to, in parts too', async () => {
    const { visitor, place } = await visit()
    const bytes = photo(1)
    const message = await sendPhoto(place, bytes)
    expect(message.delivery).toBe('sent')
    const { messages } = (await visitor.call(openWebchat, { params: { agentId: tenant.agentId } })).data
    const seen = messages.find(({ message_id }) => message_id === message.message_id)
    expect(seen).toMatchObject({ type: 'image', content: 'Veja', attachment: { mime_type: 'image/jpeg', size: bytes.length } })
    expect(JSON.stringify(seen)).not.toContain('/api/media')
    const url = addressOf(message.message_id)
    expect(await visitor.raw({ method: 'GET', url })).toMatchObject({
      statusCode: 200,
      headers: { 'content-type': 'image/jpeg', 'content-length': String(bytes.length), 'x-content-type-options': 'nosniff' },
    })
    expect((await visitor.raw({ method: 'GET', url, headers: { range: 'bytes=0-9' } })).statusCode).toBe(206)
  })

  it('MEDIA-14 is small where the page asks for that, and nothing where none can be made', async () => {
    const { visitor, place } = await visit()
    const real = await sharp({ create: { width: 1_500, height: 1_000, channels: 3, background: '#268' } })
      .jpeg()
      .toBuffer()
    const small = async (bytes: Buffer) => {
      const { message_id: id } = await sendPhoto(place, bytes)
      return visitor.raw({ method: 'GET', url: `${addressOf(id)}?size=thumb` })
    }
    const answer = await small(real)
    expect(answer).toMatchObject({ statusCode: 200, headers: { 'content-type': 'image/webp' } })
    expect(Number(answer.headers['content-length'])).toBeLessThan(real.length)
    expect((await small(photo(10))).statusCode).toBe(404)
  })

  it('MEDIA-27 tells of what it sent when it had it, and of no charge, where nothing is charged', async () => {
    const { place } = await visit()
    const { message_id: messageId } = await sendPhoto(place, photo(9))
    const { data } = await staff.call(getMessageInfo, { params: { ...place, messageId } })
    expect(data.steps.map(({ step }) => step)).toEqual(['accepted'])
    expect(data).not.toHaveProperty('charge')
  })

  it('MEDIA-20 opens to no other visitor, to nobody without a cookie, and not by the address of staff', async () => {
    const { place, visitor } = await visit()
    const { message_id: id } = await sendPhoto(place, photo(2))
    const other = (await visit()).visitor
    for (const stranger of [other, await test.client()])
      for (const url of [addressOf(id), `${addressOf(id)}?size=thumb`])
        expect((await stranger.raw({ method: 'GET', url })).statusCode).toBe(404)
    expect((await visitor.raw({ method: 'GET', url: `/api/media/${id}` })).statusCode).toBe(401)
    for (const wrong of [uuid(), 'x', '..%2f..%2fsession-secret'])
      expect((await visitor.raw({ method: 'GET', url: addressOf(wrong) })).statusCode).toBe(404)
  })

  it('MEDIA-25 goes with the lead that it was sent to, and stays with another who has it too', async () => {
    const [first, second] = [await visit(), await visit()]
    const bytes = photo(3)
    const a = await sendPhoto(first.place, bytes)
    const b = await sendPhoto(second.place, bytes)
    const kept = () => test.deps.fileStore.getSize(tenant.tenantId, computeSha256(bytes))
    const admin = await test.client(tenant.admin.phone)
    await admin.call(eraseLead, { params: { id: first.place.leadId } })
    const filesLeft = async () =>
      (await test.deps.db.system((tx) => tx.db.execute(sql`SELECT FROM files WHERE sha256 = ${computeSha256(bytes)}`))).rows
        .length
    expect(await filesLeft()).toBe(1)
    expect((await staff.raw({ method: 'GET', url: `/api/media/${a.message_id}` })).statusCode).toBe(404)
    expect((await staff.raw({ method: 'GET', url: `/api/media/${b.message_id}` })).statusCode).toBe(200)
    expect(await kept()).toBe(bytes.length)
    await admin.call(eraseLead, { params: { id: second.place.leadId } })
    expect(await filesLeft()).toBe(0)
    await waitUntil(async () => (await kept()) === null)
  })
})
