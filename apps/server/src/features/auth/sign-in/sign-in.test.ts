import { setTimeout } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '../../../platform/database/database.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { users } from '../../../platform/database/schema/organisation/accounts.ts'
import { auditLog, tenants } from '../../../platform/database/schema/organisation/tenants.ts'
import { startTestApp, TEST_PASSWORD, type TestApp } from '../../../testing/harness/test-app.ts'
import { waitUntil } from '../../../testing/harness/wait-until.ts'
import { createTenant, type TestTenant } from '../../../testing/worlds/factories.ts'
import { createPasswordLimits } from '../passwords/password-limits.ts'
import { createTokenService } from '../sessions/tokens.ts'
import { signIn } from './sign-in.ts'

let test: TestApp

beforeAll(async () => {
  test = await startTestApp({ TRUST_PROXY: '1' })
})
afterAll(() => test.close())

/** Signs staff in and runs `happens` while the password is being checked. */
async function signInWhile(tenant: TestTenant, happens: (db: Database) => Promise<unknown>) {
  const { db, config, cluster } = test.deps
  const slow: Database = {
    ...db,
    tenant: async (tenantId, work) => {
      await happens(db)
      return db.tenant(tenantId, work)
    },
  }
  return signIn(
    { ...test.deps, db: slow },
    createTokenService(config.sessionSecret),
    createPasswordLimits(cluster),
    { phone: tenant.staff.phone, password: TEST_PASSWORD },
    { ip: '127.0.0.1', userAgent: null, deviceCookie: undefined },
  )
}

it('a password that was changed while the old one was being checked opens nothing', async () => {
  const own = await createTenant(test)
  const change = (db: Database) =>
    db.tenant(own.tenantId, (tx) => tx.db.update(users).set({ passwordHash: 'another' }).where(eq(users.id, own.staff.id)))
  await expect(signInWhile(own, change)).rejects.toMatchObject({ statusCode: 401, code: 'INVALID_CREDENTIALS' })
})

it('an organisation that is switched off while the password is being checked lets nobody in', async () => {
  const own = await createTenant(test)
  const switchOff = (db: Database) =>
    db.system((tx) => tx.db.update(tenants).set({ active: false }).where(eq(tenants.id, own.tenantId)))
  await expect(signInWhile(own, switchOff)).rejects.toMatchObject({ statusCode: 403, code: 'TENANT_INACTIVE' })
})

it('all addresses of one /64 share their attempts, however they are written @wide', async () => {
  const client = await test.client()
  const statuses: number[] = []
  for (let n = 1; n <= 40; n++) {
    const { statusCode } = await client.raw({
      method: 'POST',
      url: '/api/auth/login',
      headers: { 'x-forwarded-for': `2001:db8::${n.toString(16)}:1` },
      payload: { phone: `+55119400000${String(n).padStart(2, '0')}`, password: 'Errada@123' },
    })
    statuses.push(statusCode)
  }
  expect(statuses.filter((status) => status === 401)).toHaveLength(30)
  expect(statuses.filter((status) => status === 429)).toHaveLength(10)
})

it('a wrong password of an account costs the same until its answer as one of nobody, and is written down long after it', async () => {
  const own = await createTenant(test)
  const { db, config, cluster } = test.deps
  const limits = createPasswordLimits(cluster)
  const tokens = createTokenService(config.sessionSecret)
  const device = { ip: '192.0.2.78', userAgent: null, deviceCookie: undefined }
  /** Returns the database calls that a sign-in starts until shortly after its response. */
  const ask = async (phone: string) => {
    const began: string[] = []
    const noting: Database = {
      ...db,
      system: (work) => {
        began.push('system')
        return db.system(work)
      },
      tenant: (tenantId, work) => {
        began.push('tenant')
        return db.tenant(tenantId, work)
      },
    }
    const asked = signIn({ ...test.deps, db: noting }, tokens, limits, { phone, password: 'Errada@123' }, device)
    await expect(asked).rejects.toMatchObject({ statusCode: 401, code: 'INVALID_CREDENTIALS' })
    await setTimeout(100)
    return [...began]
  }
  expect(await ask(own.staff.phone)).toEqual(['system'])
  expect(await ask('+5511910000002')).toEqual(['system'])
  const refusals = () =>
    db.tenant(own.tenantId, (tx) =>
      tx.db.$count(auditLog, whereTenant(auditLog, own.tenantId, eq(auditLog.action, 'session.refused'))),
    )
  await waitUntil(refusals, (count) => count === 1)
})

it('an address that has tried too often is refused before anybody is looked up', async () => {
  const { db, config, cluster } = test.deps
  let lookedUp = 0
  const counting: Database = {
    ...db,
    system: (work) => {
      lookedUp += 1
      return db.system(work)
    },
  }
  const limits = createPasswordLimits(cluster)
  const device = { ip: '192.0.2.77', userAgent: null, deviceCookie: undefined }
  for (let n = 0; n < 30; n += 1) await limits.countIpAttempt(device.ip)
  const asked = { phone: '+5511910000001', password: TEST_PASSWORD }
  const refused = signIn({ ...test.deps, db: counting }, createTokenService(config.sessionSecret), limits, asked, device)
  await expect(refused).rejects.toMatchObject({ statusCode: 429, code: 'TOO_MANY_ATTEMPTS' })
  expect(lookedUp).toBe(0)
})
