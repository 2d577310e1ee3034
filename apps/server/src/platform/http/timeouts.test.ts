import { once } from 'node:events'
import { connect } from 'node:net'
import Fastify from 'fastify'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/harness/test-app.ts'
import { closeSlowRequests, SERVER_TIMEOUTS_MS, SOCKET_CONNECT_TIMEOUT_MS } from './timeouts.ts'

// The server checks its connections every two seconds.
vi.setConfig({ testTimeout: 30_000 })

let test: TestApp
let port: number
beforeEach(async () => {
  test = await startTestApp()
  port = Number(new URL(await test.listen()).port)
})
afterEach(() => test.close())

/** Sends `text` and nothing more. Returns what the server answers until it closes the connection. */
async function saying(text: string, at = port): Promise<string> {
  const line = connect(at, '127.0.0.1')
  let heard = ''
  line.on('data', (chunk: Buffer) => {
    heard += chunk.toString()
  })
  line.on('error', () => {})
  await once(line, 'connect')
  line.write(text)
  await once(line, 'close')
  return heard
}

it('has limits for headers, whole requests and sockets', () => {
  const { headersTimeout, requestTimeout } = test.app.http.server
  expect([headersTimeout, requestTimeout]).toEqual([SERVER_TIMEOUTS_MS.http.headersTimeout, SERVER_TIMEOUTS_MS.requestTimeout])
  expect(SOCKET_CONNECT_TIMEOUT_MS).toBeLessThan(requestTimeout)
})

it.each([
  ['nothing', ''],
  ['half of its headers', 'POST /api/auth/login HTTP/1.1\r\nHost: x\r\n'],
  [
    'half of its body',
    'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 60\r\n\r\n{"phone":',
  ],
])('a connection that says %s is cut off @wide', async (_what, text) => {
  Object.assign(test.app.http.server, { headersTimeout: 300, requestTimeout: 600 })
  expect(await saying(text)).toMatch(/^(HTTP\/1\.1 408|$)/)
})

it('a body that does not come is cut off by its route’s own time, and what has come whole is answered whenever @wide', async () => {
  const http = Fastify()
  closeSlowRequests(http, 60_000)
  let released = () => {}
  const held = new Promise<void>((resolve) => {
    released = resolve
  })
  http.post('/slow', { config: { arrivalTimeoutMs: 50 } }, async () => {
    await held
    return 'whole'
  })
  const at = Number(new URL(await http.listen({ host: '127.0.0.1', port: 0 })).port)
  const headed = (length: number) => `POST /slow HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: ${length}\r\n`
  const whole = saying(`${headed(2)}Connection: close\r\n\r\nab`, at)
  expect(await saying(`${headed(60)}\r\nhalf`, at)).toMatch(/^HTTP\/1\.1 408/)
  released()
  expect(await whole).toContain('whole')
  await http.close()
})
