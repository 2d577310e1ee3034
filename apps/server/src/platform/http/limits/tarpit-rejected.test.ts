import Fastify from 'fastify'
import { afterEach, expect, it, vi } from 'vitest'
import { tarpitRejected } from './tarpit-rejected.ts'

const AT_ONCE = 5

afterEach(() => void vi.useRealTimers())

it('an address that is refused again and again waits for its further refusals, and for nothing else, nor does anybody else', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const http = Fastify()
  tarpitRejected(http)
  http.get('/', async () => 'fine')
  http.get('/too-much', async (_request, reply) => reply.code(429).send('no'))
  const asks = async (remoteAddress: string, url: string) => (await http.inject({ url, remoteAddress })).statusCode
  const first = await Promise.all(Array.from({ length: AT_ONCE }, () => asks('192.0.2.1', '/too-much')))
  expect(first).toEqual(Array.from({ length: AT_ONCE }, () => 429))
  const seen = { isAnswered: false }
  const further = asks('192.0.2.1', '/too-much').finally(() => {
    seen.isAnswered = true
  })
  expect(await asks('192.0.2.2', '/too-much')).toBe(429)
  expect(await asks('192.0.2.1', '/')).toBe(200)
  expect(seen.isAnswered).toBe(false)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await further).toBe(429)
})
