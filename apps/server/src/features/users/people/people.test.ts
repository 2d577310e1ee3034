import * as auth from '@prosa/contract/calls/accounts/auth'
import * as calls from '@prosa/contract/calls/organisation/people'
import { inviteUser } from '@prosa/contract/calls/organisation/users'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { users } from '../../../platform/database/schema/organisation/accounts.ts'
import { waitForDisconnect } from '../../../testing/cluster/two-processes.ts'
import type { Client } from '../../../testing/harness/client.ts'
import { startTestApp, TEST_PASSWORD, type TestApp } from '../../../testing/harness/test-app.ts'
import { openTestSocket } from '../../../testing/harness/test-socket.ts'
import { waitUntil } from '../../../testing/harness/wait-until.ts'
import {
  createSignedInTenant,
  fetchPeople,
  fetchPeopleAuditEntries,
  fetchPerson,
  isSignedIn,
  submitPersonChange,
  submitRefusedPersonChange,
} from '../../../testing/worlds/accounts/signed-in-tenant.ts'
import { createConfirmedClient } from '../../../testing/worlds/accounts/two-factor-clients.ts'
import { createTenant, type TestTenant } from '../../../testing/worlds/factories.ts'

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
      const page = await fetchPeople(staff, { limit: '2', ...(cursor ? { cursor } : {}) })
      expect(page.people.length).toBeLessThanOrEqual(2)
      walked.push(...page.people.map(({ name }) => name))
      cursor = page.nextCursor
    } while (cursor)
    const own = [tenant.staff, tenant.admin, tenant.operator].map(({ name }) => name)
    expect(walked).toEqual(['alana Reis', 'Álvaro Lima', own[0], 'Bento Sá', own[1], own[2], 'Zuleica Pires'])
    expect((await fetchPeople(staff)).people.map(({ name }) => name)).toEqual(walked)
    expect(await fetchPerson(staff, tenant.admin.id)).toMatchObject({
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
    await submitPersonChange(staff, tenant.operator.id, { email: 'Carla@Exemplo.com' })
    await staff.call(calls.switchOffPerson, { params: { id: tenant.operator.id } })
    const ids = async (client: Client, query: Record<string, string>) =>
      (await fetchPeople(client, query)).people.map(({ id }) => id)
    expect(await ids(staff, { active: 'false' })).toEqual([tenant.operator.id])
    expect(await ids(staff, { active: 'true' })).toEqual([tenant.staff.id, tenant.admin.id])
    expect(await ids(staff, { role: 'admin' })).toEqual([tenant.admin.id])
    expect(await ids(staff, { search: 'silva cárla' })).toEqual([tenant.operator.id])
    expect(await ids(staff, { search: 'carla@exemplo' })).toEqual([tenant.operator.id])
    expect(await ids(staff, { search: tenant.operator.phone.slice(3) })).toEqual([tenant.operator.id])
    expect(await ids(staff, { search: 'car%a' })).toEqual([])
    await staff.call(calls.switchOnPerson, { params: { id: tenant.operator.id } })
    const again = await test.client(tenant.operator.phone)
    expect(await ids(again, { search: 'bruno' })).toEqual([tenant.admin.id])
    expect(await ids(again, { search: tenant.admin.phone.slice(3) })).toEqual([])
  })

  it('PEOPLE-01 contacts and last seen are for managers and for oneself; names, roles and presence for everybody', async () => {
    const seenBy = async (client: Client) =>
      Object.fromEntries((await fetchPeople(client)).people.map((person) => [person.role, Object.keys(person)]))
    const all = expect.arrayContaining(['name', 'role', 'presence', 'isActive', 'phone', 'email', 'last_seen_at', 'second_step'])
    expect(await seenBy(staff)).toEqual({ staff: all, admin: all, operator: all })
    expect(await seenBy(admin)).toEqual({ staff: all, admin: all, operator: all })
    const public_ = ['id', 'name', 'role', 'isActive', 'presence', 'created_at', 'updated_at']
    expect(await seenBy(operator)).toEqual({ staff: public_, admin: public_, operator: all })
    expect(Object.keys(await fetchPerson(operator, tenant.staff.id))).toEqual(public_)
  })

  it('PEOPLE-01 a person with a socket is online, however many, and was seen last when the last one went', async () => {
    const first = await openTestSocket(origin, operator)
    const second = await openTestSocket(origin, operator)
    await waitUntil(
      () => fetchPerson(staff, tenant.operator.id),
      ({ presence }) => presence === 'online',
    )
    first.close()
    await waitUntil(async () => !first.socket.connected)
    expect((await fetchPerson(staff, tenant.operator.id)).presence).toBe('online')
    second.close()
    const left = await waitUntil(
      () => fetchPerson(staff, tenant.operator.id),
      ({ presence }) => presence === 'offline',
    )
    expect(Date.now() - new Date(left.last_seen_at ?? 0).getTime()).toBeLessThan(60_000)
  })
})

describe('changing a person', () => {
  it('one changes one’s own name, e-mail and phone, whatever the role; a new phone ends the sessions and is the one to sign in with', async () => {
    const phone = '+5511944440001'
    const id = tenant.operator.id
    expect((await submitPersonChange(operator, id, { name: '  Carla Dias ', email: ' Carla@Exemplo.com ' })).data).toMatchObject({
      name: 'Carla Dias',
      email: 'carla@exemplo.com',
    })
    expect((await submitPersonChange(operator, id, { email: '' })).data.email).toBeNull()
    const socket = await openTestSocket(origin, operator)
    const cut = waitForDisconnect(socket)
    expect((await submitPersonChange(operator, id, { phone })).data.phone).toBe(phone)
    await cut
    expect(await operator.refused(auth.me)).toMatchObject({ status: 401 })
    const body = { phone: tenant.operator.phone, password: TEST_PASSWORD }
    expect(await (await test.client()).refused(auth.login, { body })).toMatchObject({ status: 401 })
    expect(await isSignedIn(await test.client(phone))).toBe(true)
    expect((await fetchPeopleAuditEntries(test, tenant.tenantId)).map(({ after }) => after)).toEqual([
      { name: 'Carla Dias', email: 'carla@exemplo.com' },
      { email: null },
      { phone },
    ])
  })

  it('a phone is one person’s over all organisations, an e-mail one person’s of the organisation', async () => {
    const other = await createTenant(test)
    await submitPersonChange(staff, tenant.admin.id, { email: 'bruno@exemplo.com' })
    expect(await submitRefusedPersonChange(staff, tenant.operator.id, { phone: other.staff.phone })).toMatchObject({
      status: 409,
      fieldErrors: { phone: 'Este telefone já está em uso.' },
    })
    expect(await submitRefusedPersonChange(staff, tenant.operator.id, { email: 'BRUNO@exemplo.com' })).toMatchObject({
      status: 409,
      fieldErrors: { email: 'Este e-mail já é de uma pessoa desta organização.' },
    })
    await staff.call(inviteUser, { body: { email: 'convidada@exemplo.com', tenantDomain: tenant.domain, role: 'operator' } })
    expect(await submitRefusedPersonChange(staff, tenant.operator.id, { email: 'convidada@exemplo.com' })).toMatchObject({
      status: 409,
      fieldErrors: { email: 'Este e-mail tem um convite pendente. Cancele o convite antes.' },
    })
    expect(await isSignedIn(operator)).toBe(true)
    const abroad = await createConfirmedClient(test, other.staff.phone)
    expect((await submitPersonChange(abroad, other.operator.id, { email: 'bruno@exemplo.com' })).data.email).toBe(
      'bruno@exemplo.com',
    )
    for (const body of [{ name: 'X' }, { email: 'x' }, { phone: '123' }, { role: 'owner' }]) {
      expect(await staff.refused(calls.updatePerson, { params: { id: tenant.operator.id }, rawBody: body })).toMatchObject({
        status: 400,
      })
    }
  })

  it('TRUST-16 a new e-mail or phone wants a proof of who asks, a new name or role does not', async () => {
    const unproven = await test.client(tenant.staff.phone)
    const { id } = tenant.operator
    for (const body of [{ email: 'x@exemplo.com' }, { phone: '+5511944440009' }]) {
      expect(await submitRefusedPersonChange(unproven, id, body)).toMatchObject({ status: 403, code: 'CONFIRMATION_REQUIRED' })
    }
    expect((await submitPersonChange(unproven, id, { name: 'Carla Dias', role: 'admin', email: '' })).data).toMatchObject({
      name: 'Carla Dias',
      role: 'admin',
    })
  })

  it('what changes nothing is no change', async () => {
    const { phone, id } = tenant.operator
    await submitPersonChange(staff, id, { phone, email: '', role: 'operator' })
    expect(await isSignedIn(operator)).toBe(true)
    expect(await fetchPeopleAuditEntries(test, tenant.tenantId)).toEqual([])
  })
})
