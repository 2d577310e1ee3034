import * as auth from '@prosa/contract/calls/accounts/auth'
import * as reset from '@prosa/contract/calls/accounts/password-reset'
import { confirmSessionIdentity } from '@prosa/contract/calls/accounts/second-step'
import * as people from '@prosa/contract/calls/organisation/people'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { passwordResets, users } from '../../../platform/database/schema/organisation/accounts.ts'
import { waitForDisconnect } from '../../../testing/cluster/two-processes.ts'
import { openSmtpDouble } from '../../../testing/doubles/mail/smtp-double.ts'
import type { Client } from '../../../testing/harness/client.ts'
import { startTestApp, TEST_PASSWORD, type TestApp } from '../../../testing/harness/test-app.ts'
import { openTestSocket } from '../../../testing/harness/test-socket.ts'
import {
  createResetLinkAsManager,
  getNewestResetToken,
  requestAndSendResetLink,
  setUserEmail,
} from '../../../testing/worlds/accounts/reset-links.ts'
import { fetchPerson, isSignedIn } from '../../../testing/worlds/accounts/signed-in-tenant.ts'
import { createTenant, type TestTenant, type TestUser } from '../../../testing/worlds/factories.ts'

const NEW_PASSWORD = 'Outra@Senha9'
const MINUTE_MS = 60_000

let test: TestApp
let origin: string
let box: Awaited<ReturnType<typeof openSmtpDouble>>
let tenant: TestTenant
let visitor: Client

beforeAll(async () => {
  box = await openSmtpDouble()
  test = await startTestApp({ SMTP_URL: box.url, TRUST_PROXY: '1' })
  origin = await test.listen()
})
afterAll(async () => {
  await test.close()
  await box.close()
})
beforeEach(async () => {
  tenant = await createTenant(test)
  visitor = await test.client()
  box.mails.length = 0
})

const mailedToken = async (account: string): Promise<string> => {
  await requestAndSendResetLink(test, account)
  return getNewestResetToken(box.mails)
}
const complete = (token: string, newPassword = NEW_PASSWORD, client = visitor) =>
  client.call(reset.completePasswordReset, { body: { token, newPassword } })
const refusedCheck = (token: string) => visitor.refused(reset.checkPasswordReset, { body: { token } })
const signsIn = async (phone: string, password: string): Promise<boolean> =>
  (await test.client()).signIn(phone, password).then(
    () => true,
    () => false,
  )

describe('a link', () => {
  let token: string
  // Each test has its own address, because one e-mail contains links for only a few accounts of an address.
  let email: string
  beforeEach(async () => {
    email = `carla-${tenant.tenantId}@um.test`
    await setUserEmail(test, tenant, tenant.operator, email)
    token = await mailedToken(email)
  })

  it.each([
    ['TRUST-03 20 parallel completes, 1 success; looking before uses nothing up @wide', 20],
    // New passwords are hashed one at a time, which takes long for 100.
    ['TRUST-03 100 parallel completes, 1 success @wide', 100],
  ] as const)('%s', async (_title, tries) => {
    for (let n = 0; n < 3; n += 1)
      expect((await visitor.call(reset.checkPasswordReset, { body: { token } })).data.organisation).toMatch(/^Tenant/)
    const answers = await Promise.all(
      Array.from({ length: tries }, (_, n) =>
        visitor.raw({
          method: 'POST',
          url: '/api/auth/password-reset/complete',
          payload: { token, newPassword: `${NEW_PASSWORD}${n}` },
          headers: { 'x-forwarded-for': `10.0.${n}.1` },
        }),
      ),
    )
    const codes = answers.map(({ statusCode }) => statusCode)
    expect([codes.filter((code) => code === 200).length, codes.filter((code) => code === 400).length]).toEqual([1, tries - 1])
    const won = answers.findIndex(({ statusCode }) => statusCode === 200)
    expect(await signsIn(tenant.operator.phone, `${NEW_PASSWORD}${won}`)).toBe(true)
    expect(await refusedCheck(token)).toMatchObject({
      status: 400,
      code: 'INVALID_INPUT',
      message: 'Este link já foi utilizado.',
    })
  })

  it('TRUST-03 works for 30 minutes', async () => {
    test.advance(29 * MINUTE_MS)
    await visitor.call(reset.checkPasswordReset, { body: { token } })
    test.advance(2 * MINUTE_MS)
    expect(await refusedCheck(token)).toMatchObject({ message: 'Este link expirou. Peça outro.' })
    expect(await visitor.refused(reset.completePasswordReset, { body: { token, newPassword: NEW_PASSWORD } })).toMatchObject({
      status: 400,
      code: 'INVALID_INPUT',
    })
  })

  it('that nobody made opens nothing, and no weak or common password is taken', async () => {
    for (const wrong of ['x', `${token}x`, token.replace(/^./, (letter) => (letter === 'A' ? 'B' : 'A'))])
      expect(await refusedCheck(wrong)).toMatchObject({ status: 400, code: 'INVALID_INPUT', message: 'Link inválido.' })
    for (const newPassword of ['curta', 'Senha@123456'])
      expect(await visitor.refused(reset.completePasswordReset, { body: { token, newPassword } })).toMatchObject({
        status: 400,
        fieldErrors: { newPassword: expect.any(String) },
      })
    await complete(token)
  })

  it('TRUST-04 completing ends sessions and sockets, kills other links, keeps the second step, signs nobody in', async () => {
    const operator = await test.client(tenant.operator.phone)
    const socket = await openTestSocket(origin, operator)
    const cut = waitForDisconnect(socket)
    const staff = await test.client(tenant.staff.phone)
    const other = (await createResetLinkAsManager(staff, tenant.operator.id)).link.split('#t=')[1] ?? ''
    await test.deps.db.tenant(tenant.tenantId, (tx) =>
      tx.db.update(users).set({ secondStep: 'totp' }).where(eq(users.id, tenant.operator.id)),
    )
    await complete(token)
    await cut
    expect(await isSignedIn(operator)).toBe(false)
    expect(await isSignedIn(visitor)).toBe(false)
    expect(visitor.cookies.has('prosa_access')).toBe(false)
    expect(await refusedCheck(other)).toMatchObject({ message: 'Este link já foi utilizado.' })
    expect((await fetchPerson(staff, tenant.operator.id)).second_step).toBe('totp')
  })

  it('ends with the switching off of its person, and with a change of address', async () => {
    const staff = await test.client(tenant.staff.phone)
    await staff.call(people.switchOffPerson, { params: { id: tenant.operator.id } })
    await staff.call(people.switchOnPerson, { params: { id: tenant.operator.id } })
    expect((await refusedCheck(token)).status).toBe(400)
    test.advance(11 * MINUTE_MS)
    const next = await mailedToken(email)
    await visitor.call(reset.checkPasswordReset, { body: { token: next } })
    await staff.call(confirmSessionIdentity, { body: { password: TEST_PASSWORD } })
    await staff.call(people.updatePerson, { params: { id: tenant.operator.id }, body: { email: 'outra@um.test' } })
    expect((await refusedCheck(next)).status).toBe(400)
  })

  it('is kept as a hash only', async () => {
    const rows = await test.deps.db.tenant(tenant.tenantId, (tx) => tx.db.select().from(passwordResets))
    expect(JSON.stringify(rows)).not.toContain(token.split('.')[1])
    expect(test.logged()).not.toContain(token.split('.')[1])
  })
})

describe('a manager’s link', () => {
  it('TRUST-07 the person reads at the next sign-in who made it and when', async () => {
    const staff = await test.client(tenant.staff.phone)
    const { link } = await createResetLinkAsManager(staff, tenant.operator.id)
    await complete(link.split('#t=')[1] ?? '')
    const operator = await test.client()
    await operator.signIn(tenant.operator.phone, NEW_PASSWORD)
    const told = [{ kind: 'reset_link', by: tenant.staff.name, at: expect.any(String) }]
    expect((await operator.call(auth.me)).data.notices).toEqual(told)
    const body = { phone: tenant.operator.phone, password: NEW_PASSWORD }
    expect((await (await test.client()).call(auth.login, { body })).data.user.notices).toEqual(told)
    expect((await staff.call(auth.me)).data.notices).toEqual([])
  })

  it('is for managers, of those whom they manage, with a proof of who asks', async () => {
    const [admin, operator] = [await test.client(tenant.admin.phone), await test.client(tenant.operator.phone)]
    const params = (user: TestUser) => ({ params: { id: user.id } })
    expect(await admin.refused(people.makeResetLink, params(tenant.operator))).toMatchObject({ code: 'CONFIRMATION_REQUIRED' })
    for (const client of [admin, operator]) await client.call(confirmSessionIdentity, { body: { password: TEST_PASSWORD } })
    expect(await operator.refused(people.makeResetLink, params(tenant.admin))).toMatchObject({ status: 403 })
    expect(await admin.refused(people.makeResetLink, params(tenant.staff))).toMatchObject({ status: 403 })
    expect(await admin.refused(people.makeResetLink, params(tenant.admin))).toMatchObject({ status: 403 })
    await admin.call(people.switchOffPerson, params(tenant.operator))
    expect(await admin.refused(people.makeResetLink, params(tenant.operator))).toMatchObject({
      status: 409,
      message: 'Ative a pessoa antes de gerar um link de senha.',
    })
  })
})
