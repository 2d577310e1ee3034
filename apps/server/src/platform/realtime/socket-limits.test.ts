import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { websocketToken } from '@prosa/contract/calls/accounts/auth'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Client } from '../../testing/harness/client.ts'
import { startTestApp, type TestApp } from '../../testing/harness/test-app.ts'
import { connectPlainSocket } from '../../testing/harness/test-socket.ts'
import { waitUntil } from '../../testing/harness/wait-until.ts'
import { createTenant, type TestTenant } from '../../testing/worlds/factories.ts'
import { SOCKET_CONNECT_TIMEOUT_MS } from '../http/timeouts.ts'
import { MAX_PACKETS_BEFORE_AUTHENTICATION, MAX_PACKETS_PER_MINUTE } from './packet-limit.ts'
import { createSocketCounter, SOCKET_LIMITS } from './socket-limits.ts'

let test: TestApp
let tenant: TestTenant
let origin: string
beforeAll(async () => {
  test = await startTestApp()
  tenant = await createTenant(test)
  origin = await test.listen()
})
afterAll(() => test.close())

const ticketOf = async (client: Client) => (await client.call(websocketToken)).data.token
/** Opens `count` sockets of one session. @returns those that were accepted */
const openMany = async (client: Client, count: number) => {
  const tickets = await Promise.all(Array.from({ length: count }, () => ticketOf(client)))
  const opened = await Promise.allSettled(tickets.map((ticket) => connectPlainSocket(origin, ticket)))
  const refused = opened.flatMap((one) => (one.status === 'rejected' ? [String(one.reason.data?.code)] : []))
  return { sockets: opened.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])), refused: new Set(refused) }
}

it('a session has a number of sockets and a person another, and one that ends makes room', () => {
  const counts = createSocketCounter({ perSession: 2, perUser: 3 })
  const who = (sessionId: string, userId = 'ana', tenantId = 'one') => ({ tenantId, userId, sessionId })
  const first = counts.open(who('a'))
  expect(first && counts.open(who('a'))).toBeTruthy()
  expect(counts.open(who('a'))).toBeNull()
  expect(counts.open(who('b'))).toBeTruthy()
  expect(counts.open(who('b'))).toBeNull()
  for (const other of [who('a', 'bia'), who('a', 'ana', 'two')]) expect(counts.open(other)).toBeTruthy()
  first?.()
  expect(counts.open(who('a'))).toBeTruthy()
})

it('of sockets that one session opens at once, as many as it may have stand, and the others are told why not', async () => {
  const staff = await test.client(tenant.staff.phone)
  const { sockets, refused } = await openMany(staff, SOCKET_LIMITS.perSession + 5)
  expect([sockets.length, refused]).toEqual([SOCKET_LIMITS.perSession, new Set(['RATE_LIMIT_EXCEEDED'])])
  sockets.pop()?.close()
  await waitUntil(async () => {
    const more = await openMany(staff, 1)
    sockets.push(...more.sockets)
    return more.sockets.length > 0
  })
  for (const socket of sockets) socket.close()
})

/** Opens a connection without a Socket.IO client. @returns the connection and the packets received so far */
async function speak() {
  const line = new WebSocket(`${origin.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`)
  const came: string[] = []
  const closed = once(line, 'close')
  line.addEventListener('message', ({ data }: { data: unknown }) => {
    came.push(String(data))
    // Answers pings, so that the connection is alive but sends no data.
    if (data === '2') line.send('3')
  })
  await once(line, 'open')
  return { line, came, closed }
}

it('a socket that leaves its namespace ends: it would say no longer who it is', async () => {
  const staff = await test.client(tenant.staff.phone)
  const { line, came, closed } = await speak()
  line.send(`40${JSON.stringify({ token: await ticketOf(staff) })}`)
  await waitUntil(async () => came.some((packet) => packet.startsWith('40')))
  line.send('41')
  await closed
  expect(line.readyState).toBe(WebSocket.CLOSED)
})

it.each([
  ['events that are refused', '42["typing_stop",{}]'],
  ['events that nobody knows', '42["none"]'],
  ['signs of life', '3'],
])('a person who sends %s without end is cut off, by another connection too, and nobody else', async (_what, packet) => {
  const { staff: person } = await createTenant(test)
  const [flooding, quiet] = [await test.client(person.phone), await test.client(tenant.staff.phone)]
  const connect = async (client: Client) => {
    const spoken = await speak()
    spoken.line.send(`40${JSON.stringify({ token: await ticketOf(client) })}`)
    await waitUntil(async () => spoken.came.some((came) => came.startsWith('40')))
    return spoken
  }
  const [other, first] = [await connect(quiet), await connect(flooding)]
  for (let n = 0; n <= MAX_PACKETS_PER_MINUTE; n++) first.line.send(packet)
  await first.closed
  const second = await connect(flooding)
  second.line.send(packet)
  await second.closed
  other.line.send(packet)
  await wait(100)
  expect(other.line.readyState).toBe(WebSocket.OPEN)
  other.line.close()
})

/** Opens a WebSocket that never sends a frame, not even the response to a close frame. */
async function openWithoutWebSocketClient() {
  const { hostname, port } = new URL(origin)
  const connection = connect(Number(port), hostname).resume()
  const closed = once(connection, 'close')
  const headers = {
    Connection: 'Upgrade',
    Upgrade: 'websocket',
    'Sec-WebSocket-Version': '13',
    'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
  }
  const lines = Object.entries({ Host: `${hostname}:${port}`, ...headers }).map(([name, value]) => `${name}: ${value}`)
  connection.write(`${['GET /socket.io/?EIO=4&transport=websocket HTTP/1.1', ...lines].join('\r\n')}\r\n\r\n`)
  await once(connection, 'data')
  return { closed }
}

it('a connection that goes on sending packets before it has authenticated is closed', async () => {
  const { line, came, closed } = await speak()
  for (let n = 0; n < 100; n++) line.send('40{"token":"none"}')
  await closed
  expect(came.filter((packet) => packet.startsWith('44')).length).toBeLessThanOrEqual(MAX_PACKETS_BEFORE_AUTHENTICATION)
})

it('a socket that does not say who it is, or is refused, ends @wide', async () => {
  const began = performance.now()
  const [silent, refused, elsewhere] = [await speak(), await speak(), await speak()]
  const unresponsive = await openWithoutWebSocketClient()
  refused.line.send('40{"token":"none"}')
  elsewhere.line.send('40/admin,{"token":"none"}')
  await Promise.all([silent.closed, refused.closed, elsewhere.closed, unresponsive.closed])
  expect(performance.now() - began).toBeLessThan(SOCKET_CONNECT_TIMEOUT_MS + 3_000)
}, 20_000)

it('sockets that another site’s page tries to open do not count for the address of its visitor', async () => {
  const headers = { origin: 'https://evil.test' }
  const shake = async () => (await fetch(`${origin}/socket.io/?EIO=4&transport=polling`, { headers })).status
  const statuses = await Promise.all(Array.from({ length: 320 }, shake))
  expect(new Set(statuses)).toEqual(new Set([403]))
  const { sockets } = await openMany(await test.client(tenant.staff.phone), 1)
  expect(sockets).toHaveLength(1)
  sockets[0]?.close()
})
