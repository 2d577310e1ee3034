import { me } from '@prosa/contract/calls/accounts/auth'
import * as onboarding from '@prosa/contract/calls/accounts/onboarding'
import { unreadCounts } from '@prosa/contract/calls/conversations/conversations'
import { generateInvitationToken, inviteUser, listInvitations } from '@prosa/contract/calls/organisation/users'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Client } from '../../testing/harness/client.ts'
import { startTestApp, type TestApp } from '../../testing/harness/test-app.ts'
import { createConversation, createTenant, type TestTenant } from '../../testing/worlds/factories.ts'

let test: TestApp
let tenant: TestTenant
let staff: Client
let phone = 0

/** Starts a server for each test, because addresses, users and tenants are limited. */
beforeEach(async () => {
  test = await startTestApp({ TRUST_PROXY: '1' })
  tenant = await createTenant(test)
  staff = await test.client(tenant.staff.phone)
})
afterEach(() => test.close())

/** Returns the token of a new invitation. */
const invited = async (email: string, role: 'admin' | 'operator' = 'operator') => {
  const { data } = await staff.call(inviteUser, { body: { email, tenantDomain: tenant.domain, role } })
  return { token: new URL(data?.link ?? '').searchParams.get('token') ?? '' }
}

const form = () => ({ name: 'Nova Pessoa', phone: `+55119888800${String(++phone).padStart(2, '0')}`, password: 'Nova@12345' })

describe('onboarding', () => {
  it('CALL-29 ONB-17 makes the user and opens a session with the cookies of a sign-in', async () => {
    await createConversation(test, tenant, { history: 'hh' })
    const { token } = await invited('nova@exemplo.com', 'admin')
    const visitor = await test.client()
    const body = form()
    const answer = await visitor.call(onboarding.completeOnboarding, { params: { token }, body })
    expect(answer.message).toBe('Bem-vindo(a)! Sua conta foi criada com sucesso.')
    expect(answer.data.user).toMatchObject({
      name: 'Nova Pessoa',
      email: 'nova@exemplo.com',
      role: 'admin',
      tenant: { id: tenant.tenantId },
    })
    expect((await visitor.call(me)).data.id).toBe(answer.data.user.id)
    await (await test.client()).call(me, { headers: { authorization: `Bearer ${answer.data.token}` } })
    expect((await visitor.call(unreadCounts)).data.unreadCounts).toEqual([])
    await (await test.client()).signIn(body.phone, body.password)
    expect((await staff.call(listInvitations)).data).toEqual([])
  })

  it('CALL-29 a link works once, under a hundred at the same time @wide', async () => {
    const { token } = await invited('nova@exemplo.com')
    const outcomes = await Promise.all(
      Array.from({ length: 100 }, async () => {
        const visitor = await test.client()
        const { statusCode, body } = await visitor.raw({ method: 'POST', url: `/api/onboarding/${token}`, payload: form() })
        return { statusCode, message: (JSON.parse(body) as { message: string }).message }
      }),
    )
    expect(outcomes.filter((outcome) => outcome.statusCode === 200)).toHaveLength(1)
    // Of 100 forms, ten pass the limit of the link: one succeeds and nine find it used.
    const late = outcomes.filter((outcome) => outcome.statusCode === 410)
    expect(late).toHaveLength(9)
    expect(late[0]?.message).toContain('utilizado')
    expect(outcomes.filter((outcome) => outcome.statusCode === 429)).toHaveLength(90)
  })

  it('G10 refuses no phone, another user’s phone, a weak password and a bad name, and the link still works', async () => {
    const { token } = await invited('nova@exemplo.com')
    const visitor = await test.client()
    const attempt = (change: object) =>
      visitor.refused(onboarding.completeOnboarding, { params: { token }, rawBody: { ...form(), ...change } })
    expect(await attempt({ phone: undefined })).toMatchObject({ status: 400, fieldErrors: { phone: 'Telefone é obrigatório.' } })
    expect(await attempt({ phone: tenant.staff.phone })).toMatchObject({
      status: 409,
      fieldErrors: { phone: 'Este telefone já está em uso.' },
    })
    expect(await attempt({ password: 'fraca' })).toMatchObject({
      status: 400,
      fieldErrors: { password: expect.stringContaining('entre 8 e 128') },
    })
    expect(await attempt({ name: 'X9' })).toMatchObject({ status: 400, fieldErrors: { name: expect.any(String) } })
    await visitor.call(onboarding.completeOnboarding, { params: { token }, body: form() })
  })

  it('one link tells of three taken phones at most, also under many at once, and only a form that is right otherwise @wide', async () => {
    const invitation = await invited('nova@exemplo.com')
    const params = { token: invitation.token }
    const visitor = await test.client()
    const taken = { ...form(), phone: tenant.staff.phone }
    const common = await visitor.refused(onboarding.completeOnboarding, { params, body: { ...taken, password: 'Brasil@2026' } })
    expect(common).toMatchObject({ status: 400, fieldErrors: { password: expect.stringContaining('comum') } })
    const answers = await Promise.all(
      Array.from({ length: 9 }, () => visitor.refused(onboarding.completeOnboarding, { params, body: taken })),
    )
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(3)
    expect(answers.filter(({ status, message }) => status === 410 && message.includes('expirado'))).toHaveLength(6)
    const [spent] = (await staff.call(listInvitations)).data
    const { data } = await staff.call(generateInvitationToken, { body: { userId: spent?.user.id ?? '' } })
    const again = { params: { token: data?.token ?? '' } }
    expect(await visitor.refused(onboarding.completeOnboarding, { ...again, body: taken })).toMatchObject({ status: 409 })
    expect((await visitor.call(onboarding.validateInvitation, again)).data.user.email).toBe('nova@exemplo.com')
  })

  it('an address is limited by what was refused, not by how many join from it @wide', async () => {
    const tokens: string[] = []
    for (let n = 0; n < 12; n++) tokens.push((await invited(`pessoa${n}@exemplo.com`)).token)
    const address = { 'x-forwarded-for': '203.0.113.40' }
    const send = async (token: string) =>
      (await (await test.client()).raw({ method: 'POST', url: `/api/onboarding/${token}`, payload: form(), headers: address }))
        .statusCode
    for (const token of tokens) expect(await send(token)).toBe(200)
    const madeUp = (n: number) => `${tokens[0]?.split('.')[0]}.${String(n).padStart(43, 'x')}`
    const refused = []
    for (let n = 0; n < 32; n++) refused.push(await send(madeUp(n)))
    expect(refused.filter((status) => status === 404)).toHaveLength(30)
    expect(refused.slice(30)).toEqual([429, 429])
    const elsewhere = await (await test.client()).refused(onboarding.completeOnboarding, {
      params: { token: madeUp(99) },
      body: form(),
      headers: { 'x-forwarded-for': '203.0.113.41' },
    })
    expect(elsewhere.status).toBe(404)
  })
})
