import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import Fastify from 'fastify'
import { expect, it, vi } from 'vitest'
import { startTestApp } from '../../../testing/harness/test-app.ts'
import { registerErrorHandlers } from '../error-handler.ts'
import { limitUnansweredRequests, MAX_UNANSWERED_REQUESTS } from './limit-unanswered-requests.ts'

const MOST = 3

/** Opens a connection and sends a request for 8 MB, without reading the answer. */
async function askWithoutReading(port: number, address: string): Promise<Socket> {
  const line = connect(port, '127.0.0.1')
  line.on('error', () => {})
  await once(line, 'connect')
  line.pause()
  line.write(`GET /large HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${address}\r\n\r\n`)
  return line
}

it('an address that does not read its answers gets no more of them, until it lets go; others do', async () => {
  const http = Fastify({ trustProxy: true })
  registerErrorHandlers(http)
  limitUnansweredRequests(http, MOST)
  let begun = 0
  http.get('/large', async () => {
    begun += 1
    return Buffer.alloc(8 * 1024 * 1024)
  })
  http.get('/small', async () => 'ok')
  const origin = await http.listen({ host: '127.0.0.1', port: 0 })
  const ask = (address: string) => fetch(`${origin}/small`, { headers: { 'x-forwarded-for': address } })
  const lines = await Promise.all(Array.from({ length: MOST }, () => askWithoutReading(Number(new URL(origin).port), '10.0.0.1')))
  await expect.poll(() => begun).toBe(MOST)
  const refused = await ask('10.0.0.1')
  expect([refused.status, refused.headers.get('retry-after'), refused.headers.get('connection')]).toEqual([429, '2', 'close'])
  expect((await ask('10.0.0.2')).status).toBe(200)
  for (const line of lines) line.destroy()
  await expect.poll(async () => (await ask('10.0.0.1')).status).toBe(200)
  await http.close()
})

it('the server does so', async () => {
  const test = await startTestApp({ ANONYMOUS_CALLS_PER_ADDRESS: '300' })
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  const ping = vi.spyOn(test.deps.db, 'ping').mockReturnValue(answered)
  const waiting = Array.from({ length: MAX_UNANSWERED_REQUESTS }, async () => await test.app.http.inject('/readyz'))
  const health = async () => (await test.app.http.inject('/healthz')).statusCode
  await expect.poll(health, { timeout: 10_000 }).toBe(429)
  answer()
  expect(new Set((await Promise.all(waiting)).map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  expect(await health()).toBe(200)
  // They shared one question to the database.
  expect(ping).toHaveBeenCalledTimes(1)
  ping.mockRestore()
  await test.close()
})
