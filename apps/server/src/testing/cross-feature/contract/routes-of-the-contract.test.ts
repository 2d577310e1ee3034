import diagnostics from 'node:diagnostics_channel'
import { allCalls } from '@prosa/contract/calls/all'
import type { FastifyInstance } from 'fastify'
import { expect, it } from 'vitest'
import { startTestApp } from '../../harness/test-app.ts'

/** Routes outside the contract, with the reason. */
const ROUTES_OUTSIDE_CONTRACT: Readonly<Record<string, string>> = {
  'GET /healthz': 'asked by machines',
  'GET /readyz': 'asked by balancers',
  'GET /metrics': 'read by Prometheus, with a token of its own',
  'GET /webhooks/whatsapp': 'Meta’s handshake',
  'POST /webhooks/whatsapp': 'Meta’s format, signed by Meta',
  'GET /webhooks/whatsapp/:key': 'the same for a tenant’s own app',
  'POST /webhooks/whatsapp/:key': 'the same for a tenant’s own app',
  'GET /api/openapi.json': 'the contract itself',
  'GET /api/webchat/:agentId/events': 'a stream of events, which the contract describes beside its calls',
}
const DOCS_ROUTE = /^GET \/api\/docs(\/|$)/

it('every route is a call of the contract, or stands here with its reason', async () => {
  const routes: string[] = []
  const follow = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onRoute', ({ method, url }) => {
      for (const one of [method].flat()) routes.push(`${one} ${url}`)
    })
  }
  diagnostics.subscribe('fastify.initialization', follow)
  const test = await startTestApp({
    METRICS_TOKEN: 'a-token-for-prometheus',
    WHATSAPP_APP_SECRET: 'a-secret-of-the-app',
    WHATSAPP_VERIFY_TOKEN: 'a-word-to-verify',
  })
  diagnostics.unsubscribe('fastify.initialization', follow)
  await test.close()
  const calls = new Set(allCalls.map(({ method, path }) => `${method} /api${path}`))
  const others = routes.filter((route) => !/^(HEAD|OPTIONS) /.test(route) && !DOCS_ROUTE.test(route) && !calls.has(route))
  expect(others.toSorted()).toEqual(Object.keys(ROUTES_OUTSIDE_CONTRACT).toSorted())
  expect([...calls].filter((call) => !routes.includes(call))).toEqual([])
})
