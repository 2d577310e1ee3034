import { getConversation } from '@prosa/contract/calls/conversations/conversations'
import { createFile } from '@prosa/contract/calls/conversations/files'
import { eraseLead } from '@prosa/contract/calls/organisation/privacy'
import { openWebchat, sendWebchatMessage } from '@prosa/contract/calls/webchat/webchat'
import { FILE_PART_LIMITS_BYTES } from '@prosa/contract/entities/files/file'
import { sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  announceFileAsVisitor,
  announceRefusedFileAsVisitor,
  computeSha256,
  createJpegFile,
  uploadFileAsVisitor,
  uploadFilePart,
} from '../../../testing/files/upload-file.ts'
import type { Client } from '../../../testing/harness/client.ts'
import type { TestApp } from '../../../testing/harness/test-app.ts'
import { openTestSocket } from '../../../testing/harness/test-socket.ts'
import { waitUntil } from '../../../testing/harness/wait-until.ts'
import { getConversationIdsOfMessage } from '../../../testing/worlds/conversation-ids-of-message.ts'
import { createTenant, type TestTenant } from '../../../testing/worlds/factories.ts'
import { startTestAppWithMeta } from '../../../testing/worlds/whatsapp/meta-test-app.ts'

const MB = 1024 * 1024
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

/** Creates a visitor that has opened the page. */
async function visit(agentId = tenant.agentId): Promise<Client> {
  const visitor = await test.client()
  await visitor.call(openWebchat, { params: { agentId } })
  return visitor
}
const photo = (seed: number, bytes = 2_000) => createJpegFile(bytes, seed)
const pdf = (text: string) => Buffer.from(`%PDF-1.7\n${text}`)
const says = (visitor: Client, body: { content: string; file_id?: string; as?: 'image' | 'document' }, key = uuid()) =>
  visitor.call(sendWebchatMessage, { params: { agentId: tenant.agentId }, body, headers: { 'idempotency-key': key } })
const upload = (visitor: Client, bytes: Buffer, name = 'praia.jpg') => uploadFileAsVisitor(visitor, tenant.agentId, bytes, name)
const announce = (visitor: Client, bytes: Buffer, name = 'praia.jpg') =>
  announceFileAsVisitor(visitor, tenant.agentId, bytes, name)
describe('a file of a visitor', () => {
  it('MEDIA-20 as the first thing it says makes a lead, whose file the team opens, and answers the agent', async () => {
    const visitor = await visit()
    const bytes = photo(1, FILE_PART_LIMITS_BYTES.max + 500)
    const file_id = await upload(visitor, bytes)
    const key = uuid()
    const first = await says(visitor, { content: 'A fachada', file_id, as: 'image' }, key)
    expect(first.data.message).toMatchObject({
      type: 'image',
      content: 'A fachada',
      client_message_id: key,
      attachment: { mime_type: 'image/jpeg', size: bytes.length, filename: 'praia.jpg' },
    })
    const { message_id: id } = first.data.message
    const { history } = (await staff.call(getConversation, { params: await getConversationIdsOfMessage(test, id) })).data
    expect(history[0]).toMatchObject({ message_id: id, role: 'humano', type: 'image', attachment: { url: `/api/media/${id}` } })
    expect(await staff.raw({ method: 'GET', url: `/api/media/${id}` })).toMatchObject({
      statusCode: 200,
      headers: { 'content-type': 'image/jpeg', 'content-length': String(bytes.length) },
    })
    expect((await visitor.raw({ method: 'GET', url: `/api/webchat/${tenant.agentId}/media/${id}` })).statusCode).toBe(200)
    // The response was lost: a retry with the same key returns the same message, and cannot be used for another file.
    expect((await says(visitor, { content: 'A fachada', file_id, as: 'image' }, key)).data.message.message_id).toBe(id)
    const other = await upload(visitor, pdf('outro'), 'proposta.pdf')
    for (const body of [{ content: 'A fachada' }, { content: 'A fachada', file_id: other, as: 'document' as const }])
      expect(
        await visitor.refused(sendWebchatMessage, {
          params: { agentId: tenant.agentId },
          body,
          headers: { 'idempotency-key': key },
        }),
      ).toMatchObject({ status: 409 })
  })

  it('MEDIA-20 wakes the agent as any message does, and says in the list what it is @wide', async () => {
    const visitor = await visit()
    const socket = await openTestSocket(await test.listen(), staff)
    const file_id = await upload(visitor, pdf('planta'), 'planta.pdf')
    const { message_id } = (await says(visitor, { content: '', file_id, as: 'document' })).data.message
    const { leadId, conversationId } = await getConversationIdsOfMessage(test, message_id)
    await socket.send('join_conversation', { leadId, userId: tenant.staff.id, tenantId: tenant.tenantId })
    await socket.hear('lead', ({ message }) => message.role === 'AI')
    const { rows } = await test.deps.db.system((tx) =>
      tx.db.execute(sql`SELECT meta->'file'->>'id' AS file FROM messages WHERE id = ${message_id}`),
    )
    expect(rows[0]?.['file']).toBe(file_id)
    expect(conversationId).toBeTruthy()
    socket.close()
  })

  it('MEDIA-02 is known again by the same visitor only, not by another, and not by the organisation’s people', async () => {
    const [visitor, other] = [await visit(), await visit()]
    const bytes = photo(2)
    const id = await upload(visitor, bytes)
    expect(await announce(visitor, bytes)).toMatchObject({ id, state: 'stored', missing: [] })
    expect(await announce(visitor, bytes, 'de-novo.jpg')).toMatchObject({ state: 'stored', missing: [] })
    expect(await announce(other, bytes)).toMatchObject({ state: 'receiving', missing: [1] })
    const body = { sha256: computeSha256(bytes), size: bytes.length, mime_type: 'image/jpeg', filename: 'praia.jpg' }
    expect((await staff.call(createFile, { body })).data).toMatchObject({ state: 'receiving', missing: [1] })
    for (const stranger of [other, await test.client(), staff])
      expect((await uploadFilePart(stranger, id, 1, bytes, tenant.agentId)).statusCode).toBe(404)
    expect(
      await other.refused(sendWebchatMessage, {
        params: { agentId: tenant.agentId },
        body: { content: '', file_id: id, as: 'image' },
        headers: { 'idempotency-key': uuid() },
      }),
    ).toMatchObject({ status: 404 })
  })

  it('goes on after a reload where it was cut off: announced again, only what is missing is asked for', async () => {
    const visitor = await visit()
    const bytes = photo(3, 2 * FILE_PART_LIMITS_BYTES.max)
    const first = await announce(visitor, bytes)
    await uploadFilePart(visitor, first.id, 1, bytes, tenant.agentId)
    expect(await announce(visitor, bytes)).toMatchObject({ id: first.id, missing: [2] })
  })

  it('MEDIA-04 is judged by its content, with words that say nothing of WhatsApp', async () => {
    const visitor = await visit()
    const program = Buffer.from('MZ\x90\0\x03\0\0\0', 'latin1')
    const { id } = await announce(visitor, program, 'jogo.exe')
    const { body } = await uploadFilePart(visitor, id, 1, program, tenant.agentId)
    expect(JSON.parse(body)).toMatchObject({
      data: {
        state: 'refused',
        reason: 'Esta conversa não leva arquivos .exe. Envie PDF, Office, foto, vídeo MP4 ou áudio.',
      },
    })
  })

  it('is of 16 MB at most, and a photo of 5', async () => {
    const visitor = await visit()
    const words = 'Este arquivo tem 16,1 MB; o limite é 16 MB.'
    expect(await announceRefusedFileAsVisitor(visitor, tenant.agentId, Buffer.alloc(16 * MB + 1), 'a.pdf')).toMatchObject({
      status: 400,
      fieldErrors: { file: words },
    })
  })

  it('is one of ten in an hour, and of 60 MB in a day; the answer says when there is room again', async () => {
    const many = await visit()
    for (let n = 0; n < 10; n++) await announce(many, photo(10 + n))
    expect(await announce(many, photo(10))).toMatchObject({ state: 'receiving' })
    const late = await announceRefusedFileAsVisitor(many, tenant.agentId, photo(30), 'mais.jpg')
    expect(late).toMatchObject({ status: 429, code: 'RATE_LIMIT_EXCEEDED' })
    const large = await visit()
    for (let n = 0; n < 4; n++) await announce(large, Buffer.alloc(15 * MB, n), 'a.pdf')
    expect(await announceRefusedFileAsVisitor(large, tenant.agentId, photo(31), 'mais.jpg')).toMatchObject({ status: 429 })
    await test.deps.db.system((tx) => tx.db.execute(sql`UPDATE files SET created_at = created_at - interval '61 minutes'`))
    expect(await announce(many, photo(30), 'mais.jpg')).toMatchObject({ state: 'receiving' })
    expect(await announceRefusedFileAsVisitor(large, tenant.agentId, photo(31), 'mais.jpg')).toMatchObject({ status: 429 })
    await test.deps.db.system((tx) => tx.db.execute(sql`UPDATE files SET created_at = created_at - interval '1 day'`))
    expect(await announce(large, photo(31), 'mais.jpg')).toMatchObject({ state: 'receiving' })
  })

  it('MEDIA-25 goes with its lead, also one that it has not sent yet', async () => {
    const visitor = await visit()
    const sent = photo(40)
    const file_id = await upload(visitor, sent)
    const { message_id } = (await says(visitor, { content: '', file_id, as: 'image' })).data.message
    const unsent = photo(41)
    await upload(visitor, unsent, 'rascunho.jpg')
    const admin = await test.client(tenant.admin.phone)
    await admin.call(eraseLead, { params: { id: (await getConversationIdsOfMessage(test, message_id)).leadId } })
    const left = await test.deps.db.system((tx) =>
      tx.db.execute(sql`SELECT FROM files WHERE sha256 IN (${computeSha256(sent)}, ${computeSha256(unsent)})`),
    )
    expect(left.rows).toEqual([])
  })

  it('MEDIA-25 so do the parts of one that it was still sending', async () => {
    const visitor = await visit()
    const { message_id } = (await says(visitor, { content: 'Oi' })).data.message
    const bytes = photo(42, 2 * FILE_PART_LIMITS_BYTES.max)
    const { id } = await announce(visitor, bytes)
    expect((await uploadFilePart(visitor, id, 1, bytes, tenant.agentId)).statusCode).toBe(200)
    const size = () => test.deps.fileStore.getSize(tenant.tenantId, `incoming/${id}/1`)
    expect(await size()).toBe(FILE_PART_LIMITS_BYTES.max)
    const admin = await test.client(tenant.admin.phone)
    await admin.call(eraseLead, { params: { id: (await getConversationIdsOfMessage(test, message_id)).leadId } })
    await waitUntil(size, (left) => left === null)
  })
})
