import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { allCalls } from '@prosa/contract/calls/all'
import { createFile } from '@prosa/contract/calls/conversations/files'
import { openWebchat } from '@prosa/contract/calls/webchat/webchat'
import { FILE_PART_LIMITS_BYTES } from '@prosa/contract/entities/files/file'
import { getCallAccess } from '@prosa/contract/rules/organisation/access-rules'
import Fastify from 'fastify'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { announceFileAsVisitor, computeSha256, createJpegFile } from '../../../testing/files/upload-file.ts'
import type { Client } from '../../../testing/harness/client.ts'
import { startTestApp, type TestApp } from '../../../testing/harness/test-app.ts'
import { createTenant, type TestTenant } from '../../../testing/worlds/factories.ts'
import { limitBodyBytes } from './body-limits.ts'
import { closeUnfinishedBodies } from './close-unfinished-bodies.ts'

let test: TestApp
let tenant: TestTenant
let staff: Client
let port: number
beforeAll(async () => {
  test = await startTestApp({ WHATSAPP_APP_SECRET: 'a-secret-of-the-app', WHATSAPP_VERIFY_TOKEN: 'a-word-to-verify' })
  tenant = await createTenant(test)
  staff = await test.client(tenant.staff.phone)
  port = Number(new URL(await test.listen()).port)
})
afterAll(() => test.close())

interface Unfinished {
  method: string
  path: string
  length?: number
  type?: string
  headers?: Record<string, string>
  /** The part of the body that is sent; the rest never follows. */
  sent?: Uint8Array
}

const open: Socket[] = []
afterAll(() => open.forEach((socket) => socket.destroy()))

/** Sends a request whose body never ends. @returns its socket and the response received so far */
async function begin({ method, path, length = 1_000, type = 'application/json', headers = {}, sent }: Unfinished, at = port) {
  const socket = connect(at, '127.0.0.1')
  open.push(socket)
  const seen = { socket, answer: '' }
  socket.on('data', (chunk: Buffer) => {
    seen.answer += chunk.toString()
  })
  socket.on('error', () => {})
  await once(socket, 'connect')
  const more = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(
    `${method} ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n${more.join('')}\r\n`,
  )
  if (sent) socket.write(sent)
  return seen
}

/** Returns the status with which an unfinished request is answered, or 0 if there is no response in time. */
async function statusOf(request: Unfinished, at?: number): Promise<number> {
  const seen = await begin(request, at)
  for (let tries = 0; tries < 200 && !seen.answer.includes('\r\n\r\n'); tries++) await wait(10)
  return Number(/^HTTP\/1\.1 (\d+)/.exec(seen.answer)?.[1] ?? 0)
}

const OCTETS = 'application/octet-stream'
const cookieOf = (client: Client) => ({ cookie: [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ') })
const signedIn = () => ({ ...cookieOf(staff), 'x-request-time': new Date().toISOString() })
const somewhere = (path: string) => `/api${path.replace(/:n\b/g, '1').replace(/:[A-Za-z]+/g, () => uuid())}`

describe('a request whose body has not come is answered first', () => {
  const withSession = allCalls.filter((call) => call.method !== 'GET' && getCallAccess(call).kind !== 'public')

  it('with 401, for every call that needs a session', async () => {
    const answers = await Promise.all(
      withSession.map(async (call) => {
        const type = call.name === 'putFilePart' ? OCTETS : 'application/json'
        return { name: call.name, status: await statusOf({ method: call.method, path: somewhere(call.path), type }) }
      }),
    )
    expect(answers).toEqual(withSession.map(({ name }) => ({ name, status: 401 })))
  })

  it('MEDIA-02 with 404 where the part is of no file of the sender, whoever that is', async () => {
    const path = `/api/webchat/${tenant.agentId}/files/${uuid()}/parts/1`
    const part = { method: 'PUT', type: OCTETS, length: FILE_PART_LIMITS_BYTES.max }
    const visitor = await test.client()
    await visitor.call(openWebchat, { params: { agentId: tenant.agentId } })
    const owner = await test.client()
    await owner.call(openWebchat, { params: { agentId: tenant.agentId } })
    const { id } = await announceFileAsVisitor(owner, tenant.agentId, createJpegFile(2_000), 'praia.jpg')
    const another = `/api/webchat/${tenant.agentId}/files/${id}/parts/1`
    expect(
      await Promise.all([
        statusOf({ ...part, path }),
        statusOf({ ...part, path, headers: cookieOf(visitor) }),
        statusOf({ ...part, path: another, headers: cookieOf(visitor) }),
        statusOf({ ...part, path: `/api/files/${uuid()}/parts/1`, headers: signedIn() }),
      ]),
    ).toEqual([404, 404, 404, 404])
  })

  it('with 400 where the part has another size, and with 415 where it is no bytes', async () => {
    const bytes = createJpegFile(2_000, 7)
    const body = { sha256: computeSha256(bytes), size: bytes.length, mime_type: 'image/jpeg', filename: 'a.jpg' }
    const { id } = (await staff.call(createFile, { body })).data
    const part = { method: 'PUT', path: `/api/files/${id}/parts/1`, type: OCTETS, headers: signedIn() }
    expect(await statusOf({ ...part, length: 3_000 })).toBe(400)
    expect(await statusOf({ ...part, length: 2_000, type: 'application/json' })).toBe(415)
    const chunked = await staff.raw({
      method: 'PUT',
      url: part.path,
      headers: { 'content-type': OCTETS, 'transfer-encoding': 'chunked' },
      payload: Buffer.alloc(2_001),
    })
    expect(chunked.statusCode).toBe(400)
    const { state, missing } = (await staff.call(createFile, { body })).data
    expect({ state, missing }).toEqual({ state: 'receiving', missing: [1] })
  })

  it('with 413 where it is more than the call accepts: little from strangers, less where nothing belongs', async () => {
    const message = `/api/webchat/${tenant.agentId}/messages`
    const tooMuch = [
      { method: 'POST', path: '/api/auth/login', length: 9_000 },
      { method: 'POST', path: '/api/auth/refresh', length: 2_000 },
      { method: 'POST', path: message, length: 40_000 },
    ]
    expect(await Promise.all(tooMuch.map((request) => statusOf(request)))).toEqual([413, 413, 413])
  })

  it('with 403 where nobody can have signed a webhook', async () => {
    const webhook = { method: 'POST', path: '/webhooks/whatsapp', length: 3_000_000 }
    expect(await statusOf(webhook)).toBe(403)
    expect(await statusOf({ ...webhook, headers: { 'x-hub-signature-256': 'sha256=abc' } })).toBe(403)
    expect(await statusOf({ ...webhook, path: '/webhooks/whatsapp/nobody' })).toBe(404)
  })
})

/** Starts a server with limits of 10 kB per sender and 25 kB in total, whose senders are identified by X-Forwarded-For. */
async function withCeilings(answer: () => Promise<string> = async () => 'ok') {
  const http = Fastify({ trustProxy: true, bodyLimit: 100_000 })
  http.decorateRequest('identity', null)
  limitBodyBytes(http, { streamed: { perSender: 0, total: 0 }, buffered: { perSender: 10_000, total: 25_000 } })
  closeUnfinishedBodies(http, 200)
  http.setErrorHandler((error: { statusCode?: number }, _request, reply) => reply.code(error.statusCode ?? 500).send('no'))
  http.post('/', answer)
  const at = Number(new URL(await http.listen({ host: '127.0.0.1', port: 0 })).port)
  const from = (address: string, length: number) => ({
    method: 'POST',
    path: '/',
    length,
    headers: { 'x-forwarded-for': address },
  })
  return { http, at, from }
}

describe('bodies under way', () => {
  it('are limited for each sender, and a finished one makes room', async () => {
    const { http, at, from } = await withCeilings()
    const first = await begin(from('10.0.0.1', 8_000), at)
    await wait(50)
    expect(await statusOf(from('10.0.0.1', 3_000), at)).toBe(429)
    // An IPv6 /64 network is one sender.
    await begin(from('2001:db8::1', 8_000), at)
    await wait(50)
    expect(await statusOf(from('2001:db8::2', 3_000), at)).toBe(429)
    first.socket.write(`"${'a'.repeat(7_998)}"`)
    for (let tries = 0; tries < 100 && !first.answer; tries++) await wait(10)
    const again = await begin(from('10.0.0.1', 3_000), at)
    again.socket.write(`"${'a'.repeat(2_998)}"`)
    for (let tries = 0; tries < 100 && !again.answer; tries++) await wait(10)
    expect([first.answer, again.answer].map((answer) => answer.slice(9, 12))).toEqual(['200', '200'])
    http.server.closeAllConnections()
    await http.close()
  })

  it('count until they have arrived, also while their request is still worked on', async () => {
    const answers = [Promise.withResolvers<string>(), Promise.withResolvers<string>()]
    let asked = 0
    const { http } = await withCeilings(() => answers[asked++]?.promise ?? Promise.resolve('ok'))
    const send = () =>
      http.inject({
        method: 'POST',
        url: '/',
        payload: JSON.stringify('a'.repeat(7_998)),
        headers: { 'content-type': 'application/json' },
      })
    const first = send()
    await wait(50)
    const second = send()
    for (const { resolve } of answers) resolve('ok')
    expect([(await first).statusCode, (await second).statusCode, (await send()).statusCode]).toEqual([200, 200, 200])
    await http.close()
  })

  it('of all together are limited at the cost of who has most, never of who comes next', async () => {
    const { http, at, from } = await withCeilings()
    const greedy = []
    for (const length of [3_000, 3_000, 3_000]) greedy.push(await begin(from('10.0.0.1', length), at))
    const other = await begin(from('10.0.0.2', 8_000), at)
    const third = await begin(from('10.0.0.3', 7_000), at)
    await wait(100)
    const newcomer = await begin(from('10.0.0.4', 3_000), at)
    await wait(100)
    const isOpen = [...greedy, other, third, newcomer].map(({ socket }) => !socket.destroyed)
    expect(isOpen).toEqual([false, true, true, true, true, true])
    http.server.closeAllConnections()
    await http.close()
  })

  it('are discarded once they are refused, and the connection ends when they do not come', async () => {
    const { http, at, from } = await withCeilings()
    const refused = await begin(from('10.0.0.1', 20_000), at)
    await wait(100)
    expect(refused.answer).toMatch(/^HTTP\/1\.1 429/)
    expect(refused.socket.destroyed).toBe(false)
    await once(refused.socket, 'close')
    const sent = await begin({ ...from('10.0.0.2', 20_000), sent: Buffer.alloc(20_000) }, at)
    await wait(400)
    expect(sent.answer).toMatch(/^HTTP\/1\.1 429/)
    expect(sent.socket.destroyed).toBe(false)
    await http.close()
  })
})
