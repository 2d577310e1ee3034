import { readFileSync } from 'node:fs'
import { allCalls } from '@prosa/contract/calls/all'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../testing/harness/test-app.ts'
import { CALLS_WITH_ERROR_STATUSES } from '../calls/error-statuses.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

it('PROV-01 OpenAPI is made from the contract: every call stands in it, with what it takes and answers', async () => {
  const { body } = await (await test.client()).raw({ method: 'GET', url: '/api/openapi.json' })
  const { paths } = JSON.parse(body) as {
    paths: Record<string, Record<string, { operationId: string; requestBody?: unknown; responses: Record<string, unknown> }>>
  }
  for (const call of allCalls) {
    const operation = paths[`/api${call.path.replace(/:([a-zA-Z]+)/g, '{$1}')}`]?.[call.method.toLowerCase()]
    expect(operation, call.name).toMatchObject({ operationId: call.name, responses: { 200: expect.anything() } })
  }
})

it('OPEN-13 the committed file says what the server says, but for where it is', async () => {
  const { body } = await (await test.client()).raw({ method: 'GET', url: '/api/openapi.json' })
  const committed = readFileSync(new URL('../../../../../../docs/api/openapi.json', import.meta.url), 'utf8')
  const [here, there] = [body, committed].map((text) => JSON.parse(text) as { servers: { url: string }[] })
  expect(here?.servers.map(({ url }) => url)).toEqual([test.deps.publicOrigin])
  expect({ ...here, servers: [] }).toEqual({ ...there, servers: [] })
})

it('OPEN-13 each operation has the refusals that it gives, in the shape of every refusal', async () => {
  const { body } = await (await test.client()).raw({ method: 'GET', url: '/api/openapi.json' })
  const { paths } = JSON.parse(body) as { paths: Record<string, Record<string, { responses: Record<string, object> }>> }
  const { responses } = paths['/api/auth/login']?.['post'] ?? {}
  expect(Object.keys(responses ?? {})).toEqual(['200', '400', '401', '403', '413', '415', '429', '500', '503'])
  expect(responses?.['429']).toMatchObject({
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
  })
  const names = new Set(allCalls.map(({ name }) => name))
  expect(CALLS_WITH_ERROR_STATUSES.filter((name) => !names.has(name))).toEqual([])
})

it('OPEN-14 the file passes the recommended rules, but for addresses of this machine and a fixed word beside an id', async () => {
  const config = await createConfig({
    extends: ['recommended'],
    rules: { 'no-server-example.com': 'off', 'no-ambiguous-paths': 'off' },
  })
  const { body: source } = await (await test.client()).raw({ method: 'GET', url: '/api/openapi.json' })
  const problems = await lintFromString({ source, config })
  expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([])
})

it('the page of the API opens', async () => {
  const { statusCode, body } = await (await test.client()).raw({ method: 'GET', url: '/api/docs/' })
  expect(statusCode).toBe(200)
  expect(body).toContain('swagger-ui')
})
