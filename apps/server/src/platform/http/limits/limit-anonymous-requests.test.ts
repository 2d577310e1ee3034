import { setTimeout as wait } from 'node:timers/promises'
import { listAgents } from '@prosa/contract/calls/agents/agents'
import { allCalls } from '@prosa/contract/calls/all'
import { getCallAccess } from '@prosa/contract/rules/organisation/access-rules'
import Fastify from 'fastify'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Client } from '../../../testing/harness/client.ts'
import { startTestApp, type TestApp } from '../../../testing/harness/test-app.ts'
import { createTenant, type TestTenant } from '../../../testing/worlds/factories.ts'
import { limitAnonymousRequests } from './limit-anonymous-requests.ts'

const POINTS = 40

let test: TestApp
let tenant: TestTenant
let staff: Client
beforeAll(async () => {
  test = await startTestApp({
    ANONYMOUS_CALLS_PER_ADDRESS: String(POINTS),
    WHATSAPP_APP_SECRET: 'a-secret-of-the-app',
    WHATSAPP_VERIFY_TOKEN: 'a-word-to-verify',
    TRUST_PROXY: '1',
  })
  tenant = await createTenant(test)
  staff = await test.client(tenant.staff.phone)
})
afterAll(() => test.close())

const statusFrom = async (address: string, method: string, url: string, headers: Record<string, string> = {}) =>
  (await test.app.http.inject({ method: method as 'GET', url, headers: { 'x-forwarded-for': address, ...headers } })).statusCode

const PATHS = [
  ...allCalls.filter((call) => getCallAccess(call).kind === 'public').map(({ method, path }) => ({ method, url: `/api${path}` })),
  { method: 'GET', url: '/api/openapi.json' },
  { method: 'GET', url: '/api/docs/' },
  { method: 'GET', url: '/api/nothing' },
  { method: 'GET', url: '/api/conversations/agents/:agentId' },
  { method: 'GET', url: '/api/webchat/:agentId/stream' },
].map(({ method, url }) => ({ method, url: url.replace(/:n\b/, '1').replace(/:[A-Za-z]+/g, () => uuid()) }))

it('every call without a session counts for its address, and all kinds together', async () => {
  const mine = '10.1.0.1'
  for (let at = 0; at < POINTS; at++) {
    const { method, url } = PATHS[at % PATHS.length] ?? { method: 'GET', url: '/api/nothing' }
    expect(await statusFrom(mine, method, url), url).not.toBe(429)
  }
  for (const { method, url } of PATHS.slice(0, 4)) expect(await statusFrom(mine, method, url), url).toBe(429)
  // An invalid session does not lift the limit.
  expect(await statusFrom(mine, 'GET', '/api/openapi.json', { cookie: 'prosa_access=forged' })).toBe(429)
  expect(await statusFrom('10.1.0.2', 'GET', '/api/openapi.json')).toBe(200)
})

it('an address is an IPv4 address or a /64 of IPv6', async () => {
  for (let at = 0; at < POINTS; at++) await statusFrom(`2001:db8:0:1::${at.toString(16)}`, 'GET', '/api/nothing')
  expect(await statusFrom('2001:db8:0:1:ffff::1', 'GET', '/api/nothing')).toBe(429)
  expect(await statusFrom('2001:db8:0:2::1', 'GET', '/api/nothing')).toBe(404)
})

it('calls that another site’s page makes in the background do not count for the address of its visitor', async () => {
  const mine = '10.1.0.5'
  const foreign = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }
  for (let at = 0; at <= POINTS; at++) expect(await statusFrom(mine, 'GET', '/api/openapi.json', foreign)).toBe(403)
  expect(await statusFrom(mine, 'GET', '/api/openapi.json', { ...foreign, 'sec-fetch-mode': 'navigate' })).toBe(200)
  expect(await statusFrom(mine, 'GET', '/api/openapi.json', { 'sec-fetch-site': 'same-origin' })).toBe(200)
})

it('who is signed in, health checks and webhooks are answered all the same', async () => {
  const mine = '10.1.0.3'
  for (let at = 0; at <= POINTS; at++) await statusFrom(mine, 'GET', '/api/nothing')
  const cookie = [...staff.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  expect(await statusFrom(mine, 'GET', `/api${listAgents.path}`, { cookie })).toBe(200)
  expect(await statusFrom(mine, 'GET', '/healthz')).toBe(200)
  expect(await statusFrom(mine, 'POST', '/webhooks/whatsapp')).toBe(403)
})

it('of one address, a few are worked on at the same time; others are not kept waiting by them', async () => {
  const http = Fastify({ trustProxy: true })
  http.decorateRequest('identity', null)
  limitAnonymousRequests(http, { anonymousCallsPerAddress: 1_000 })
  let now = 0
  let most = 0
  http.get('/api/slow', async () => {
    most = Math.max(most, ++now)
    await wait(20)
    now--
    return ''
  })
  http.get('/api/other', async () => '')
  const ask = (url: string, address: string) => http.inject({ url, headers: { 'x-forwarded-for': address } })
  const flood = Promise.all(Array.from({ length: 40 }, () => ask('/api/slow', '10.2.0.1')))
  await wait(30)
  const began = performance.now()
  expect((await ask('/api/other', '10.2.0.2')).statusCode).toBe(200)
  expect(performance.now() - began).toBeLessThan(100)
  expect(new Set((await flood).map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  expect(most).toBe(4)
  await http.close()
})

it('OPEN-13 the reference is made once and not sent again to who has it', async () => {
  const client = await test.client()
  const first = await client.raw({ method: 'GET', url: '/api/openapi.json' })
  const etag = String(first.headers['etag'])
  expect(etag).toMatch(/^W\/"[\w-]{43}"$/)
  const began = performance.now()
  const again = await Promise.all(
    Array.from({ length: 20 }, () =>
      client.raw({ method: 'GET', url: '/api/openapi.json', headers: { 'if-none-match': etag, 'x-forwarded-for': '10.1.0.4' } }),
    ),
  )
  expect(new Set(again.map(({ statusCode, body }) => `${statusCode} ${body}`))).toEqual(new Set(['304 ']))
  expect(performance.now() - began).toBeLessThan(1_000)
  for (const url of ['/api/docs/json', '/api/docs/yaml'])
    expect(await client.raw({ method: 'GET', url })).toMatchObject({
      statusCode: 302,
      headers: { location: '/api/openapi.json' },
    })
})
