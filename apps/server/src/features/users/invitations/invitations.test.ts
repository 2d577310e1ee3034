import * as onboarding from '@prosa/contract/calls/accounts/onboarding'
import * as calls from '@prosa/contract/calls/organisation/users'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSmtpDouble } from '../../../testing/doubles/mail/smtp-double.ts'
import type { Client } from '../../../testing/harness/client.ts'
import { startTestApp, type TestApp } from '../../../testing/harness/test-app.ts'
import { createConfirmedClient } from '../../../testing/worlds/accounts/two-factor-clients.ts'
import { createTenant, type TestTenant } from '../../../testing/worlds/factories.ts'

let test: TestApp
let tenant: TestTenant
let staff: Client

beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

/** Creates a tenant for one test, because invitations are limited per user and tenant. */
async function freshTenant(options: { platform?: boolean } = {}) {
  tenant = await createTenant(test, options)
  staff = await createConfirmedClient(test, tenant.staff.phone)
}

const invite = async (email: string, role: 'staff' | 'admin' | 'operator' = 'operator') => {
  const { data } = await staff.call(calls.inviteUser, { body: { email, tenantDomain: tenant.domain, role } })
  const token = new URL(data?.link ?? '').searchParams.get('token') ?? ''
  return { token, invitation: data?.invitation }
}

describe('inviting', () => {
  it('CALL-24 CALL-25 INVITE-21 G13 makes an invitation and, without a mail server, shows its link to the inviter', async () => {
    await freshTenant()
    const { token, invitation } = await invite('Nova@Exemplo.com')
    expect(token).not.toBe('')
    expect(invitation).toMatchObject({
      user: { email: 'nova@exemplo.com', role: 'operator' },
      status: 'PENDING',
      tenant: { domain: tenant.domain },
    })
    const { data } = await staff.call(calls.listInvitations)
    expect(data).toEqual([invitation])
    expect(new Date(invitation?.expiresAt ?? 0).getTime()).toBeGreaterThan(Date.now())
  })

  it('INVITE-20 sends the link by mail when there is a mail server, and keeps it to the mail', async () => {
    const box = await openSmtpDouble()
    const mailing = await startTestApp({ SMTP_URL: box.url, PUBLIC_URL: 'https://panel.test' })
    const own = await createTenant(mailing)
    const client = await mailing.client(own.staff.phone)
    const answer = await client.call(calls.inviteUser, {
      body: { email: 'nova@exemplo.com', tenantDomain: own.domain, role: 'staff' },
    })
    expect(answer).toMatchObject({ message: 'Usuário convidado com sucesso!', data: { emailSent: true } })
    expect(answer.data?.link).toBeUndefined()
    const mail = (box.mails[0] ?? '').replaceAll('=\r\n', '').replaceAll('=3D', '=')
    expect(mail).toContain('To: nova@exemplo.com')
    const token = /https:\/\/panel\.test\/onboarding\?token=([\w.-]+)/.exec(mail)?.[1] ?? ''
    const seen = await (await mailing.client()).call(onboarding.validateInvitation, { params: { token } })
    expect(seen.data.user.email).toBe('nova@exemplo.com')
    await mailing.close()
    await box.close()
  })

  it('a mail server that is away does not lose the invitation: its link is shown @wide', async () => {
    const mailing = await startTestApp({ SMTP_URL: 'smtp://127.0.0.1:1' })
    const own = await createTenant(mailing)
    const client = await mailing.client(own.staff.phone)
    const { data } = await client.call(calls.inviteUser, {
      body: { email: 'nova@exemplo.com', tenantDomain: own.domain, role: 'staff' },
    })
    expect(data).toMatchObject({ emailSent: false, link: expect.stringContaining('/onboarding?token=') })
    await mailing.close()
  })

  it('refuses what is missing, a taken address, a foreign domain and who may not', async () => {
    await freshTenant()
    const other = await createTenant(test)
    expect(await staff.refused(calls.inviteUser, { rawBody: { email: '', tenantDomain: '' } })).toMatchObject({
      status: 400,
      fieldErrors: { email: 'Por favor, digite o email', tenantDomain: 'Por favor, digite o domínio do tenant' },
    })
    await invite('uma@exemplo.com')
    const again = { email: 'UMA@exemplo.com', tenantDomain: tenant.domain, role: 'staff' as const }
    expect(await staff.refused(calls.inviteUser, { body: again })).toMatchObject({
      status: 409,
      fieldErrors: { email: expect.stringContaining('pendente') },
    })
    expect(await staff.refused(calls.inviteUser, { body: { ...again, tenantDomain: other.domain } })).toMatchObject({
      status: 404,
      code: 'TENANT_NOT_FOUND',
    })
    const operator = await test.client(tenant.operator.phone)
    expect(await operator.refused(calls.inviteUser, { body: again })).toMatchObject({ status: 403, code: 'PERMISSION_DENIED' })
    expect(await operator.refused(calls.listInvitations)).toMatchObject({ status: 403 })
    await (await test.client(tenant.admin.phone)).call(calls.listInvitations)
  })

  it('one address gets one invitation, however many are made at once; nobody is made into more than the inviter', async () => {
    await freshTenant()
    const body = { email: 'uma@exemplo.com', tenantDomain: tenant.domain, role: 'staff' as const }
    const outcomes = await Promise.all(
      Array.from({ length: 6 }, () => staff.raw({ method: 'POST', url: '/api/users/invite', payload: body })),
    )
    expect(outcomes.map(({ statusCode }) => statusCode).sort((a, b) => a - b)).toEqual([200, 409, 409, 409, 409, 409])
    expect((await staff.call(calls.listInvitations)).data).toHaveLength(1)
    const admin = await test.client(tenant.admin.phone)
    expect(await admin.refused(calls.inviteUser, { body: { ...body, email: 'outra@exemplo.com' } })).toMatchObject({
      status: 403,
    })
    await admin.call(calls.inviteUser, { body: { ...body, email: 'outra@exemplo.com', role: 'admin' } })
  })

  it.each([true, false])('nobody lays hands on an invitation above the own role (platform tenant: %s)', async (platform) => {
    await freshTenant({ platform })
    const { token, invitation } = await invite('chefe@exemplo.com', 'staff')
    const admin = await test.client(tenant.admin.phone)
    const operator = await test.client(tenant.operator.phone)
    // The list contains the recipient, but not the token.
    const seen = await admin.raw({ method: 'GET', url: '/api/users/invitations' })
    expect(seen.body).toContain('chefe@exemplo.com')
    expect(seen.body).not.toContain(token)
    for (const client of [admin, operator]) {
      // Older panels that do not know the user's id send the invitation's id.
      for (const userId of [invitation?.user.id ?? '', invitation?.id ?? '']) {
        const refused = await client.refused(calls.generateInvitationToken, { body: { userId } })
        expect(refused).toMatchObject({ status: 403, code: 'PERMISSION_DENIED' })
      }
      const cancelled = await client.refused(calls.cancelInvitation, { params: { id: invitation?.id ?? '' } })
      expect(cancelled).toMatchObject({ status: 403, code: 'PERMISSION_DENIED' })
    }
    // The link already sent stays valid.
    await (await test.client()).call(onboarding.validateInvitation, { params: { token } })
    await staff.call(calls.generateInvitationToken, { body: { userId: invitation?.user.id ?? '' } })
  })

  it('an admin sends again and takes back what an admin may hand out', async () => {
    await freshTenant()
    const admin = await test.client(tenant.admin.phone)
    for (const role of ['admin', 'operator'] as const) {
      const { invitation } = await invite(`${role}@exemplo.com`, role)
      const { data } = await admin.call(calls.generateInvitationToken, { body: { userId: invitation?.user.id ?? '' } })
      await (await test.client()).call(onboarding.validateInvitation, { params: { token: data.token } })
      await admin.call(calls.cancelInvitation, { params: { id: invitation?.id ?? '' } })
      expect((await admin.call(calls.listInvitations)).data).toEqual([])
    }
  })

  it('TENANT-11 staff of the platform invite into any tenant', async () => {
    await freshTenant({ platform: true })
    const other = await createTenant(test)
    const { data } = await staff.call(calls.inviteUser, {
      body: { email: 'fora@exemplo.com', tenantDomain: other.domain, role: 'staff' },
    })
    expect(data?.invitation?.tenant.domain).toBe(other.domain)
    const theirs = await test.client(other.staff.phone)
    expect((await theirs.call(calls.listInvitations)).data.map((i) => i.user.email)).toEqual(['fora@exemplo.com'])
  })

  it('at most 20 an hour go out from one user', async () => {
    await freshTenant()
    for (let n = 0; n < 20; n++) await invite(`p${n}@exemplo.com`)
    const body = { email: 'p20@exemplo.com', tenantDomain: tenant.domain, role: 'staff' as const }
    expect(await staff.refused(calls.inviteUser, { body })).toMatchObject({ status: 429, code: 'RATE_LIMIT_EXCEEDED' })
  })
})

describe('the link', () => {
  it('CALL-28 shows who is invited where, as often as one looks', async () => {
    await freshTenant()
    const { token } = await invite('nova@exemplo.com', 'admin')
    const visitor = await test.client()
    for (let n = 0; n < 2; n++) {
      expect((await visitor.call(onboarding.validateInvitation, { params: { token } })).data).toMatchObject({
        user: { email: 'nova@exemplo.com', role: 'admin' },
        tenant: { id: tenant.tenantId },
      })
    }
  })

  it('CALL-27 INVITE-19 sending again kills the old link', async () => {
    await freshTenant()
    const { token, invitation } = await invite('nova@exemplo.com')
    const { data } = await staff.call(calls.generateInvitationToken, { body: { userId: invitation?.user.id ?? '' } })
    const visitor = await test.client()
    expect(await visitor.refused(onboarding.validateInvitation, { params: { token } })).toMatchObject({
      status: 404,
      code: 'INVALID_INPUT',
      message: 'Convite inválido.',
    })
    await visitor.call(onboarding.validateInvitation, { params: { token: data.token } })
  })

  it('CALL-26 cancelling kills it too', async () => {
    await freshTenant()
    const { token, invitation } = await invite('nova@exemplo.com')
    const params = { id: invitation?.id ?? '' }
    expect(await staff.call(calls.cancelInvitation, { params })).toEqual({ success: true, message: 'Convite cancelado.' })
    expect(await (await test.client()).refused(onboarding.validateInvitation, { params: { token } })).toMatchObject({
      status: 404,
    })
    expect(await staff.refused(calls.cancelInvitation, { params })).toMatchObject({ status: 404 })
  })

  it('G14 an expired, a used and a made-up link say so in words that the panel knows', async () => {
    const own = await startTestApp()
    const t = await createTenant(own)
    const client = await own.client(t.staff.phone)
    const body = { email: 'nova@exemplo.com', tenantDomain: t.domain, role: 'staff' as const }
    const link = (await client.call(calls.inviteUser, { body })).data?.link ?? ''
    const token = new URL(link).searchParams.get('token') ?? ''
    const visitor = await own.client()
    for (const bad of ['x', `${token}x`, token.slice(0, -1), `AAAA.${token.split('.')[1]}`]) {
      expect(await visitor.refused(onboarding.validateInvitation, { params: { token: bad } })).toMatchObject({
        status: 404,
        message: 'Convite inválido.',
      })
    }
    own.advance(8 * 86_400_000)
    expect(await visitor.refused(onboarding.validateInvitation, { params: { token } })).toMatchObject({
      status: 410,
      message: expect.stringContaining('expirado'),
    })
    await own.close()
  })
})
