import * as calls from '@prosa/contract/calls/accounts/auth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, TEST_PASSWORD, type TestApp } from '../../../testing/harness/test-app.ts'
import { createTenant, type TestTenant } from '../../../testing/worlds/factories.ts'

let test: TestApp
let tenant: TestTenant

beforeAll(async () => {
  test = await startTestApp()
  tenant = await createTenant(test)
})
afterAll(() => test.close())

describe('sessions', () => {
  it('CALL-04 log-out ends this session on the server, not only in the browser', async () => {
    const client = await test.client(tenant.staff.phone)
    const cookies = new Map(client.cookies)
    await client.call(calls.logout)
    expect([...client.cookies.keys()]).toEqual(['prosa_device'])
    for (const [name, value] of cookies) client.cookies.set(name, value)
    expect(await client.refused(calls.me)).toMatchObject({ status: 401 })
    expect(await client.refused(calls.refresh)).toMatchObject({ status: 401 })
  })

  it('CALL-04 log-out ends the session also when its access has expired', async () => {
    const client = await test.client(tenant.staff.phone)
    const refresh = client.cookies.get('prosa_refresh') ?? ''
    client.cookies.delete('prosa_access')
    await client.call(calls.logout)
    client.cookies.set('prosa_refresh', refresh)
    expect(await client.refused(calls.refresh)).toMatchObject({ status: 401 })
  })

  it('somebody’s signing out is nothing that anybody else notices', async () => {
    const own = await createTenant(test)
    const reader = await test.client(own.staff.phone)
    const leavers = []
    for (let n = 0; n < 8; n++) leavers.push(await test.client(own.admin.phone))
    const reading = Array.from({ length: 40 }, () => reader.call(calls.me))
    const [first] = await Promise.all([...reading, ...leavers.map((leaver) => leaver.call(calls.logout))])
    expect(first).toMatchObject({ data: { id: own.staff.id } })
  })

  it('CALL-05 log-out everywhere ends every session of the user and of nobody else', async () => {
    const own = await createTenant(test)
    const [one, two, colleague] = [
      await test.client(own.staff.phone),
      await test.client(own.staff.phone),
      await test.client(own.admin.phone),
    ]
    await one.call(calls.logoutAll)
    expect(await two.refused(calls.me)).toMatchObject({ status: 401 })
    await colleague.call(calls.me)
  })

  it('CALL-07 lists the user’s devices, marks the current one, and ends another', async () => {
    const own = await createTenant(test)
    const [here, there] = [await test.client(own.staff.phone), await test.client(own.staff.phone)]
    await test.client(own.admin.phone)
    const { sessions } = (await here.call(calls.sessions)).data
    expect(sessions).toHaveLength(2)
    const other = sessions.find((session) => !session.current)
    await here.call(calls.endSession, { params: { id: other?.id ?? '' } })
    expect(await there.refused(calls.me)).toMatchObject({ status: 401 })
    expect((await here.call(calls.sessions)).data.sessions).toHaveLength(1)
    expect(await here.refused(calls.endSession, { params: { id: other?.id ?? '' } })).toMatchObject({ status: 404 })
  })

  it('CALL-06 changes the password under the rule, after checking the old one, and ends the other sessions', async () => {
    const own = await createTenant(test)
    const [here, there] = [await test.client(own.staff.phone), await test.client(own.staff.phone)]
    expect(
      await here.refused(calls.changePassword, { body: { currentPassword: 'Errada@123', newPassword: 'Nova@12345' } }),
    ).toMatchObject({
      status: 400,
      fieldErrors: { currentPassword: 'A senha atual está incorreta.' },
    })
    expect(
      await here.refused(calls.changePassword, { body: { currentPassword: TEST_PASSWORD, newPassword: 'fraca' } }),
    ).toMatchObject({ status: 400 })
    expect(
      await here.refused(calls.changePassword, { body: { currentPassword: TEST_PASSWORD, newPassword: 'Brasil@2026' } }),
    ).toMatchObject({
      status: 400,
      code: 'VALIDATION_ERROR',
      fieldErrors: { newPassword: expect.stringContaining('muito comum') },
    })
    await here.call(calls.changePassword, { body: { currentPassword: TEST_PASSWORD, newPassword: 'Nova@12345' } })
    await here.call(calls.me)
    expect(await there.refused(calls.me)).toMatchObject({ status: 401 })
    await expect(here.signIn(own.staff.phone, TEST_PASSWORD)).rejects.toThrow('INVALID_CREDENTIALS')
  })
})
