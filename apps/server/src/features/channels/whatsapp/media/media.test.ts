import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getConversation, listConversations } from '@prosa/contract/calls/conversations/conversations'
import type { Message } from '@prosa/contract/entities/conversations/message'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MetaDouble } from '../../../../testing/doubles/meta/meta-double.ts'
import { buildMessageWebhook } from '../../../../testing/doubles/meta-webhooks/meta-webhook-payloads.ts'
import { createAacWithEmptyFrame, createMp4WithSampleCount } from '../../../../testing/files/hostile-files.ts'
import type { Client } from '../../../../testing/harness/client.ts'
import type { TestApp } from '../../../../testing/harness/test-app.ts'
import { openTestSocket } from '../../../../testing/harness/test-socket.ts'
import { waitUntil } from '../../../../testing/harness/wait-until.ts'
import { createTenant, type TestTenant } from '../../../../testing/worlds/factories.ts'
import { deliverTestWebhook, linkTestNumber, startTestAppWithMeta } from '../../../../testing/worlds/whatsapp/meta-test-app.ts'

let test: TestApp
let meta: MetaDouble
let dataDir: string
let close: () => Promise<void>
let tenant: TestTenant
let staff: Client
let number: string

beforeAll(async () => {
  const started = await startTestAppWithMeta()
  ;({ test, meta, dataDir, close } = started)
  tenant = await createTenant(test)
  staff = await test.client(tenant.staff.phone)
  number = (await linkTestNumber(test, meta, tenant)).phoneNumberId
  await test.deps.db.system((tx) => tx.db.execute(sql`UPDATE agents SET active = false WHERE id = ${tenant.agentId}`))
})
afterAll(() => close())

let counter = 0
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes)

interface FileOptions {
  kind?: string
  mimeType?: string
  bytes?: Buffer
  filename?: string
  /** Checksum in the webhook. */
  sha256?: string
  said?: { sha256?: string; size?: number; url?: string }
  redirectTo?: string
  failures?: number
  /** Number of times for which its URL is expired. */
  expired?: number
  /** When the lead sent it. */
  at?: number
  /** URL in the webhook; true for the real one. */
  url?: string | true
}

/** Delivers a file from a lead, and returns its message and conversation. */
async function sendFile(options: FileOptions) {
  const {
    kind = 'image',
    mimeType = 'image/jpeg',
    bytes = Buffer.from(`bytes ${++counter}`),
    filename,
    said,
    redirectTo,
    failures,
    expired,
    at,
    url,
  } = options
  const id = `27548594414981${++counter}`
  const phone = `5541${String(900_000_000 + counter)}`
  meta.files.set(id, {
    bytes,
    mimeType,
    ...(said ? { said } : {}),
    ...(redirectTo ? { redirectTo } : {}),
    ...(failures ? { failures } : {}),
    ...(expired ? { expired } : {}),
    ...(at ? { at } : {}),
  })
  const body = {
    type: kind,
    [kind]: {
      id,
      mime_type: mimeType,
      sha256: options.sha256 ?? sha256(bytes).digest('base64'),
      ...(filename ? { filename } : {}),
      ...(url ? { url: url === true ? meta.url.replace('/v26.0', `/files/${id}`) : url } : {}),
    },
  }
  await deliverTestWebhook(test, buildMessageWebhook(number, { phone }, `wamid.FILE${counter}`, body))
  const place = await waitUntil(async () =>
    (await staff.call(listConversations, { params: { agentId: tenant.agentId }, query: { phone } })).data.conversations.at(0),
  )
  const params = { leadId: place?.lead_id ?? '', conversationId: place?._id ?? '' }
  const message = async () => (await staff.call(getConversation, { params })).data.history[0] as Message
  return { id, bytes, params, message }
}

const stateOf = async (messageId: string) => {
  const { rows } = await test.deps.db.system((tx) =>
    tx.db.execute(sql`SELECT state, reason FROM media WHERE message_id = ${messageId}`),
  )
  return rows[0] as { state: string; reason: string | null } | undefined
}
/** Delivers a file and waits until it is stored; returns its message and URL. */
async function stored(options: FileOptions) {
  const sent = await sendFile(options)
  const message = await waitUntil(sent.message, (found) => !!found.attachment?.url)
  return { ...sent, message, url: message.attachment?.url ?? '' }
}
async function refused(options: FileOptions) {
  const sent = await sendFile(options)
  const { message_id: id } = await sent.message()
  const state = await waitUntil(
    () => stateOf(id),
    (found) => found?.state === 'refused',
  )
  const { attachment } = await sent.message()
  expect([attachment?.state, attachment?.reason, attachment?.url]).toEqual(['refused', state?.reason, undefined])
  // The bytes are deleted after the transaction that marks the file as refused.
  await waitUntil(() => !existsSync(join(dataDir, 'media', tenant.tenantId, 'incoming', id)))
  return state?.reason
}
const get = (url: string, headers: Record<string, string> = {}, client = staff) => client.raw({ method: 'GET', url, headers })

describe('a file of a lead', () => {
  it('PROV-04 is fetched at once, checked, kept, and told to who has the conversation open', async () => {
    const socket = await openTestSocket(await test.listen(), staff)
    await socket.send('join_user_room', { userId: tenant.staff.id, tenantId: tenant.tenantId })
    const sent = await sendFile({ bytes: Buffer.from('uma foto'), failures: 1 })
    await socket.send('join_conversation', { leadId: sent.params.leadId, userId: 'x', tenantId: 'x' })
    const told = await socket.hear('lead', ({ message }) => !!message.attachment?.url)
    socket.close()
    expect(told.message).toMatchObject({ type: 'image', attachment: { mime_type: 'image/jpeg', size: 8, state: 'stored' } })
    const kept = readFileSync(join(dataDir, 'media', tenant.tenantId, sha256(sent.bytes).digest('hex')))
    expect(kept.toString()).toBe('uma foto')
    await waitUntil(() => readdirSync(join(dataDir, 'media', tenant.tenantId, 'incoming')).length === 0)
  })

  it('takes the checksum in hex as well as in base64', async () => {
    const bytes = Buffer.from('hex')
    const { message } = await stored({ bytes, sha256: sha256(bytes).digest('hex') })
    expect(message.attachment?.size).toBe(3)
  })

  it.each<[string, FileOptions, RegExp]>([
    ['is not what the webhook promised', { sha256: sha256(Buffer.from('outra')).digest('base64') }, /diferente/],
    ['is not what Meta’s answer promised', { said: { sha256: 'f'.repeat(64) } }, /diferente/],
    ['says that it is too large', { said: { size: 5 * 1024 * 1024 + 1 } }, /maior/],
    ['is too large though it says otherwise', { bytes: Buffer.alloc(5 * 1024 * 1024 + 1), said: { size: 10 } }, /maior/],
    ['lies on a foreign host', { said: { url: 'https://evil.example/file' } }, /não é da Meta/],
    ['lies on this machine under another port', { said: { url: 'http://127.0.0.1:9/file' } }, /não é da Meta/],
    ['lies on a host that only looks like Meta’s', { said: { url: 'https://fbsbx.com.evil.example/x' } }, /não é da Meta/],
    ['has no bytes', { bytes: Buffer.alloc(0) }, /está vazio/],
    [
      'takes all memory to read',
      { kind: 'video', mimeType: 'video/mp4', bytes: createMp4WithSampleCount() },
      /Não foi possível ler este arquivo/,
    ],
    [
      'is read without end',
      { kind: 'audio', mimeType: 'audio/aac', bytes: createAacWithEmptyFrame() },
      /Não foi possível ler este arquivo/,
    ],
    ['leads elsewhere', { redirectTo: 'https://evil.example/file' }, /não é da Meta/],
  ])('PROV-04 that %s is refused, and the message stays', async (_why, options, reason) => {
    expect(await refused(options)).toMatch(reason)
  })

  it.each<[string, FileOptions, { fetched: number; described: number }]>([
    ['is fetched where the webhook says, without asking', { url: true }, { fetched: 1, described: 0 }],
    ['is asked for once more where that leads nowhere', { url: true, expired: 1 }, { fetched: 2, described: 1 }],
    ['is asked for where the webhook names a foreign host', { url: 'https://evil.example/x' }, { fetched: 1, described: 1 }],
    ['is asked for where the webhook says nothing, and once more', { expired: 1 }, { fetched: 2, described: 2 }],
  ])('WIRE-24 %s', async (_what, options, times) => {
    const { id, message, bytes } = await stored(options)
    expect(message.attachment).toMatchObject({ size: bytes.length, mime_type: 'image/jpeg' })
    const count = (ids: readonly string[]) => ids.filter((one) => one === id).length
    expect({ fetched: count(meta.fetched), described: count(meta.described) }).toEqual(times)
  })

  it('that Meta no longer has, after seven days, is given up', async () => {
    const weekAgo = () => Date.now() - 7 * 86_400_000
    expect(await refused({ failures: 1, at: weekAgo() })).toMatch(/não tem mais/)
  })
})

describe('serving a file', () => {
  it('PROV-04 goes to who is signed in to its tenant, and to nobody else', async () => {
    const { url, bytes } = await stored({})
    const answer = await get(url)
    expect(answer).toMatchObject({ statusCode: 200, body: bytes.toString() })
    const operator = await test.client(tenant.operator.phone)
    expect((await get(url, {}, operator)).statusCode).toBe(200)
    expect((await get(url, {}, await test.client())).statusCode).toBe(401)
    const intruder = await test.client((await createTenant(test)).staff.phone)
    const foreign = await get(url, {}, intruder)
    const unknown = await get('/api/media/0192f0c0-0000-7000-8000-000000000000', {}, intruder)
    const shape = (answered: typeof foreign) => ({
      ...(JSON.parse(answered.body) as object),
      statusCode: answered.statusCode,
      timestamp: '',
    })
    expect(shape(foreign)).toEqual(shape(unknown))
    expect(foreign.statusCode).toBe(404)
    expect((await get('/api/media/..%2f..%2fsession-secret')).statusCode).toBe(404)
  })

  it('MEDIA-23 answers parts, so that sound can be sought in', async () => {
    const { url } = await stored({ kind: 'audio', mimeType: 'audio/ogg; codecs=opus', bytes: Buffer.from('0123456789') })
    expect(await get(url, { range: 'bytes=2-5' })).toMatchObject({
      statusCode: 206,
      body: '2345',
      headers: { 'content-range': 'bytes 2-5/10', 'content-type': 'audio/ogg', 'accept-ranges': 'bytes' },
    })
    expect(await get(url, { range: 'bytes=50-60' })).toMatchObject({
      statusCode: 416,
      headers: { 'content-range': 'bytes */10' },
    })
    expect(await get(url, { range: 'bytes=-3' })).toMatchObject({ statusCode: 206, body: '789' })
    expect(await get(url, { range: 'lines=1-2' })).toMatchObject({ statusCode: 200, body: '0123456789' })
    expect(await staff.raw({ method: 'HEAD', url })).toMatchObject({
      statusCode: 200,
      body: '',
      headers: { 'content-length': '10' },
    })
  })

  it('cannot do anything in a browser, whatever it is', async () => {
    const { url } = await stored({
      kind: 'document',
      mimeType: 'text/html',
      filename: 'pági"na.html',
      bytes: Buffer.from('<script>alert(1)</script>'),
    })
    const { headers } = await get(url)
    expect(headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': "attachment; filename*=UTF-8''p%C3%A1gi%22na.html",
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'no-store',
    })
  })
})
