import * as step from '@prosa/contract/calls/accounts/second-step'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { openSmtpDouble } from '../../../testing/doubles/mail/smtp-double.ts'
import type { Client } from '../../../testing/harness/client.ts'
import { startTestApp, TEST_PASSWORD, type TestApp } from '../../../testing/harness/test-app.ts'
import { openTestSocket } from '../../../testing/harness/test-socket.ts'
import { setUserEmail } from '../../../testing/worlds/accounts/reset-links.ts'
import { createClientWithPasskey } from '../../../testing/worlds/accounts/two-factor-clients.ts'
import { createTenant, type TestTenant } from '../../../testing/worlds/factories.ts'

const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36'
const UUID = /^[\da-f-]{36}$/

let test: TestApp
let origin: string
let box: Awaited<ReturnType<typeof openSmtpDouble>>
let tenant: TestTenant
/** Payloads of the `session.new` events that were emitted, in order. */
let told: { userId: string; device: string; ip: string; sessionId: string }[]

beforeAll(async () => {
  box = await openSmtpDouble()
  test = await startTestApp({ SMTP_URL: box.url, TRUST_PROXY: '1' })
  origin = await test.listen()
  test.deps.bus.on('session.new', (event) => told.push(event))
})
afterAll(async () => {
  await test.close()
  await box.close()
})
beforeEach(async () => {
  tenant = await createTenant(test)
  told = []
  box.mails.length = 0
})

const enter = (client: Client, phone: string, password = TEST_PASSWORD) =>
  client.raw({
    method: 'POST',
    url: '/api/auth/login',
    headers: { 'x-forwarded-for': '203.0.113.9', 'user-agent': CHROME },
    payload: { phone, password },
  })

describe('told of new accesses', () => {
  it('TRUST-15 a sign-in without that person’s device token is told, one with it is not', async () => {
    const client = await test.client()
    await enter(client, tenant.operator.phone)
    expect(told).toEqual([
      {
        tenantId: tenant.tenantId,
        userId: tenant.operator.id,
        sessionId: expect.stringMatching(UUID) as string,
        device: 'Chrome no Windows',
        ip: '203.0.113.9',
        at: expect.stringMatching(/Z$/) as string,
      },
    ])
    await enter(client, tenant.operator.phone)
    expect(told).toHaveLength(1)
    // A device token belongs to one user: a colleague on the same browser is still on a new device.
    await enter(client, tenant.admin.phone)
    expect(told.map(({ userId }) => userId)).toEqual([tenant.operator.id, tenant.admin.id])
    // On a shared browser, a user stays known after others sign in.
    await enter(client, tenant.operator.phone)
    expect(told).toHaveLength(2)
    await enter(await test.client(), tenant.operator.phone, 'Errada@123')
    expect(told).toHaveLength(2)
  })

  it('TRUST-15 by passkey too', async () => {
    const { authenticator } = await createClientWithPasskey(test, tenant.staff.phone)
    told = []
    const visitor = await test.client()
    const options = (await visitor.call(step.passkeyOptions)).data
    await visitor.call(step.passkeySignIn, { body: { response: authenticator.prove(options) } })
    expect(told.map(({ userId }) => userId)).toEqual([tenant.staff.id])
  })

  it('TRUST-15 their mail box is told, once, with device, address and what to do', async () => {
    await setUserEmail(test, tenant, tenant.operator, 'ana@um.test')
    // A user without an e-mail address is notified in the panel only.
    await enter(await test.client(), tenant.admin.phone)
    await enter(await test.client(), tenant.operator.phone)
    await vi.waitFor(() => expect(box.mails).toHaveLength(1), { timeout: 20_000 })
    const mail = (box.mails[0] ?? '').replaceAll('=\r\n', '')
    expect(mail).toContain('To: ana@um.test')
    expect(mail).toContain('Aparelho: Chrome no Windows')
    expect(mail).toMatch(/Endere=C3=A7o: 203\.0\.113\.9/)
    expect(mail).toContain('http://localhost:3000/user/settings')
    expect(told).toHaveLength(2)
  })

  it('TRUST-15 every open tab of the person hears it, and nobody else’s', async () => {
    const { phone } = tenant.operator
    const [tab, colleague] = await Promise.all([
      openTestSocket(origin, await test.client(phone)),
      openTestSocket(origin, await test.client(tenant.admin.phone)),
    ])
    await enter(await test.client(), phone)
    expect(await tab.hear('session_new', ({ ip }) => ip === '203.0.113.9')).toMatchObject({ device: 'Chrome no Windows' })
    await enter(await test.client(), tenant.admin.phone)
    await colleague.hear('session_new')
    expect(colleague.heard('session_new')).toHaveLength(1)
    tab.close()
    colleague.close()
  })
})
