import * as auth from '@prosa/contract/calls/accounts/auth'
import { getLead, pauseLead } from '@prosa/contract/calls/conversations/leads'
import * as calls from '@prosa/contract/calls/organisation/people'
import { inviteUser } from '@prosa/contract/calls/organisation/users'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { waitForDisconnect } from '../../../testing/cluster/two-processes.ts'
import type { Client } from '../../../testing/harness/client.ts'
import { startTestApp, TEST_PASSWORD, type TestApp } from '../../../testing/harness/test-app.ts'
import { connectTestSocket, openTestSocket } from '../../../testing/harness/test-socket.ts'
import {
  createSignedInTenant,
  fetchPeopleAuditEntries,
  isSignedIn,
  submitPersonChange,
} from '../../../testing/worlds/accounts/signed-in-tenant.ts'
import { createConversation, type TestTenant } from '../../../testing/worlds/factories.ts'

let test: TestApp
let origin: string
let tenant: TestTenant
let staff: Client
let admin: Client
let operator: Client

beforeAll(async () => {
  test = await startTestApp()
  origin = await test.listen()
})
afterAll(() => test.close())
beforeEach(async () => {
  ;({ tenant, staff, admin, operator } = await createSignedInTenant(test))
})

describe('switching off', () => {
  it('PEOPLE-02 refuses the next call, the refresh, the socket’s ticket and the sign-in, and closes every socket', async () => {
    const elsewhere = await test.client(tenant.operator.phone)
    const { token } = (await elsewhere.call(auth.websocketToken)).data
    const sockets = [await openTestSocket(origin, operator), await openTestSocket(origin, elsewhere)]
    const cut = sockets.map(waitForDisconnect)
    const { data } = await staff.call(calls.switchOffPerson, { params: { id: tenant.operator.id } })
    expect(data).toMatchObject({ isActive: false, presence: 'offline' })
    expect(await operator.refused(auth.me)).toMatchObject({ status: 401 })
    expect(await elsewhere.refused(auth.refresh)).toMatchObject({ status: 401 })
    await Promise.all(cut)
    for (const socket of sockets) expect(socket.heard('session_ended')).toEqual([{ code: 'USER_INACTIVE' }])
    await expect(openTestSocket(origin, await test.client()).catch(() => Promise.reject(new Error('refused')))).rejects.toThrow(
      'refused',
    )
    await expect(connectTestSocket(origin, token)).rejects.toThrow('TOKEN_INVALID')
    const body = { phone: tenant.operator.phone, password: TEST_PASSWORD }
    expect(await (await test.client()).refused(auth.login, { body })).toMatchObject({ status: 403, code: 'USER_INACTIVE' })
  })

  it('PEOPLE-02 asked for again it changes nothing more; switched on, no old session comes back', async () => {
    const params = { id: tenant.operator.id }
    await staff.call(calls.switchOffPerson, { params })
    await staff.call(calls.switchOffPerson, { params })
    await staff.call(calls.switchOnPerson, { params })
    expect((await staff.call(calls.switchOnPerson, { params })).data.isActive).toBe(true)
    expect(await operator.refused(auth.me)).toMatchObject({ status: 401 })
    expect(await operator.refused(auth.refresh)).toMatchObject({ status: 401 })
    expect(await isSignedIn(await test.client(tenant.operator.phone))).toBe(true)
    expect(
      (await fetchPeopleAuditEntries(test, tenant.tenantId)).map(({ action, actorId, subject }) => [action, actorId, subject]),
    ).toEqual([
      ['person.switched_off', tenant.staff.id, tenant.operator.id],
      ['person.switched_on', tenant.staff.id, tenant.operator.id],
    ])
  })

  it('PEOPLE-02 names stay on what was done, and the address stays taken', async () => {
    const place = await createConversation(test, tenant, { history: 'h' })
    await submitPersonChange(staff, tenant.admin.id, { email: 'bruno@exemplo.com' })
    await admin.call(pauseLead, { params: { id: place.leadId }, body: { pause: true } })
    await staff.call(calls.switchOffPerson, { params: { id: tenant.admin.id } })
    expect((await staff.call(getLead, { params: { id: place.leadId } })).data).toMatchObject({
      pause_holder: { name: tenant.admin.name },
    })
    const body = { email: 'bruno@exemplo.com', tenantDomain: tenant.domain, role: 'admin' as const }
    expect(await staff.refused(inviteUser, { body })).toMatchObject({ status: 409 })
  })

  it('ends access of a person, who may sign in again, and of nobody else', async () => {
    const socket = await openTestSocket(origin, operator)
    const cut = waitForDisconnect(socket)
    await staff.call(calls.endPersonSessions, { params: { id: tenant.operator.id } })
    await staff.call(calls.endPersonSessions, { params: { id: tenant.operator.id } })
    await cut
    expect(await operator.refused(auth.me)).toMatchObject({ status: 401 })
    expect(await isSignedIn(admin)).toBe(true)
    expect(await isSignedIn(await test.client(tenant.operator.phone))).toBe(true)
    expect((await fetchPeopleAuditEntries(test, tenant.tenantId)).map(({ action }) => action)).toEqual(['person.signed_out'])
  })
})
