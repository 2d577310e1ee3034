import { allCalls } from '@prosa/contract/calls/all'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

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

it('the page of the API opens', async () => {
  const { statusCode, body } = await (await test.client()).raw({ method: 'GET', url: '/api/docs/' })
  expect(statusCode).toBe(200)
  expect(body).toContain('swagger-ui')
})
