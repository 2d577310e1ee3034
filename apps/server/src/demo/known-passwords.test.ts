import { afterAll, beforeAll, expect, it } from 'vitest'
import { hashPassword } from '../features/auth/passwords/password-hash.ts'
import { ConfigError } from '../platform/config/config-error.ts'
import { whereTenant } from '../platform/database/queries/where-tenant.ts'
import { users } from '../platform/database/schema/organisation/accounts.ts'
import { tenants } from '../platform/database/schema/organisation/tenants.ts'
import { startTestApp, type TestApp } from '../testing/harness/test-app.ts'
import { createTenant } from '../testing/worlds/factories.ts'
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from './accounts.ts'
import { assertNoKnownPasswords } from './known-passwords.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

const checkPasswords = (knownPasswords: 'allowed' | 'refused') =>
  assertNoKnownPasswords({ db: test.deps.db, config: { ...test.deps.config, demoPasswords: knownPasswords } })

it('a database that an earlier start filled with the demo is not opened to other machines until its passwords are others @wide', async () => {
  await createTenant(test)
  await checkPasswords('refused')
  const [{ tenantId, name, domain, users: people }] = DEMO_ACCOUNTS as [(typeof DEMO_ACCOUNTS)[0]]
  const passwordHash = await hashPassword(DEMO_PASSWORD)
  await test.deps.db.system(async (tx) => {
    await tx.db.insert(tenants).values({ id: tenantId, name, domain })
    await tx.db.insert(users).values(people.map((person) => ({ tenantId, ...person, passwordHash })))
  })
  await checkPasswords('allowed')
  await expect(checkPasswords('refused')).rejects.toThrow(ConfigError)
  const other = await hashPassword('Outra#2026')
  await test.deps.db.tenant(tenantId, (tx) =>
    tx.db.update(users).set({ passwordHash: other }).where(whereTenant(users, tenantId)),
  )
  await checkPasswords('refused')
})
