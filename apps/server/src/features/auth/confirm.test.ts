import { allCalls } from '@prosa/contract/calls/all'
import * as organisation from '@prosa/contract/calls/organisation'
import * as calls from '@prosa/contract/calls/second-step'
import { fillPath } from '@prosa/contract/http'
import { accessOf } from '@prosa/contract/rules/who-may'
import { v7 as uuid } from 'uuid'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createAuthenticator } from '../../testing/authenticator.ts'
import { createTenant, type TestTenant } from '../../testing/factories.ts'
import { confirmedClient, withPasskey } from '../../testing/second-step.ts'
import { startTestApp, TEST_PASSWORD, type TestApp } from '../../testing/test-app.ts'

let test: TestApp
let tenant: TestTenant

beforeEach(async () => {
  test = await startTestApp()
  tenant = await createTenant(test)
})
afterEach(() => test.close())

const settings = { body: { second_step: 'optional' as const, second_step_from: null } }
/** What the specification marks with °; that of a person's e-mail and phone is proven in users/people.test.ts. */
const MARKED = [
  'startTotp',
  'removeTotp',
  'newRecoveryCodes',
  'passkeyCreationOptions',
  'deletePasskey',
  'removeSecondStep',
  'makeResetLink',
  'startExport',
]
const codeOf = (body: string) => (JSON.parse(body) as { code?: string }).code

describe('a proof before what is grave', () => {
  it('TRUST-16 each call that is marked is refused without one, and no other is', async () => {
    const client = await test.client(tenant.staff.phone)
    const refused: string[] = []
    for (const call of allCalls.filter((one) => accessOf(one).kind !== 'public')) {
      if (call.name === 'logoutAll') continue
      const path = fillPath(
        call.path,
        Object.fromEntries([...call.path.matchAll(/:([a-zA-Z]+)/g)].map(([, name]) => [name, uuid()])),
      )
      const { statusCode, body } = await client.raw({ method: call.method, url: `/api${path}` })
      if (codeOf(body) !== 'CONFIRMATION_REQUIRED') continue
      expect(statusCode).toBe(403)
      refused.push(call.name)
    }
    expect(refused.toSorted()).toEqual(MARKED.toSorted())
    expect(await client.refused(organisation.setOrganisationSettings, settings)).toMatchObject({ code: 'CONFIRMATION_REQUIRED' })
  })

  it('TRUST-16 one by the password is good for 10 minutes, and for its session only', async () => {
    const client = await confirmedClient(test, tenant.staff.phone)
    await client.call(calls.startTotp)
    await client.call(organisation.setOrganisationSettings, settings)
    const other = await test.client(tenant.staff.phone)
    expect((await other.refused(calls.startTotp)).code).toBe('CONFIRMATION_REQUIRED')
    test.advance(10 * 60_000)
    const late = await test.client()
    for (const [name, value] of client.cookies) late.cookies.set(name, value)
    test.deps.bus.publish({ name: 'access.changed', payload: { tenantId: tenant.tenantId } })
    expect((await late.refused(calls.startTotp)).code).toBe('CONFIRMATION_REQUIRED')
  })

  it('TRUST-16 one by a passkey is as good, of a passkey of one’s own @wide', async () => {
    const { authenticator } = await withPasskey(test, tenant.staff.phone)
    const client = await test.client()
    const options = (await client.call(calls.passkeyOptions)).data
    await client.call(calls.passkeySignIn, { body: { response: authenticator.prove(options) } })
    const prove = async (by: typeof authenticator) => {
      const wanted = (await client.call(calls.passkeyOptions)).data
      return { body: { passkey: by.prove(wanted) } }
    }
    expect((await client.refused(calls.confirm, await prove(createAuthenticator()))).status).toBe(400)
    expect((await client.refused(calls.startTotp)).code).toBe('CONFIRMATION_REQUIRED')
    const proof = await prove(authenticator)
    await client.call(calls.confirm, proof)
    await client.call(calls.startTotp)
    expect((await client.refused(calls.confirm, proof)).status).toBe(400)
  })

  it('a wrong password, or nothing, is 400 under its field, and too many make wait @wide', async () => {
    const client = await test.client(tenant.staff.phone)
    expect(await client.refused(calls.confirm, { body: {} })).toMatchObject({ status: 400 })
    const wrong = { body: { password: 'Errada@123' } }
    expect(await client.refused(calls.confirm, wrong)).toMatchObject({
      status: 400,
      fieldErrors: { password: 'Senha incorreta.' },
    })
    for (let n = 0; n < 4; n++) await client.refused(calls.confirm, wrong)
    expect((await client.refused(calls.confirm, { body: { password: TEST_PASSWORD } })).status).toBe(429)
  })
})
