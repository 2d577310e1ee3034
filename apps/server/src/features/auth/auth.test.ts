import * as calls from '@prosa/contract/calls/accounts/auth'
import { HTTP_HEADERS } from '@prosa/contract/http'
import { eq, sql } from 'drizzle-orm'
import { jwtVerify, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { whereTenant } from '../../platform/database/queries/where-tenant.ts'
import { sessions, users } from '../../platform/database/schema/organisation/accounts.ts'
import { tenants } from '../../platform/database/schema/organisation/tenants.ts'
import { startTestApp, TEST_PASSWORD, type TestApp } from '../../testing/harness/test-app.ts'
import { createTenant, type TestTenant } from '../../testing/worlds/factories.ts'

let test: TestApp
let tenant: TestTenant

beforeAll(async () => {
  test = await startTestApp()
  tenant = await createTenant(test)
})
afterAll(() => test.close())

const signInAs = (phone: string, password: string, client = test.client()) =>
  client.then((c) => c.refused(calls.login, { body: { phone, password } }))

describe('sign-in', () => {
  it('CALL-01 CALL-02 LOGIN-17 answers user, tokens and expiry, and opens a session in cookies', async () => {
    const client = await test.client()
    const data = await client.signIn(tenant.staff.phone, TEST_PASSWORD)
    expect(data.user).toMatchObject({
      id: tenant.staff.id,
      role: 'staff',
      tenant: { id: tenant.tenantId, domain: tenant.domain, active: true },
    })
    expect(data.expiresIn).toBeGreaterThan(0)
    expect((await client.call(calls.me)).data).toMatchObject({ id: tenant.staff.id, name: tenant.staff.name })
  })

  it('G46 what is called refreshToken in the answer renews nothing', async () => {
    const client = await test.client()
    const { refreshToken } = await client.signIn(tenant.staff.phone, TEST_PASSWORD)
    const [, , secret = ''] = client.cookies.get('prosa_refresh')?.split('.') ?? []
    expect(secret).not.toBe('')
    expect(refreshToken).not.toContain(secret)
    const stranger = await test.client()
    stranger.cookies.set('prosa_refresh', refreshToken)
    expect(await stranger.refused(calls.refresh)).toMatchObject({ status: 401, code: 'TOKEN_REFRESH_FAILED' })
  })

  it('G41 a wrong password and an unknown phone are answered alike', async () => {
    const wrong = await signInAs(tenant.admin.phone, 'Errada@123')
    const unknown = await signInAs('+5511911111111', 'Errada@123')
    expect(wrong).toEqual(unknown)
    expect(wrong).toMatchObject({ status: 401, code: 'INVALID_CREDENTIALS' })
  })

  it('says that an account or organisation is off only to who knows the password', async () => {
    const own = await createTenant(test)
    await test.deps.db.system((tx) =>
      tx.db
        .update(users)
        .set({ active: false })
        .where(whereTenant(users, own.tenantId, eq(users.id, own.admin.id))),
    )
    expect(await signInAs(own.admin.phone, 'Errada@123')).toMatchObject({ code: 'INVALID_CREDENTIALS' })
    expect(await signInAs(own.admin.phone, TEST_PASSWORD)).toMatchObject({ status: 403, code: 'USER_INACTIVE' })
    await test.deps.db.system((tx) => tx.db.update(tenants).set({ active: false }).where(eq(tenants.id, own.tenantId)))
    expect(await signInAs(own.staff.phone, TEST_PASSWORD)).toMatchObject({ status: 403, code: 'TENANT_INACTIVE' })
  })

  it('refuses bad bodies with the field named', async () => {
    const client = await test.client()
    expect(await client.refused(calls.login, { rawBody: { phone: '', password: '' } })).toMatchObject({
      status: 400,
      code: 'VALIDATION_ERROR',
      fieldErrors: { phone: 'Telefone é obrigatório.', password: 'A senha é obrigatória.' },
    })
    expect(await client.refused(calls.login, { rawBody: { phone: '11987654321', password: 'x' } })).toMatchObject({
      fieldErrors: { phone: 'Telefone inválido.' },
    })
    expect(
      await client.refused(calls.login, { rawBody: 'phone=1', headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
    ).toMatchObject({ status: 415 })
    expect(
      await client.refused(calls.login, { rawBody: '{"phone":', headers: { 'content-type': 'application/json' } }),
    ).toMatchObject({ status: 400 })
    expect(await client.refused(calls.login, { rawBody: { phone: 'x'.repeat(70_000), password: 'x' } })).toMatchObject({
      status: 413,
    })
  })

  it('a burst of wrong passwords gets no further than single ones @wide', async () => {
    const quiet = await startTestApp()
    const own = await createTenant(quiet)
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => signInAs(own.staff.phone, 'Errada@123', quiet.client())))
    expect(outcomes.filter(({ status }) => status === 401)).toHaveLength(5)
    expect(outcomes.filter(({ status }) => status === 429)).toHaveLength(15)
    await quiet.close()
  })

  it('five wrong passwords make an account wait, while its owner still enters from a known device', async () => {
    const own = await createTenant(test)
    const device = await test.client(own.staff.phone)
    for (let n = 0; n < 5; n++) expect(await signInAs(own.staff.phone, 'Errada@123')).toMatchObject({ status: 401 })
    const stranger = await test.client()
    const held = await stranger.raw({
      method: 'POST',
      url: '/api/auth/login',
      payload: { phone: own.staff.phone, password: TEST_PASSWORD },
    })
    expect(held.statusCode).toBe(429)
    expect(JSON.parse(held.body)).toMatchObject({ code: 'TOO_MANY_ATTEMPTS' })
    expect(Number(held.headers['retry-after'])).toBeGreaterThan(600)
    await device.signIn(own.staff.phone, TEST_PASSWORD)
  })
})

describe('the access token', () => {
  it('nothing but a live one of our own is let in', async () => {
    const client = await test.client()
    const { accessToken } = await client.signIn(tenant.operator.phone, TEST_PASSWORD)
    const { payload } = await jwtVerify(accessToken, test.deps.config.sessionSecret)
    const make = (claims: object, key: Uint8Array = test.deps.config.sessionSecret) =>
      new SignJWT({ ...payload, ...claims }).setProtectedHeader({ alg: 'HS256', jku: 'https://evil.test/keys' }).sign(key)
    const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.`
    const expired = await make({ exp: Math.floor(Date.now() / 1_000) - 1 })
    const bad = [
      none,
      await make({ aud: 'socket' }),
      await make({ iss: 'other' }),
      await make({}, new TextEncoder().encode('k'.repeat(32))),
      expired,
    ]
    const stranger = await test.client()
    for (const token of bad)
      expect(await stranger.refused(calls.me, { headers: { authorization: `Bearer ${token}` } })).toMatchObject({ status: 401 })
    expect(await stranger.refused(calls.me, { headers: { authorization: `Bearer ${expired}` } })).toMatchObject({
      code: 'TOKEN_EXPIRED',
    })
    await stranger.call(calls.me, { headers: { authorization: `Bearer ${accessToken}` } })
  })

  it('lives 15 minutes at most, and expires as TOKEN_EXPIRED while the session can be renewed', async () => {
    const client = await test.client(tenant.staff.phone)
    expect((await client.call(calls.me)).data.expiresIn).toBeLessThanOrEqual(900)
    client.cookies.delete('prosa_access')
    expect(await client.refused(calls.me)).toMatchObject({ status: 401, code: 'TOKEN_EXPIRED' })
    await client.call(calls.refresh)
    await client.call(calls.me)
  })
})

describe('renewal', () => {
  it('a database that is away for a moment signs nobody out', async () => {
    const client = await test.client(tenant.staff.phone)
    const { tenant: real } = test.deps.db
    test.deps.db.tenant = () => Promise.reject(Object.assign(new Error('terminating connection'), { code: '57P01' }))
    client.cookies.delete('prosa_access')
    expect(await client.refused(calls.refresh)).toMatchObject({ status: 503, code: 'SERVICE_UNAVAILABLE' })
    test.deps.db.tenant = real
    await client.call(calls.refresh)
  })

  it('CALL-03 G45 twenty at once with one token are one rotation and no log-out', async () => {
    const client = await test.client(tenant.staff.phone)
    const cookie = client.cookies.get('prosa_refresh') ?? ''
    const tabs = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const tab = await test.client()
        tab.cookies.set('prosa_refresh', cookie)
        await tab.call(calls.refresh)
        return tab.cookies.get('prosa_refresh')
      }),
    )
    expect(new Set(tabs).size).toBe(1)
    expect(tabs[0]).not.toBe(cookie)
  })

  it('CALL-03 an old token ends the whole session, for the thief and for the owner', async () => {
    const client = await test.client(tenant.staff.phone)
    const stolen = client.cookies.get('prosa_refresh') ?? ''
    await client.call(calls.refresh)
    await client.call(calls.refresh)
    const thief = await test.client()
    thief.cookies.set('prosa_refresh', stolen)
    expect(await thief.refused(calls.refresh)).toMatchObject({ status: 401, code: 'TOKEN_REFRESH_FAILED' })
    expect(await client.refused(calls.refresh)).toMatchObject({ status: 401 })
  })

  it('CALL-03 the predecessor is honoured for 30 seconds and no longer', async () => {
    const client = await test.client(tenant.admin.phone)
    const before = client.cookies.get('prosa_refresh') ?? ''
    await client.call(calls.refresh)
    await test.deps.db.tenant(tenant.tenantId, (tx) =>
      tx.db.update(sessions).set({ rotatedAt: sql`${sessions.rotatedAt} - interval '31 seconds'` }),
    )
    const late = await test.client()
    late.cookies.set('prosa_refresh', before)
    expect(await late.refused(calls.refresh)).toMatchObject({ status: 401 })
  })

  it('SESSION-19 LOGIN-16 the panel’s body, which says nothing of it, opens a session of thirty days that outlives the browser', async () => {
    const client = await test.client()
    const payload = { phone: tenant.admin.phone, password: TEST_PASSWORD }
    const answer = await client.raw({ method: 'POST', url: '/api/auth/login', payload })
    const monthLong = expect.stringMatching(/^prosa_refresh=.*Max-Age=2592000/)
    expect(answer.headers['set-cookie']).toEqual(expect.arrayContaining([monthLong]))
    test.advance(24 * 3_600_000 + 1_000)
    const renewed = await client.raw({ method: 'POST', url: '/api/auth/refresh' })
    expect(renewed.headers['set-cookie']).toEqual(expect.arrayContaining([monthLong]))
    test.advance(29 * 24 * 3_600_000)
    expect(await client.refused(calls.refresh)).toMatchObject({ status: 401 })
  })

  it.each([
    ['the panel, whose header says so', { [HTTP_HEADERS.keepSignedIn]: 'false' }, {}],
    ['a client whose body says so', {}, { rememberMe: false }],
  ])('SESSION-18 without ‘Manter conectado’ (%s) an hour without use ends the session', async (_title, headers, choice) => {
    const own = await startTestApp()
    const { admin, tenantId } = await createTenant(own)
    const client = await own.client()
    // Publishes `access.changed` to clear the session cache: it expires after a second of real time, which this test clock does not
    // advance.
    const advance = (minutes: number) => {
      own.advance(minutes * 60_000)
      own.deps.bus.publish({ name: 'access.changed', payload: { tenantId } })
    }
    const payload = { phone: admin.phone, password: TEST_PASSWORD, ...choice }
    await client.raw({ method: 'POST', url: '/api/auth/login', payload, headers: { ...headers } })
    // Each request restarts the hour, whether or not it renews the token.
    for (const use of [calls.me, calls.refresh, calls.me, calls.me] as const) {
      advance(59)
      await client.raw({ method: use.method, url: `/api${use.path}` }).then(({ statusCode }) => expect(statusCode).toBe(200))
    }
    const [refresh, access] = ['prosa_refresh', 'prosa_access'].map((name) => client.cookies.get(name) ?? '')
    advance(62)
    const late = await own.client()
    late.cookies.set('prosa_access', access ?? '')
    expect(await late.refused(calls.me)).toMatchObject({ status: 401 })
    late.cookies.set('prosa_refresh', refresh ?? '')
    expect(await late.refused(calls.refresh)).toMatchObject({ status: 401, code: 'TOKEN_REFRESH_FAILED' })
    advance(-62)
    expect(await late.refused(calls.refresh)).toMatchObject({ status: 401, code: 'TOKEN_REFRESH_FAILED' })
    await own.close()
  })

  it('a client that asks not to be remembered gets a day, and a cookie that ends with the browser', async () => {
    const client = await test.client()
    const payload = { phone: tenant.admin.phone, password: TEST_PASSWORD, rememberMe: false }
    const answer = await client.raw({ method: 'POST', url: '/api/auth/login', payload })
    const untilClosed = expect.stringMatching(/^prosa_refresh=[^;]+; Path=\/; HttpOnly; SameSite=Lax$/)
    expect(answer.headers['set-cookie']).toEqual(expect.arrayContaining([untilClosed]))
    test.advance(24 * 3_600_000 + 1_000)
    expect(await client.refused(calls.refresh)).toMatchObject({ status: 401 })
  })
})
