import * as reset from '@prosa/contract/calls/accounts/password-reset'
import * as people from '@prosa/contract/calls/organisation/people'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { passwordResets, users } from '../../../platform/database/schema/organisation/accounts.ts'
import { openSmtpDouble } from '../../../testing/doubles/mail/smtp-double.ts'
import type { Client } from '../../../testing/harness/client.ts'
import { startTestApp, type TestApp } from '../../../testing/harness/test-app.ts'
import {
  createResetLinkAsManager,
  extractResetTokens,
  getNewestResetToken,
  requestAndSendResetLink,
  setUserEmail,
} from '../../../testing/worlds/accounts/reset-links.ts'
import { fetchPerson } from '../../../testing/worlds/accounts/signed-in-tenant.ts'
import { createTenant, type TestTenant } from '../../../testing/worlds/factories.ts'

const NEW_PASSWORD = 'Outra@Senha9'
const MINUTE_MS = 60_000

let test: TestApp
let box: Awaited<ReturnType<typeof openSmtpDouble>>
let tenant: TestTenant
let visitor: Client

beforeAll(async () => {
  box = await openSmtpDouble()
  test = await startTestApp({ SMTP_URL: box.url, TRUST_PROXY: '1' })
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

const request = (account: string, ip: string) =>
  visitor.raw({
    method: 'POST',
    url: '/api/auth/password-reset',
    payload: { account },
    headers: { 'x-forwarded-for': ip },
  })
const mailedToken = async (account: string): Promise<string> => {
  await requestAndSendResetLink(test, account)
  return getNewestResetToken(box.mails)
}

describe('asking for a link', () => {
  it('TRUST-02 known, unknown, switched-off and mail-less accounts get the same bytes', async () => {
    await setUserEmail(test, tenant, tenant.staff, 'ana@um.test')
    await test.deps.db.tenant(tenant.tenantId, (tx) =>
      tx.db.update(users).set({ active: false }).where(eq(users.id, tenant.admin.id)),
    )
    const answers = new Set<string>()
    for (const [n, account] of [
      'ana@um.test',
      tenant.staff.phone,
      tenant.operator.phone,
      tenant.admin.phone,
      'x@y.z',
      'nada',
    ].entries()) {
      const { statusCode, body, headers } = await visitor.raw({
        method: 'POST',
        url: '/api/auth/password-reset',
        payload: { account },
        headers: { 'x-forwarded-for': `10.${n}.0.1` },
      })
      answers.add(JSON.stringify([statusCode, body, headers['content-length'], headers['set-cookie']]))
    }
    expect([...answers]).toEqual([JSON.stringify([200, '{"success":true,"data":{"mail":true}}', '37', undefined])])
    await vi.waitFor(() => expect(box.mails).toHaveLength(1), { timeout: 20_000 })
  })

  it('one address with accounts in two organisations gets one mail, with a link for each', async () => {
    const other = await createTenant(test)
    await setUserEmail(test, tenant, tenant.staff, 'Duas@casas.test')
    await setUserEmail(test, other, other.staff, 'duas@casas.test')
    await requestAndSendResetLink(test, 'duas@CASAS.test')
    expect(box.mails).toHaveLength(1)
    expect(extractResetTokens(box.mails[0])).toHaveLength(2)
  })

  it('TRUST-05 asking again within ten minutes sends nothing, and the earlier link stays good', async () => {
    // Uses a separate address: a job of another test may still be queued when the clock is set forward.
    const address = 'bia@um.test'
    const mails = () => box.mails.filter((mail) => mail.includes(address))
    await setUserEmail(test, tenant, tenant.staff, address)
    const token = await mailedToken(address)
    for (let n = 0; n < 5; n += 1) await requestAndSendResetLink(test, n % 2 ? address : tenant.staff.phone)
    expect(mails()).toHaveLength(1)
    test.advance(10 * MINUTE_MS + 1_000)
    await requestAndSendResetLink(test, address)
    expect(mails()).toHaveLength(2)
    await visitor.call(reset.checkPasswordReset, { body: { token } })
  })

  it('asks of one network beyond ten an hour get the same answer and send nothing', async () => {
    const people = (await Promise.all([1, 2, 3, 4].map(() => createTenant(test)))).flatMap((own) =>
      [own.staff, own.operator, own.admin].map((person) => ({ own, person })),
    )
    const answers = new Set<string>()
    for (const [n, { own, person }] of people.entries()) {
      await setUserEmail(test, own, person, `pessoa${n}@um.test`)
      answers.add((await request(`pessoa${n}@um.test`, `192.0.2.${n}`)).body)
    }
    expect([people.length, answers.size]).toEqual([12, 1])
    await vi.waitFor(() => expect(box.mails).toHaveLength(10), { timeout: 20_000 })
  })

  it.each([
    ['60 of 6 networks', 60],
    ['500 of 50 networks @wide', 500],
  ])('TRUST-05 TRUST-14 a flood of requests that send nothing keeps nobody’s mail back: %s', async (_title, requests) => {
    await setUserEmail(test, tenant, tenant.staff, 'dona@um.test')
    const sent = vi.spyOn(test.deps.jobs, 'send')
    await Promise.all(
      Array.from({ length: requests }, (_, n) => request(`ninguem${n}@um.test`, `198.${n % (requests / 10)}.0.1`)),
    )
    const from = performance.now()
    await request('dona@um.test', '203.0.113.1')
    await vi.waitFor(() => expect(box.mails).toHaveLength(1), { timeout: 30_000 })
    expect(performance.now() - from).toBeLessThan(30_000)
    expect(sent.mock.calls.filter(([, name]) => name === 'send-reset-link')).toHaveLength(1)
    sent.mockRestore()
  })

  it('TRUST-14 a job holds neither the phone nor the address, and nothing is queued again within ten minutes', async () => {
    await setUserEmail(test, tenant, tenant.staff, 'dona2@um.test')
    const sent = vi.spyOn(test.deps.jobs, 'send')
    for (const account of ['dona2@um.test', tenant.staff.phone]) {
      await request(account, '203.0.113.2')
      await vi.waitFor(() => expect(box.mails).toHaveLength(1), { timeout: 20_000 })
      await vi.waitFor(async () => {
        const sentAt = await test.deps.db.tenant(tenant.tenantId, (tx) =>
          tx.db.select({ at: passwordResets.sentAt }).from(passwordResets),
        )
        expect(sentAt).toEqual([{ at: expect.any(Date) }])
      })
    }
    const jobs = sent.mock.calls.filter(([, name]) => name === 'send-reset-link')
    expect(jobs.map(([, , data]) => data)).toEqual([{ accounts: [{ tenantId: tenant.tenantId, userId: tenant.staff.id }] }])
    expect(JSON.stringify(jobs[0]?.[3])).not.toMatch(/dona2|@/)
    sent.mockRestore()
  })

  it('a mail server that is away is asked again, with a link that works', async () => {
    const away = await startTestApp({ SMTP_URL: 'smtp://127.0.0.1:1' })
    const own = await createTenant(away)
    await setUserEmail(away, own, own.staff, 'ana@um.test')
    await expect(requestAndSendResetLink(away, 'ana@um.test')).rejects.toThrow()
    await requestAndSendResetLink(away, 'ana@um.test', test.deps.mailer)
    expect(extractResetTokens(box.mails[0])).toHaveLength(1)
    await away.close()
  })

  it('TRUST-06 without mail the person is marked, once in 24 hours, and a manager’s link does the same', async () => {
    const mailless = await startTestApp()
    const own = await createTenant(mailless)
    let staff = await mailless.client(own.staff.phone)
    const since = async () => (await fetchPerson(staff, own.operator.id)).reset_asked_at
    expect(await since()).toBeNull()
    await requestAndSendResetLink(mailless, own.operator.phone)
    const first = await since()
    expect(first).toEqual(expect.any(String))
    await requestAndSendResetLink(mailless, own.operator.phone)
    expect(await since()).toBe(first)
    mailless.advance(24 * 60 * MINUTE_MS)
    staff = await mailless.client(own.staff.phone)
    // A request is no longer shown after a day, and a new one sets a new time.
    expect(await since()).toBeNull()
    await requestAndSendResetLink(mailless, own.operator.phone)
    expect(new Date((await since()) ?? 0).getTime()).toBeGreaterThan(new Date(first ?? 0).getTime())
    const colleague = await mailless.client(own.operator.phone)
    expect((await colleague.call(people.getPerson, { params: { id: own.staff.id } })).data).not.toHaveProperty('reset_asked_at')
    const made = await createResetLinkAsManager(staff, own.operator.id)
    expect(made).toMatchObject({ email_sent: false, link: expect.stringContaining('/recuperar-senha#t=') })
    expect(await since()).toBeNull()
    const token = made.link.split('#t=')[1] ?? ''
    await (await mailless.client()).call(reset.completePasswordReset, { body: { token, newPassword: NEW_PASSWORD } })
    await (await mailless.client()).signIn(own.operator.phone, NEW_PASSWORD)
    await mailless.close()
  })
})
