import * as auth from '@prosa/contract/calls/accounts/auth'
import * as calls from '@prosa/contract/calls/accounts/second-step'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { recoveryCodes, trustedDevices, users } from '../../../platform/database/schema/organisation/accounts.ts'
import type { Mailer } from '../../../platform/deps.ts'
import { startTestApp, TEST_PASSWORD, type TestApp } from '../../../testing/harness/test-app.ts'
import {
  createClientWithTotp,
  createConfirmedClient,
  createPendingTwoFactorClient,
  generateUnusedTotp,
} from '../../../testing/worlds/accounts/two-factor-clients.ts'
import { createTenant, type TestTenant } from '../../../testing/worlds/factories.ts'
import { hashPassword } from '../passwords/password-hash.ts'
import { sendFailedSecondStepMail } from './failed-second-step.ts'

let test: TestApp
let tenant: TestTenant

beforeEach(async () => {
  test = await startTestApp()
  tenant = await createTenant(test)
})
afterEach(() => test.close())

const totp = (code: string, trust = false) => ({ body: { method: 'totp' as const, code, trust_device: trust } })

describe('the second step of a sign-in', () => {
  it('TRUST-11 LOGIN-16 login asks for it with a cookie that no script reads, and says nothing of the account', async () => {
    const { secret } = await createClientWithTotp(test, tenant.staff.phone)
    const visitor = await test.client()
    const answer = await visitor.raw({
      method: 'POST',
      url: '/api/auth/login',
      payload: { phone: tenant.staff.phone, password: TEST_PASSWORD },
    })
    expect(answer.statusCode).toBe(401)
    expect(Object.keys(JSON.parse(answer.body) as object).sort()).toEqual(['code', 'error', 'message', 'success', 'timestamp'])
    const set = [answer.headers['set-cookie']].flat().map(String)
    expect(set).toHaveLength(1)
    expect(set[0]).toMatch(/^prosa_challenge=.*Max-Age=300.*HttpOnly/)
    expect((await visitor.refused(auth.me)).status).toBe(401)
    expect((await visitor.call(calls.secondStepMethods)).data).toEqual({ methods: ['totp', 'recovery'], passkey: null })
    const opened = (await visitor.call(calls.completeSecondStep, totp(await generateUnusedTotp(test, secret)))).data
    expect(opened.user.id).toBe(tenant.staff.id)
    expect((await visitor.call(auth.me)).data.id).toBe(tenant.staff.id)
    expect(visitor.cookies.has('prosa_challenge')).toBe(false)
  })

  it('TRUST-11 a wrong code is 400 under its field, never 401, and a right one follows it', async () => {
    const { secret } = await createClientWithTotp(test, tenant.staff.phone)
    const visitor = await createPendingTwoFactorClient(test, tenant.staff.phone)
    expect(await visitor.refused(calls.completeSecondStep, totp('12'))).toMatchObject({
      status: 400,
      code: 'VALIDATION_ERROR',
      fieldErrors: { code: 'Código incorreto.' },
    })
    await visitor.call(calls.completeSecondStep, totp(await generateUnusedTotp(test, secret)))
  })

  it('without login’s cookie, after five minutes, and after a new password there is nothing to confirm', async () => {
    const { secret } = await createClientWithTotp(test, tenant.staff.phone)
    const stranger = await test.client()
    expect(await stranger.refused(calls.secondStepMethods)).toMatchObject({ status: 400, code: 'INVALID_INPUT' })
    const late = await createPendingTwoFactorClient(test, tenant.staff.phone)
    const changed = await createPendingTwoFactorClient(test, tenant.staff.phone)
    await test.deps.db.tenant(tenant.tenantId, (tx) =>
      tx.db.update(users).set({ passwordHash: 'another' }).where(eq(users.id, tenant.staff.id)),
    )
    expect(await changed.refused(calls.completeSecondStep, totp(await generateUnusedTotp(test, secret)))).toMatchObject({
      status: 400,
      code: 'INVALID_INPUT',
    })
    test.advance(5 * 60_000)
    expect(await late.refused(calls.completeSecondStep, totp(await generateUnusedTotp(test, secret)))).toMatchObject({
      status: 400,
      code: 'INVALID_INPUT',
    })
  })

  it('one challenge opens one session, also of many at once', async () => {
    const { codes } = await createClientWithTotp(test, tenant.staff.phone)
    const visitor = await createPendingTwoFactorClient(test, tenant.staff.phone)
    const challenge = visitor.cookies.get('prosa_challenge') ?? ''
    const outcomes = await Promise.all(
      codes.slice(0, 5).map(async (code) => {
        const other = await test.client()
        other.cookies.set('prosa_challenge', challenge)
        return (await other.raw({ method: 'POST', url: '/api/auth/second-step', payload: { method: 'recovery', code } }))
          .statusCode
      }),
    )
    expect(outcomes.filter((status) => status === 200)).toHaveLength(1)
  })

  it('after five wrong tries in 15 minutes there is a wait, for right codes too', async () => {
    const { secret } = await createClientWithTotp(test, tenant.staff.phone)
    const visitor = await createPendingTwoFactorClient(test, tenant.staff.phone)
    const tries = await Promise.all(Array.from({ length: 8 }, () => visitor.refused(calls.completeSecondStep, totp('000'))))
    expect(tries.filter(({ status }) => status === 400)).toHaveLength(5)
    expect(tries.filter(({ status }) => status === 429)).toHaveLength(3)
    expect((await visitor.refused(calls.completeSecondStep, totp(await generateUnusedTotp(test, secret)))).status).toBe(429)
  })

  it('TRUST-13 after 20 wrong codes in a day strangers wait, whatever networks they come from; the owner’s own device does not', async () => {
    const { client: own, secret } = await createClientWithTotp(test, tenant.staff.phone)
    for (let round = 0; round < 5; round += 1) {
      const stranger = await createPendingTwoFactorClient(test, tenant.staff.phone)
      for (let n = 0; n < 4; n += 1) expect((await stranger.refused(calls.completeSecondStep, totp('000000'))).status).toBe(400)
      // A right code resets the count of five, as 15 minutes do, but not the count of the day.
      if (round < 4) await stranger.call(calls.completeSecondStep, totp(await generateUnusedTotp(test, secret)))
    }
    const stranger = await createPendingTwoFactorClient(test, tenant.staff.phone)
    expect((await stranger.refused(calls.completeSecondStep, totp(await generateUnusedTotp(test, secret)))).status).toBe(429)
    const here = await createPendingTwoFactorClient(test, tenant.staff.phone, own)
    await here.call(calls.completeSecondStep, totp(await generateUnusedTotp(test, secret)))
  })

  it('TRUST-15 the first wrong code after a right password is reported to the owner, in open tabs, at the next sign-in and by mail', async () => {
    const { client, secret } = await createClientWithTotp(test, tenant.staff.phone)
    const told: unknown[] = []
    test.deps.bus.on('access.changed', (event) => told.push(event))
    const visitor = await createPendingTwoFactorClient(test, tenant.staff.phone)
    const before = told.length
    await visitor.refused(calls.completeSecondStep, totp('000000'))
    await visitor.refused(calls.completeSecondStep, totp('000000'))
    expect(told.length - before).toBe(1)
    const { notices } = (await client.call(auth.me)).data
    expect(notices).toEqual([{ kind: 'refused_step', by: expect.stringMatching(/, 127\.0\.0\.1$/), at: expect.any(String) }])
    const box: string[] = []
    const mail = { sendFailedSecondStep: async (sent: object) => void box.push(JSON.stringify(sent)) } as unknown as Mailer
    const who = { tenantId: tenant.tenantId, userId: tenant.staff.id }
    await test.deps.db.tenant(tenant.tenantId, (tx) =>
      tx.db.update(users).set({ email: 'ana@um.test' }).where(eq(users.id, who.userId)),
    )
    await sendFailedSecondStepMail({ ...test.deps, mailer: mail }, who)
    expect(box).toEqual([expect.stringContaining('127.0.0.1')])
    // A wrong code on the user's own device causes no warning.
    await test.deps.db.tenant(tenant.tenantId, (tx) =>
      tx.db.update(users).set({ stepRefusedAt: null }).where(eq(users.id, who.userId)),
    )
    const here = await createPendingTwoFactorClient(test, tenant.staff.phone, client)
    await here.refused(calls.completeSecondStep, totp('000000'))
    await here.call(calls.completeSecondStep, totp(await generateUnusedTotp(test, secret)))
    expect((await here.call(auth.me)).data.notices).toEqual([])
  })

  it('who was switched off meanwhile is told so, and gets in by nothing', async () => {
    const { secret } = await createClientWithTotp(test, tenant.staff.phone)
    const visitor = await createPendingTwoFactorClient(test, tenant.staff.phone)
    await test.deps.db.tenant(tenant.tenantId, (tx) =>
      tx.db.update(users).set({ active: false }).where(eq(users.id, tenant.staff.id)),
    )
    expect(await visitor.refused(calls.completeSecondStep, totp(await generateUnusedTotp(test, secret)))).toMatchObject({
      status: 403,
      code: 'USER_INACTIVE',
    })
  })
})

describe('recovery codes', () => {
  it('TRUST-09 ten, shown once, kept hashed, good once each, however they are typed', async () => {
    const { client, codes } = await createClientWithTotp(test, tenant.staff.phone)
    expect(new Set(codes).size).toBe(10)
    const rows = await test.deps.db.tenant(tenant.tenantId, (tx) => tx.db.select().from(recoveryCodes))
    expect(rows).toHaveLength(10)
    expect(JSON.stringify(rows)).not.toContain(codes[0])
    expect((await client.call(calls.getAccountSecurity)).data).toMatchObject({ totp: true, recovery_codes_left: 10 })
    for (const [index, code] of codes.entries()) {
      const typed = index === 0 ? code.toUpperCase().replaceAll('-', ' ') : code
      const visitor = await createPendingTwoFactorClient(test, tenant.staff.phone)
      await visitor.call(calls.completeSecondStep, { body: { method: 'recovery', code: typed } })
      const again = await createPendingTwoFactorClient(test, tenant.staff.phone)
      expect((await again.refused(calls.completeSecondStep, { body: { method: 'recovery', code } })).status).toBe(400)
      await again.refused(calls.completeSecondStep, { body: { method: 'recovery', code: 'aaaa-aaaa-aaaa-aaaa' } })
    }
    expect((await client.call(calls.getAccountSecurity)).data.recovery_codes_left).toBe(0)
  })

  it('TRUST-09 each has at least 115 bits, in groups that can be read', async () => {
    const { codes } = await createClientWithTotp(test, tenant.staff.phone)
    for (const code of codes) expect(code).toMatch(/^([a-z\d]{4}-){5}[a-z\d]{4}$/)
  })

  it('TRUST-09 new ones take the place of the old ones', async () => {
    const { client, codes } = await createClientWithTotp(test, tenant.staff.phone)
    const { codes: anew } = (await client.call(calls.newRecoveryCodes)).data
    const visitor = await createPendingTwoFactorClient(test, tenant.staff.phone)
    expect((await visitor.refused(calls.completeSecondStep, { body: { method: 'recovery', code: codes[0] ?? '' } })).status).toBe(
      400,
    )
    await visitor.call(calls.completeSecondStep, { body: { method: 'recovery', code: anew[0] ?? '' } })
  })

  it('nobody without a second step gets any @wide', async () => {
    const client = await createConfirmedClient(test, tenant.operator.phone)
    expect((await client.refused(calls.newRecoveryCodes)).status).toBe(409)
  })
})

describe('a device that is trusted', () => {
  it('is not asked again for 30 days, and is again after them', async () => {
    const { secret } = await createClientWithTotp(test, tenant.staff.phone)
    const device = await createPendingTwoFactorClient(test, tenant.staff.phone)
    await device.call(calls.completeSecondStep, totp(await generateUnusedTotp(test, secret), true))
    const rows = await test.deps.db.tenant(tenant.tenantId, (tx) => tx.db.select().from(trustedDevices))
    expect(Buffer.from(rows[0]?.tokenHash ?? []).toString('base64url')).not.toContain(device.cookies.get('prosa_trusted'))
    await device.signIn(tenant.staff.phone, TEST_PASSWORD)
    test.advance(31 * 86_400_000)
    await createPendingTwoFactorClient(test, tenant.staff.phone, device)
  })

  it('is nobody else’s, and is trusted no more after a new password, a change of the second step, or the end of all sessions @wide', async () => {
    const { client, secret } = await createClientWithTotp(test, tenant.staff.phone)
    await createClientWithTotp(test, tenant.admin.phone)
    const device = await createPendingTwoFactorClient(test, tenant.staff.phone)
    const trust = async () => {
      await createPendingTwoFactorClient(test, tenant.staff.phone, device)
      await device.call(calls.completeSecondStep, totp(await generateUnusedTotp(test, secret), true))
      await device.signIn(tenant.staff.phone, TEST_PASSWORD)
    }
    await trust()
    await createPendingTwoFactorClient(test, tenant.admin.phone, device)
    await client.call(auth.logoutAll)
    await trust()
    await device.call(calls.confirmSessionIdentity, { body: { password: TEST_PASSWORD } })
    await device.call(calls.removeTotp)
    expect(await test.deps.db.tenant(tenant.tenantId, (tx) => tx.db.$count(trustedDevices))).toBe(0)
    const again = await createClientWithTotp(test, tenant.staff.phone)
    await createPendingTwoFactorClient(test, tenant.staff.phone, device)
    await device.call(calls.completeSecondStep, totp(await generateUnusedTotp(test, again.secret), true))
    const mine = whereTenant(users, tenant.tenantId, eq(users.id, tenant.staff.id))
    // The same password with another hash, as after a change and a change back.
    const passwordHash = await hashPassword(TEST_PASSWORD)
    await test.deps.db.tenant(tenant.tenantId, (tx) => tx.db.update(users).set({ passwordHash }).where(mine))
    await createPendingTwoFactorClient(test, tenant.staff.phone, device)
  })
})
