import * as auth from '@prosa/contract/calls/accounts/auth'
import * as reset from '@prosa/contract/calls/accounts/password-reset'
import * as step from '@prosa/contract/calls/accounts/second-step'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Client } from '../../../testing/harness/client.ts'
import { startTestApp, TEST_PASSWORD, type TestApp } from '../../../testing/harness/test-app.ts'
import { createResetLinkAsManager, extractResetTokens } from '../../../testing/worlds/accounts/reset-links.ts'
import { createClientWithPasskey } from '../../../testing/worlds/accounts/two-factor-clients.ts'
import { createTenant, type TestTenant } from '../../../testing/worlds/factories.ts'

const NEW_PASSWORD = 'Outra@Senha9'
const HOUR_MS = 3_600_000

let test: TestApp
let tenant: TestTenant
let admin: Client
/** A browser on which the owner has signed in before. */
let known: Client
/** Number of different networks used so far. */
let network = 0

const login = async (phone: string, password: string, client: Client, ip: string): Promise<number> => {
  const headers = { 'x-forwarded-for': ip }
  return (await client.raw({ method: 'POST', url: '/api/auth/login', headers, payload: { phone, password } })).statusCode
}
const fromAnywhere = (phone: string, password: string, client: Client) => {
  network += 1
  return login(phone, password, client, `172.16.${network}.9`)
}

/** Sends 1,000 wrong passwords from 50 networks, 50 at a time. Returns the number of answers by status. */
async function attack(phone: string): Promise<Map<number, number>> {
  const stranger = await test.client()
  const answers = new Map<number, number>()
  for (let round = 0; round < 20; round += 1) {
    const tries = Array.from({ length: 50 }, (_, n) => login(phone, 'Errada@123', stranger, `10.0.${n}.${round}`))
    for (const status of await Promise.all(tries)) answers.set(status, (answers.get(status) ?? 0) + 1)
  }
  return answers
}

beforeAll(async () => {
  test = await startTestApp({ TRUST_PROXY: '1' })
  tenant = await createTenant(test)
  admin = await test.client(tenant.admin.phone)
  known = await test.client(tenant.operator.phone)
  await known.call(auth.logout)
}, 60_000)
afterAll(() => test.close())

it('TRUST-14 after 1,000 wrong tries from 50 networks the owner gets in at the first try from a known device', async () => {
  const { phone } = tenant.operator
  expect(await attack(phone)).toEqual(
    new Map([
      [401, 100],
      [429, 900],
    ]),
  )
  // The account stays locked for unknown devices, also with the right password.
  expect(await fromAnywhere(phone, TEST_PASSWORD, await test.client())).toBe(429)
  expect(await fromAnywhere(phone, TEST_PASSWORD, known)).toBe(200)
}, 120_000)

it('TRUST-14 so by reset link, in the browser that used it and for an hour', async () => {
  const { id, phone } = tenant.operator
  const { link } = await createResetLinkAsManager(admin, id)
  const browser = await test.client()
  await browser.call(reset.completePasswordReset, {
    body: { token: extractResetTokens(link)[0] ?? '', newPassword: NEW_PASSWORD },
  })
  expect(await fromAnywhere(phone, NEW_PASSWORD, await test.client())).toBe(429)
  expect(await fromAnywhere(phone, NEW_PASSWORD, browser)).toBe(200)
  // The cookie unlocks this account only.
  browser.cookies.delete('prosa_device')
  expect(await fromAnywhere(phone, NEW_PASSWORD, browser)).toBe(200)
  browser.cookies.delete('prosa_device')
  test.advance(HOUR_MS)
  expect(await fromAnywhere(phone, NEW_PASSWORD, browser)).toBe(429)
}, 60_000)

it('TRUST-14 so by passkey @wide', async () => {
  const { authenticator } = await createClientWithPasskey(test, tenant.staff.phone)
  expect((await attack(tenant.staff.phone)).get(401)).toBe(100)
  const visitor = await test.client()
  const options = (await visitor.call(step.passkeyOptions)).data
  const opened = await visitor.call(step.passkeySignIn, { body: { response: authenticator.prove(options) } })
  expect(opened.data.user.id).toBe(tenant.staff.id)
}, 120_000)

it('TRUST-13 a known device is one person’s, and its own five wrong tries are counted', async () => {
  const own = await createTenant(test)
  const device = await test.client(own.operator.phone)
  for (let n = 0; n < 5; n += 1) expect(await fromAnywhere(own.operator.phone, 'Errada@123', device)).toBe(401)
  expect(await fromAnywhere(own.operator.phone, TEST_PASSWORD, device)).toBe(429)
  // Only the device's counter is affected: the owner signs in from another network.
  expect(await fromAnywhere(own.operator.phone, TEST_PASSWORD, await test.client())).toBe(200)
})
