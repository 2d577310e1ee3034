import { me } from '@prosa/contract/calls/auth'
import { unreadCounts } from '@prosa/contract/calls/conversations'
import * as onboarding from '@prosa/contract/calls/onboarding'
import { inviteUser, listInvitations } from '@prosa/contract/calls/users'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Client } from '../../testing/client.ts'
import { createConversation, createTenant, type TestTenant } from '../../testing/factories.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let test: TestApp
let tenant: TestTenant
let staff: Client
let phone = 0

beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())
/** A tenant of its own for each test: invitations are limited by user and tenant. */
beforeEach(async () => {
  tenant = await createTenant(test)
  staff = await test.client(tenant.staff.phone)
})

/** The token of a fresh invitation. */
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

  it('CALL-29 a link works once, under a hundred at the same time', async () => {
    const { token } = await invited('nova@exemplo.com')
    const outcomes = await Promise.all(
      Array.from({ length: 100 }, async () => {
        const visitor = await test.client()
        const { statusCode, body } = await visitor.raw({ method: 'POST', url: `/api/onboarding/${token}`, payload: form() })
        return { statusCode, message: (JSON.parse(body) as { message: string }).message }
      }),
    )
    expect(outcomes.filter((outcome) => outcome.statusCode === 200)).toHaveLength(1)
    const refused = outcomes.filter((outcome) => outcome.statusCode !== 200)
    expect(new Set(refused.map((outcome) => outcome.statusCode))).toEqual(new Set([410]))
    expect(refused[0]?.message).toContain('utilizado')
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
})
