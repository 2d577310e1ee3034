import { login, logout, me } from '@prosa/contract/calls/accounts/auth'
import { setAttention } from '@prosa/contract/calls/conversations/conversations'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/harness/test-app.ts'
import { createTenant, type TestTenant } from '../../testing/worlds/factories.ts'

let test: TestApp
let tenant: TestTenant

beforeAll(async () => {
  test = await startTestApp({ PUBLIC_URL: 'http://panel.test', CORS_ORIGINS: 'https://other.test' })
  tenant = await createTenant(test)
})
afterAll(() => test.close())

describe('requests of another site', () => {
  it('are refused before they change anything, whatever origin they forge', async () => {
    const client = await test.client(tenant.staff.phone)
    const origins = [
      'https://evil.test',
      'null',
      'http://panel.test.evil.test',
      'https://panel.test',
      'http://sub.panel.test',
      'http://panel.test:8080',
      'http://PANEL.test.',
      'https://other.test.evil',
      'http://other.test',
    ]
    for (const origin of origins) {
      expect(await client.refused(logout, { headers: { origin } })).toMatchObject({ status: 403, code: 'ACCESS_DENIED' })
    }
    const encoded = await client.raw({ method: 'POST', url: '/%61pi/auth/logout', headers: { origin: 'https://evil.test' } })
    expect(encoded.statusCode).toBe(403)
    expect(encoded.headers['cache-control']).toBe('no-store')
    expect(await client.refused(logout, { headers: { 'sec-fetch-site': 'cross-site' } })).toMatchObject({ status: 403 })
    expect(await client.refused(logout, { headers: { 'x-request-time': '' } })).toMatchObject({ status: 403 })
    await client.call(me)
  })

  it('CORS consents to named origins only, with the headers of the contract', async () => {
    const client = await test.client()
    const preflight = (origin: string) =>
      client.raw({
        method: 'OPTIONS',
        url: '/api/auth/login',
        headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'idempotency-key' },
      })
    const allowed = await preflight('https://other.test')
    expect(allowed.headers['access-control-allow-origin']).toBe('https://other.test')
    expect(allowed.headers['access-control-allow-credentials']).toBe('true')
    expect(String(allowed.headers['access-control-allow-headers'])).toContain('idempotency-key')
    expect((await preflight('https://evil.test')).headers['access-control-allow-origin']).toBeUndefined()
    const answered = await client.raw({ method: 'GET', url: '/api/auth/me', headers: { origin: 'https://other.test' } })
    expect(String(answered.headers['access-control-expose-headers'])).toContain('date')
  })
})

describe('bad input', () => {
  it('never ends in a 5xx, whatever stands where text, dates and ids belong', async () => {
    const client = await test.client(tenant.staff.phone)
    const paths = [
      '/leads?search=%00',
      '/leads?origin=a%00b',
      '/agents?search=%00',
      '/tenants?search=%00',
      '/tenants?domain=%00',
      '/tenants/domain/%00',
      `/conversations/agents/${tenant.agentId}?search=%00`,
      `/conversations/agents/${tenant.agentId}?stage=%00`,
      `/conversations/agents/${tenant.agentId}?updated_since=0000-01-01T00:00:00Z`,
      `/conversations/agents/${tenant.agentId}?cursor=${Buffer.from('+275760-09-13T00:00:00.000Z|0190d0a0-0001-7000-8000-000200000001').toString('base64url')}`,
      `/conversations/agents/${tenant.agentId}?cursor=${Buffer.from(`2026-01-01T00:00:00.000Z|${'-'.repeat(36)}`).toString('base64url')}`,
      '/dashboard/summary?from=9999-12-31&to=9999-12-31',
      '/dashboard/summary?from=0001-01-01&to=0001-01-02',
      '/leads/phone/%00',
    ]
    for (const path of paths) {
      const { statusCode, body } = await client.raw({ method: 'GET', url: `/api${path}` })
      expect({ path, statusCode }).toEqual({
        path,
        statusCode:
          path.startsWith('/tenants/domain') || path.startsWith('/leads/phone')
            ? expect.toSatisfy((code: number) => code === 400 || code === 404)
            : 400,
      })
      expect(JSON.parse(body)).toMatchObject({ success: false, code: expect.any(String) })
    }
    const counts = await client.raw({
      method: 'POST',
      url: '/api/conversations/unread-counts-for-conversations',
      payload: { conversationIds: ['-'.repeat(36)] },
    })
    expect(counts.statusCode).toBe(200)
    const malformed = await client.raw({ method: 'GET', url: '/api/%' })
    expect(malformed.statusCode).toBe(400)
    expect(JSON.parse(malformed.body)).toMatchObject({ success: false, code: 'VALIDATION_ERROR' })
  })
})

describe('answers', () => {
  it('MEDIA-19 carry the security headers, are never kept, and allow microphone, camera and place to our origin only', async () => {
    const { headers } = await (await test.client()).raw({ method: 'GET', url: '/api/auth/me' })
    expect(headers['cache-control']).toBe('no-store')
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    expect(headers['content-security-policy']).toContain("script-src 'self';")
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['referrer-policy']).toBe('no-referrer')
    expect(headers['cross-origin-opener-policy']).toBe('same-origin-allow-popups')
    expect(headers['permissions-policy']).toBe('camera=(self), microphone=(self), geolocation=(self)')
  })

  it('HTTP-08 refusals have the contract’s shape, the unknown path included', async () => {
    const client = await test.client(tenant.staff.phone)
    const unknown = await client.raw({ method: 'GET', url: '/api/no/such/thing' })
    expect(unknown.statusCode).toBe(404)
    expect(JSON.parse(unknown.body)).toMatchObject({
      success: false,
      error: 'Not Found',
      code: 'RESOURCE_NOT_FOUND',
      message: 'Recurso não encontrado',
    })
    const params = { leadId: uuid(), conversationId: uuid() }
    expect(await client.refused(setAttention, { params, rawBody: { needs_attention: 'sim' } })).toMatchObject({
      status: 400,
      fieldErrors: { needs_attention: expect.any(String) },
    })
    expect(
      await client.refused(setAttention, {
        params: { leadId: '../../etc', conversationId: 'x' },
        body: { needs_attention: true },
      }),
    ).toMatchObject({ status: 404 })
  })
})

it('cookies of an https site are bound to it', async () => {
  const https = await startTestApp({ PUBLIC_URL: 'https://panel.test' })
  const own = await createTenant(https)
  const response = await (await https.client()).raw({
    method: 'POST',
    url: `/api${login.path}`,
    payload: { phone: own.staff.phone, password: 'Senha@123' },
  })
  const set = response.headers['set-cookie'] as string[]
  for (const cookie of set) expect(cookie).toMatch(/^__Host-prosa_\w+=.*Path=\/; HttpOnly; Secure; SameSite=Lax$/)
  expect(String(response.headers['strict-transport-security'])).toContain('63072000')
  await https.close()
})
