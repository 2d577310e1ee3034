import * as auth from '@prosa/contract/calls/accounts/auth'
import { getLead } from '@prosa/contract/calls/conversations/leads'
import { listAudit } from '@prosa/contract/calls/organisation/audit'
import * as calls from '@prosa/contract/calls/organisation/people'
import { listExports, startExport } from '@prosa/contract/calls/reports/exports'
import { and, eq } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { users } from '../../../platform/database/schema/organisation/accounts.ts'
import type { Client } from '../../../testing/harness/client.ts'
import { startTestApp, type TestApp } from '../../../testing/harness/test-app.ts'
import { openTestSocket } from '../../../testing/harness/test-socket.ts'
import {
  createSignedInTenant,
  fetchPeople,
  fetchPeopleAuditEntries,
  fetchPerson,
  submitPersonChange,
  submitRefusedPersonChange,
} from '../../../testing/worlds/accounts/signed-in-tenant.ts'
import { createConversation, createTenant, type TestTenant } from '../../../testing/worlds/factories.ts'

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

describe('who may do what to whom', () => {
  const switchOff = (client: Client, id: string) => client.refused(calls.switchOffPerson, { params: { id } })

  it('PEOPLE-04 the last active manager can be neither switched off nor demoted', async () => {
    const platform = await test.client((await createTenant(test, { platform: true })).staff.phone)
    const query = { tenant_id: tenant.tenantId }
    const params = { id: tenant.staff.id }
    await staff.call(calls.switchOffPerson, { params: { id: tenant.admin.id } })
    const last = {
      status: 409,
      code: 'VALIDATION_ERROR',
      message: 'A organização precisa de pelo menos uma pessoa gestora ativa.',
    }
    expect(await platform.refused(calls.switchOffPerson, { params, query })).toMatchObject(last)
    expect(await platform.refused(calls.updatePerson, { params, query, body: { role: 'operator' } })).toMatchObject(last)
    await platform.call(calls.updatePerson, { params, query, body: { role: 'admin' } })
    await staff.call(calls.switchOnPerson, { params: { id: tenant.admin.id } })
    await platform.call(calls.switchOffPerson, { params, query })
  })

  it('PEOPLE-04 two managers against each other, 100 times in parallel, leave one', async () => {
    await submitPersonChange(staff, tenant.admin.id, { role: 'staff' })
    const other = await test.client(tenant.admin.phone)
    const attempts = Array.from({ length: 100 }, (_, n) => {
      const [client, id] = n % 2 === 0 ? [staff, tenant.admin.id] : [other, tenant.staff.id]
      const off = n % 4 < 2
      return client.raw({
        method: off ? 'POST' : 'PATCH',
        url: `/api/users/${id}${off ? '/switch-off' : ''}`,
        ...(off ? {} : { payload: { role: 'operator' } }),
      })
    })
    for (const { statusCode } of await Promise.all(attempts)) expect([200, 401, 403, 409]).toContain(statusCode)
    const rows = await test.deps.db.tenant(tenant.tenantId, (tx) =>
      tx.db
        .select({ id: users.id })
        .from(users)
        .where(and(eq(users.role, 'staff'), eq(users.active, true))),
    )
    expect(rows).toHaveLength(1)
  })

  it('PEOPLE-05 nobody switches oneself off or changes one’s own role, however the id is written', async () => {
    for (const id of [tenant.staff.id, tenant.staff.id.toUpperCase()]) {
      expect(await switchOff(staff, id)).toMatchObject({ status: 403 })
      expect(await submitRefusedPersonChange(staff, id, { role: 'admin' })).toMatchObject({ status: 403 })
      expect(await staff.refused(calls.endPersonSessions, { params: { id } })).toMatchObject({ status: 403 })
    }
    expect(await submitRefusedPersonChange(operator, tenant.operator.id, { role: 'staff' })).toMatchObject({ status: 403 })
    expect(await fetchPerson(staff, tenant.staff.id)).toMatchObject({ role: 'staff', isActive: true })
  })

  it('PEOPLE-06 an admin gets 403 on every change to staff and on handing out staff, and an operator on everybody else', async () => {
    const acts = [calls.switchOffPerson, calls.switchOnPerson, calls.endPersonSessions]
    for (const call of acts) {
      expect(await admin.refused(call, { params: { id: tenant.staff.id } })).toMatchObject({ status: 403 })
      expect(await operator.refused(call, { params: { id: tenant.admin.id } })).toMatchObject({ status: 403 })
      expect(await operator.refused(call, { params: { id: tenant.operator.id } })).toMatchObject({ status: 403 })
    }
    for (const body of [
      { name: 'Outra Pessoa' },
      { email: 'x@exemplo.com' },
      { phone: '+5511955550001' },
      { role: 'operator' as const },
    ]) {
      expect(await submitRefusedPersonChange(admin, tenant.staff.id, body)).toMatchObject({ status: 403 })
      expect(await submitRefusedPersonChange(operator, tenant.admin.id, body)).toMatchObject({ status: 403 })
    }
    expect(await submitRefusedPersonChange(admin, tenant.operator.id, { role: 'staff' })).toMatchObject({ status: 403 })
    expect((await submitPersonChange(admin, tenant.operator.id, { role: 'admin' })).data.role).toBe('admin')
    // An operator who may not manage users gets the same answer for an id that does not exist.
    expect(
      await submitRefusedPersonChange(await test.client(tenant.operator.phone), uuid(), { name: 'Outra Pessoa' }),
    ).toMatchObject({
      status: 404,
    })
  })

  it('PEOPLE-07 a new role is in force at the next call, and open tabs are told to ask again', async () => {
    const socket = await openTestSocket(origin, operator)
    const second = await openTestSocket(origin, operator)
    expect(await operator.refused(calls.switchOffPerson, { params: { id: tenant.admin.id } })).toMatchObject({ status: 403 })
    await submitPersonChange(staff, tenant.operator.id, { role: 'admin' })
    for (const tab of [socket, second]) expect(await tab.hear('access_changed')).toEqual({})
    expect((await operator.call(auth.me)).data).toMatchObject({
      role: 'admin',
      permissions: expect.arrayContaining(['users:invite']),
    })
    await operator.call(calls.endPersonSessions, { params: { id: tenant.admin.id } })
    await submitPersonChange(staff, tenant.operator.id, { role: 'operator' })
    expect(await operator.refused(calls.endPersonSessions, { params: { id: tenant.admin.id } })).toMatchObject({ status: 403 })
    socket.close()
    second.close()
  })

  it('PEOPLE-08 staff of the platform manage people of any organisation; anybody else’s is not there', async () => {
    const owner = await createTenant(test, { platform: true })
    const platform = await test.client(owner.staff.phone)
    const query = { tenant_id: tenant.tenantId }
    const params = { id: tenant.operator.id }
    expect((await fetchPeople(platform, query)).people.map(({ id }) => id)).toEqual([
      tenant.staff.id,
      tenant.admin.id,
      tenant.operator.id,
    ])
    await platform.call(calls.updatePerson, { params, query, body: { name: 'Carla Nova' } })
    await platform.call(calls.switchOffPerson, { params, query })
    await platform.call(calls.switchOnPerson, { params, query })
    expect((await platform.call(calls.getPerson, { params, query })).data).toMatchObject({
      name: 'Carla Nova',
      phone: tenant.operator.phone,
    })
    expect(
      (await fetchPeopleAuditEntries(test, tenant.tenantId)).map(({ action, actorName, after }) => [action, actorName, after]),
    ).toEqual([
      ['person.changed', 'Plataforma Prosa', { name: 'Carla Nova' }],
      ['person.switched_off', 'Plataforma Prosa', { isActive: false }],
      ['person.switched_on', 'Plataforma Prosa', { isActive: true }],
    ])
    // Without the organisation's id the user is not found, like a lead of another organisation.
    expect(await platform.refused(calls.getPerson, { params })).toMatchObject({ status: 404 })
    const place = await createConversation(test, tenant, { history: 'h' })
    const lead = async (id: string) => platform.refused(getLead, { params: { id } })
    expect(await lead(place.leadId)).toEqual(await lead(uuid()))
    const taken = (await staff.call(startExport, { body: { kind: 'audit', format: 'json', filter: {} } })).data.id
    const file = async (id: string) => {
      const { statusCode, body } = await platform.raw({ method: 'GET', url: `/api/exports/${id}/file` })
      return [statusCode, (JSON.parse(body) as { code: string }).code]
    }
    expect(await file(taken)).toEqual(await file(uuid()))
    expect((await platform.call(listExports)).data.exports).toEqual([])
    expect(JSON.stringify((await platform.call(listAudit, { query: { subject: tenant.operator.id } })).data.rows)).toBe('[]')
    for (const client of [await test.client(owner.admin.phone), staff]) {
      const foreign = client === staff ? owner.tenantId : tenant.tenantId
      const asked = (tenant_id: string) => client.refused(calls.listPeople, { query: { tenant_id } })
      expect(await asked(foreign)).toEqual(await asked(uuid()))
    }
  })
})
