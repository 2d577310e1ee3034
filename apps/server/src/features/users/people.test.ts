import * as auth from '@prosa/contract/calls/auth'
import { getLead, pauseLead } from '@prosa/contract/calls/leads'
import * as calls from '@prosa/contract/calls/people'
import { inviteUser } from '@prosa/contract/calls/users'
import { and, asc, eq } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { users } from '../../kernel/db/schema/accounts.ts'
import { auditLog } from '../../kernel/db/schema/tenants.ts'
import type { Client } from '../../testing/client.ts'
import { createConversation, createTenant, type TestTenant } from '../../testing/factories.ts'
import { connect, openSocket } from '../../testing/sockets.ts'
import { startTestApp, TEST_PASSWORD, type TestApp } from '../../testing/test-app.ts'
import { gone } from '../../testing/two-processes.ts'
import { until } from '../../testing/until.ts'

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
  tenant = await createTenant(test)
  ;[staff, admin, operator] = (await Promise.all(
    [tenant.staff, tenant.admin, tenant.operator].map(({ phone }) => test.client(phone)),
  )) as [Client, Client, Client]
})

const list = async (client: Client, query: Record<string, string> = {}) => (await client.call(calls.listPeople, { query })).data
const one = async (client: Client, id: string) => (await client.call(calls.getPerson, { params: { id } })).data
const change = (client: Client, id: string, body: object) => client.call(calls.updatePerson, { params: { id }, body })
const refusedChange = (client: Client, id: string, body: object) => client.refused(calls.updatePerson, { params: { id }, body })
const isSignedIn = async (client: Client) => (await client.raw({ method: 'GET', url: '/api/auth/me' })).statusCode === 200
const actionsOf = async (tenantId: string) =>
  (
    await test.deps.db.tenant(tenantId, (tx) =>
      tx.db.select().from(auditLog).where(eq(auditLog.tenantId, tenantId)).orderBy(asc(auditLog.id)),
    )
  ).filter(({ action }) => action.startsWith('person'))

describe('the list of people', () => {
  it('PEOPLE-01 tells name, role, presence and last seen, by name and by keyset', async () => {
    const names = ['Álvaro Lima', 'alana Reis', 'Zuleica Pires', 'Bento Sá']
    await test.deps.db.tenant(tenant.tenantId, (tx) =>
      tx.db.insert(users).values(
        names.map((name, n) => ({
          tenantId: tenant.tenantId,
          id: uuid(),
          name,
          phone: `+55119777${n}`,
          role: 'operator',
          passwordHash: 'none',
        })),
      ),
    )
    const walked: string[] = []
    let cursor: string | null | undefined
    do {
      const page = await list(staff, { limit: '2', ...(cursor ? { cursor } : {}) })
      expect(page.people.length).toBeLessThanOrEqual(2)
      walked.push(...page.people.map(({ name }) => name))
      cursor = page.nextCursor
    } while (cursor)
    const own = [tenant.staff, tenant.admin, tenant.operator].map(({ name }) => name)
    expect(walked).toEqual(['alana Reis', 'Álvaro Lima', own[0], 'Bento Sá', own[1], own[2], 'Zuleica Pires'])
    expect((await list(staff)).people.map(({ name }) => name)).toEqual(walked)
    expect(await one(staff, tenant.admin.id)).toMatchObject({
      role: 'admin',
      presence: 'offline',
      isActive: true,
      last_seen_at: null,
      second_step: 'none',
    })
    expect(await staff.refused(calls.listPeople, { query: { cursor: 'x' } })).toMatchObject({ status: 400 })
    expect(await staff.refused(calls.listPeople, { query: { limit: '101' } })).toMatchObject({ status: 400 })
  })

  it('PEOPLE-01 filters by role and by who is switched off, and finds by name; by e-mail and phone for managers only', async () => {
    await change(staff, tenant.operator.id, { email: 'Carla@Exemplo.com' })
    await staff.call(calls.switchOffPerson, { params: { id: tenant.operator.id } })
    const ids = async (client: Client, query: Record<string, string>) => (await list(client, query)).people.map(({ id }) => id)
    expect(await ids(staff, { active: 'false' })).toEqual([tenant.operator.id])
    expect(await ids(staff, { active: 'true' })).toEqual([tenant.staff.id, tenant.admin.id])
    expect(await ids(staff, { role: 'admin' })).toEqual([tenant.admin.id])
    expect(await ids(staff, { search: 'silva cárla' })).toEqual([tenant.operator.id])
    expect(await ids(staff, { search: 'carla@exemplo' })).toEqual([tenant.operator.id])
    expect(await ids(staff, { search: tenant.operator.phone.slice(3) })).toEqual([tenant.operator.id])
    expect(await ids(staff, { search: '100%' })).toEqual([])
    await staff.call(calls.switchOnPerson, { params: { id: tenant.operator.id } })
    const again = await test.client(tenant.operator.phone)
    expect(await ids(again, { search: 'bruno' })).toEqual([tenant.admin.id])
    expect(await ids(again, { search: tenant.admin.phone.slice(3) })).toEqual([])
  })

  it('PEOPLE-01 contacts and last seen are for managers and for oneself; names, roles and presence for everybody', async () => {
    const seenBy = async (client: Client) =>
      Object.fromEntries((await list(client)).people.map((person) => [person.role, Object.keys(person)]))
    const all = expect.arrayContaining(['name', 'role', 'presence', 'isActive', 'phone', 'email', 'last_seen_at', 'second_step'])
    expect(await seenBy(staff)).toEqual({ staff: all, admin: all, operator: all })
    expect(await seenBy(admin)).toEqual({ staff: all, admin: all, operator: all })
    const public_ = ['id', 'name', 'role', 'isActive', 'presence', 'created_at', 'updated_at']
    expect(await seenBy(operator)).toEqual({ staff: public_, admin: public_, operator: all })
    expect(Object.keys(await one(operator, tenant.staff.id))).toEqual(public_)
  })

  it('PEOPLE-01 a person with a socket is online, however many, and was seen last when the last one went', async () => {
    const first = await openSocket(origin, operator)
    const second = await openSocket(origin, operator)
    await until(
      () => one(staff, tenant.operator.id),
      ({ presence }) => presence === 'online',
    )
    first.close()
    await until(async () => !first.socket.connected)
    expect((await one(staff, tenant.operator.id)).presence).toBe('online')
    second.close()
    const left = await until(
      () => one(staff, tenant.operator.id),
      ({ presence }) => presence === 'offline',
    )
    expect(Date.now() - new Date(left.last_seen_at ?? 0).getTime()).toBeLessThan(60_000)
  })
})

describe('switching off', () => {
  it('PEOPLE-02 refuses the next call, the refresh, the socket’s ticket and the sign-in, and closes every socket', async () => {
    const elsewhere = await test.client(tenant.operator.phone)
    const { token } = (await elsewhere.call(auth.websocketToken)).data
    const sockets = [await openSocket(origin, operator), await openSocket(origin, elsewhere)]
    const cut = sockets.map(gone)
    const { data } = await staff.call(calls.switchOffPerson, { params: { id: tenant.operator.id } })
    expect(data).toMatchObject({ isActive: false, presence: 'offline' })
    expect(await operator.refused(auth.me)).toMatchObject({ status: 401 })
    expect(await elsewhere.refused(auth.refresh)).toMatchObject({ status: 401 })
    await Promise.all(cut)
    for (const socket of sockets) expect(socket.heard('session_ended')).toEqual([{ code: 'USER_INACTIVE' }])
    await expect(openSocket(origin, await test.client()).catch(() => Promise.reject(new Error('refused')))).rejects.toThrow(
      'refused',
    )
    expect(token).toBeTruthy()
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
    expect((await actionsOf(tenant.tenantId)).map(({ action, userId, subject }) => [action, userId, subject])).toEqual([
      ['person switched off', tenant.staff.id, tenant.operator.id],
      ['person switched on', tenant.staff.id, tenant.operator.id],
    ])
  })

  it('PEOPLE-02 names stay on what was done, and the address stays taken', async () => {
    const place = await createConversation(test, tenant, { history: 'h' })
    await change(staff, tenant.admin.id, { email: 'bruno@exemplo.com' })
    await admin.call(pauseLead, { params: { id: place.leadId }, body: { pause: true } })
    await staff.call(calls.switchOffPerson, { params: { id: tenant.admin.id } })
    expect((await staff.call(getLead, { params: { id: place.leadId } })).data).toMatchObject({
      pause_holder: { name: tenant.admin.name },
    })
    const body = { email: 'bruno@exemplo.com', tenantDomain: tenant.domain, role: 'admin' as const }
    expect(await staff.refused(inviteUser, { body })).toMatchObject({ status: 409 })
  })

  it('ends access of a person, who may sign in again, and of nobody else', async () => {
    const socket = await openSocket(origin, operator)
    const cut = gone(socket)
    await staff.call(calls.endPersonSessions, { params: { id: tenant.operator.id } })
    await staff.call(calls.endPersonSessions, { params: { id: tenant.operator.id } })
    await cut
    expect(await operator.refused(auth.me)).toMatchObject({ status: 401 })
    expect(await isSignedIn(admin)).toBe(true)
    expect(await isSignedIn(await test.client(tenant.operator.phone))).toBe(true)
    expect((await actionsOf(tenant.tenantId)).map(({ action }) => action)).toEqual(['person signed out'])
  })
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
    await change(staff, tenant.admin.id, { role: 'staff' })
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
      expect(await refusedChange(staff, id, { role: 'admin' })).toMatchObject({ status: 403 })
      expect(await staff.refused(calls.endPersonSessions, { params: { id } })).toMatchObject({ status: 403 })
    }
    expect(await refusedChange(operator, tenant.operator.id, { role: 'staff' })).toMatchObject({ status: 403 })
    expect(await one(staff, tenant.staff.id)).toMatchObject({ role: 'staff', isActive: true })
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
      { role: 'operator' },
    ]) {
      expect(await refusedChange(admin, tenant.staff.id, body)).toMatchObject({ status: 403 })
      expect(await refusedChange(operator, tenant.admin.id, body)).toMatchObject({ status: 403 })
    }
    expect(await refusedChange(admin, tenant.operator.id, { role: 'staff' })).toMatchObject({ status: 403 })
    expect((await change(admin, tenant.operator.id, { role: 'admin' })).data.role).toBe('admin')
    // To an operator who is nobody of theirs, an id that exists nowhere is the same.
    expect(await refusedChange(await test.client(tenant.operator.phone), uuid(), { name: 'Outra Pessoa' })).toMatchObject({
      status: 404,
    })
  })

  it('PEOPLE-07 a new role is in force at the next call, and open tabs are told to ask again', async () => {
    const socket = await openSocket(origin, operator)
    const second = await openSocket(origin, operator)
    expect(await operator.refused(calls.switchOffPerson, { params: { id: tenant.admin.id } })).toMatchObject({ status: 403 })
    await change(staff, tenant.operator.id, { role: 'admin' })
    for (const tab of [socket, second]) expect(await tab.hear('access_changed')).toEqual({})
    expect((await operator.call(auth.me)).data).toMatchObject({
      role: 'admin',
      permissions: expect.arrayContaining(['users:invite']),
    })
    await operator.call(calls.endPersonSessions, { params: { id: tenant.admin.id } })
    await change(staff, tenant.operator.id, { role: 'operator' })
    expect(await operator.refused(calls.endPersonSessions, { params: { id: tenant.admin.id } })).toMatchObject({ status: 403 })
    socket.close()
    second.close()
  })

  it('PEOPLE-08 staff of the platform manage people of any organisation; anybody else’s is not there', async () => {
    const owner = await createTenant(test, { platform: true })
    const platform = await test.client(owner.staff.phone)
    const query = { tenant_id: tenant.tenantId }
    const params = { id: tenant.operator.id }
    expect((await list(platform, query)).people.map(({ id }) => id)).toEqual([
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
    expect((await actionsOf(tenant.tenantId)).map(({ action, userId, detail }) => [action, userId, detail])).toEqual([
      ['person changed', null, { fields: ['name'], by: 'Plataforma Prosa' }],
      ['person switched off', null, { by: 'Plataforma Prosa' }],
      ['person switched on', null, { by: 'Plataforma Prosa' }],
    ])
    // Without the organisation's id it is a stranger's, as it is for its leads.
    expect(await platform.refused(calls.getPerson, { params })).toMatchObject({ status: 404 })
    const place = await createConversation(test, tenant, { history: 'h' })
    const lead = async (id: string) => platform.refused(getLead, { params: { id } })
    expect(await lead(place.leadId)).toEqual(await lead(uuid()))
    for (const client of [await test.client(owner.admin.phone), staff]) {
      const foreign = client === staff ? owner.tenantId : tenant.tenantId
      const asked = (tenant_id: string) => client.refused(calls.listPeople, { query: { tenant_id } })
      expect(await asked(foreign)).toEqual(await asked(uuid()))
    }
  })
})

describe('changing a person', () => {
  it('one changes one’s own name, e-mail and phone, whatever the role; a new phone ends the sessions and is the one to sign in with', async () => {
    const phone = '+5511944440001'
    const id = tenant.operator.id
    expect((await change(operator, id, { name: '  Carla Dias ', email: ' Carla@Exemplo.com ' })).data).toMatchObject({
      name: 'Carla Dias',
      email: 'carla@exemplo.com',
    })
    expect((await change(operator, id, { email: '' })).data.email).toBeNull()
    const socket = await openSocket(origin, operator)
    const cut = gone(socket)
    expect((await change(operator, id, { phone })).data.phone).toBe(phone)
    await cut
    expect(await operator.refused(auth.me)).toMatchObject({ status: 401 })
    const body = { phone: tenant.operator.phone, password: TEST_PASSWORD }
    expect(await (await test.client()).refused(auth.login, { body })).toMatchObject({ status: 401 })
    expect(await isSignedIn(await test.client(phone))).toBe(true)
    expect((await actionsOf(tenant.tenantId)).map(({ detail }) => detail)).toEqual([
      { fields: ['name', 'email'] },
      { fields: ['email'] },
      { fields: ['phone'] },
    ])
  })

  it('a phone is one person’s over all organisations, an e-mail one person’s of the organisation', async () => {
    const other = await createTenant(test)
    await change(staff, tenant.admin.id, { email: 'bruno@exemplo.com' })
    expect(await refusedChange(staff, tenant.operator.id, { phone: other.staff.phone })).toMatchObject({
      status: 409,
      fieldErrors: { phone: 'Este telefone já está em uso.' },
    })
    expect(await refusedChange(staff, tenant.operator.id, { email: 'BRUNO@exemplo.com' })).toMatchObject({
      status: 409,
      fieldErrors: { email: 'Este e-mail já é de uma pessoa desta organização.' },
    })
    expect(await isSignedIn(operator)).toBe(true)
    const abroad = await test.client(other.staff.phone)
    expect((await change(abroad, other.operator.id, { email: 'bruno@exemplo.com' })).data.email).toBe('bruno@exemplo.com')
    for (const body of [{ name: 'X' }, { email: 'x' }, { phone: '123' }, { role: 'owner' }]) {
      expect(await staff.refused(calls.updatePerson, { params: { id: tenant.operator.id }, rawBody: body })).toMatchObject({
        status: 400,
      })
    }
  })

  it('what changes nothing is no change', async () => {
    const { phone, id } = tenant.operator
    await change(staff, id, { phone, email: '', role: 'operator' })
    expect(await isSignedIn(operator)).toBe(true)
    expect(await actionsOf(tenant.tenantId)).toEqual([])
  })
})
