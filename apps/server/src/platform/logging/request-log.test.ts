import Fastify, { type FastifyBaseLogger, LogController } from 'fastify'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { getRequestId, logRequests } from './request-log.ts'

async function ask(headers: Record<string, string> = {}) {
  const lines: string[] = []
  const http = Fastify({
    loggerInstance: pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) }) as FastifyBaseLogger,
    genReqId: getRequestId,
    logController: new LogController({ disableRequestLogging: true }),
  })
  http.decorateRequest('identity', null)
  logRequests(http, null)
  http.post('/leads/phone/:phone', (request, reply) => {
    request.identity = { tenantId: 't1', userId: 'u1' } as typeof request.identity
    void reply.send({ ok: true })
  })
  const answer = await http.inject({
    method: 'POST',
    url: '/leads/phone/5511987654321?search=Marina&token=abc-secret',
    headers: { cookie: 'prosa_access=secret-cookie', ...headers },
    payload: { content: 'Oi, sou a Marina' },
  })
  await http.close()
  return { id: answer.headers['x-request-id'], logged: lines.join('') }
}

it('a request is logged by its route and its people’s ids: no phone, no search, no token, no text', async () => {
  const { id, logged } = await ask()
  expect(JSON.parse(logged)).toMatchObject({
    reqId: id,
    method: 'POST',
    route: '/leads/phone/:phone',
    status: 200,
    ms: expect.any(Number),
    tenantId: 't1',
    userId: 'u1',
  })
  expect(logged).not.toMatch(/98765|Marina|secret/)
})

it('an id that came along is kept; one that is no id is replaced', async () => {
  expect((await ask({ 'x-request-id': 'edge-0123456789' })).id).toBe('edge-0123456789')
  for (const wrong of ['short', 'x'.repeat(65), 'with space and "quote"']) {
    const { id, logged } = await ask({ 'x-request-id': wrong })
    expect(id).toMatch(/^[0-9a-f-]{36}$/)
    expect(logged).not.toContain(wrong)
  }
})
