import { confirmSessionIdentity, getAccountSecurity } from '@prosa/contract/calls/accounts/second-step'
import { removeSecondStep } from '@prosa/contract/calls/organisation/people'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startTestApp, TEST_PASSWORD, type TestApp } from '../../../testing/harness/test-app.ts'
import {
  createClientWithPasskey,
  createClientWithTotp,
  createConfirmedClient,
  createPendingTwoFactorClient,
} from '../../../testing/worlds/accounts/two-factor-clients.ts'
import { createTenant, type TestTenant } from '../../../testing/worlds/factories.ts'

let test: TestApp
let tenant: TestTenant

beforeAll(async () => {
  test = await startTestApp()
})
beforeEach(async () => {
  tenant = await createTenant(test)
})
afterAll(() => test.close())

it('TRUST-16 a manager takes all of a person’s second step away, after a proof, and they get in by the password', async () => {
  const { client } = await createClientWithTotp(test, tenant.operator.phone)
  const visitor = await createPendingTwoFactorClient(test, tenant.operator.phone)
  const params = { id: tenant.operator.id }
  const admin = await test.client(tenant.admin.phone)
  expect((await admin.refused(removeSecondStep, { params })).code).toBe('CONFIRMATION_REQUIRED')
  await admin.call(confirmSessionIdentity, { body: { password: TEST_PASSWORD } })
  expect((await admin.call(removeSecondStep, { params })).data.second_step).toBe('none')
  expect((await admin.call(removeSecondStep, { params })).data.second_step).toBe('none')
  expect((await client.call(getAccountSecurity)).data).toMatchObject({ totp: false, recovery_codes_left: 0, passkeys: [] })
  await visitor.signIn(tenant.operator.phone, TEST_PASSWORD)
})

it('PEOPLE-06 an admin takes none away from staff, and nobody one’s own by this way', async () => {
  await createClientWithPasskey(test, tenant.staff.phone)
  const admin = await createConfirmedClient(test, tenant.admin.phone)
  for (const { id } of [tenant.staff, tenant.admin])
    expect(await admin.refused(removeSecondStep, { params: { id } })).toMatchObject({ status: 403, code: 'PERMISSION_DENIED' })
})
