import { me } from '@prosa/contract/calls/accounts/auth'
import { listAgents } from '@prosa/contract/calls/agents/agents'
import * as calls from '@prosa/contract/calls/organisation/tenants'
import type { CallResponse } from '@prosa/contract/define-call'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Client } from '../../testing/harness/client.ts'
import { startTestApp, type TestApp } from '../../testing/harness/test-app.ts'
import { createConversation, createTenant, type TestTenant } from '../../testing/worlds/factories.ts'

let test: TestApp
let plain: TestTenant
let platform: Client
let staff: Client

beforeAll(async () => {
  test = await startTestApp()
  plain = await createTenant(test)
  await createConversation(test, plain, { history: 'h' })
  platform = await test.client((await createTenant(test, { platform: true })).staff.phone)
  staff = await test.client(plain.staff.phone)
})
afterAll(() => test.close())

const listed = ({ data }: CallResponse<typeof calls.listTenants>) => (Array.isArray(data) ? data : data.tenants)

it('TENANT-11 CALL-30 staff of the platform see every tenant, other staff their own', async () => {
  expect(listed(await staff.call(calls.listTenants)).map((t) => t.id)).toEqual([plain.tenantId])
  const all = listed(await platform.call(calls.listTenants))
  expect(all.length).toBeGreaterThan(1)
  expect(all.map((t) => t.id)).toContain(plain.tenantId)
  const counted = listed(await platform.call(calls.listTenants, { query: { includeSummary: 'true' } }))
  expect(counted.map(({ id }) => id)).toEqual(all.map(({ id }) => id))
  expect(counted.find(({ id }) => id === plain.tenantId)?.summary).toEqual({
    users: 3,
    agents: 1,
    leads: 1,
    activeConversations: 1,
  })
})

it('CALL-30 TENANT-09 TENANT-10 filters, sorts by a counter, and pages', async () => {
  const found = async (query: Record<string, string>) =>
    listed(await platform.call(calls.listTenants, { query })).map((t) => t.domain)
  expect(await found({ search: plain.domain.slice(0, 12) })).toContain(plain.domain)
  expect(await found({ domain: plain.domain })).toEqual([plain.domain])
  expect(await found({ domain: plain.domain, active: 'false' })).toEqual([])
  expect((await found({ sortBy: 'summary.leads', sortOrder: 'desc' }))[0]).toBe(plain.domain)
  const { data } = await platform.call(calls.listTenants, {
    query: { paginate: 'true', limit: '1', includeSummary: 'true', domain: plain.domain },
  })
  expect(data).toMatchObject({
    pagination: { page: 1, limit: 1, total: 1, totalPages: 1 },
    tenants: [{ summary: { users: 3, agents: 1, leads: 1, activeConversations: 1 } }],
  })
  expect(await platform.refused(calls.listTenants, { query: { sortBy: 'id); DROP TABLE tenants' } })).toMatchObject({
    status: 400,
  })
})

it('CALL-31 CALL-32 answers one by id or domain, its summary unless unwanted; a foreign one is not there', async () => {
  const other = await createTenant(test)
  expect((await staff.call(calls.getTenant, { params: { id: plain.tenantId } })).data.summary?.users).toBe(3)
  expect(
    (await staff.call(calls.getTenantByDomain, { params: { domain: plain.domain }, query: { includeSummary: 'false' } })).data,
  ).not.toHaveProperty('summary')
  expect(await staff.refused(calls.getTenant, { params: { id: other.tenantId } })).toMatchObject({
    status: 404,
    code: 'TENANT_NOT_FOUND',
  })
  expect(await staff.refused(calls.getTenantByDomain, { params: { domain: other.domain } })).toMatchObject({
    status: 404,
    code: 'TENANT_NOT_FOUND',
  })
  expect((await platform.call(calls.getTenantByDomain, { params: { domain: other.domain } })).data.id).toBe(other.tenantId)
})

it('CALL-33 only staff of the platform make a tenant, with agents to start with; a domain is taken once', async () => {
  const body = { name: 'Padaria Real', domain: 'PADARIA.test' }
  expect(await staff.refused(calls.createTenant, { body })).toMatchObject({ status: 403 })
  const { data } = await platform.call(calls.createTenant, { body })
  expect(data).toMatchObject({ name: 'Padaria Real', domain: 'padaria.test', active: true })
  expect((await platform.call(calls.getTenant, { params: { id: data?.id ?? '' } })).data.summary?.agents).toBe(3)
  expect(await platform.refused(calls.createTenant, { body })).toMatchObject({
    status: 409,
    fieldErrors: { domain: 'Este domínio já está em uso.' },
  })
  expect(await platform.refused(calls.createTenant, { body: { name: 'X', domain: 'sem ponto' } })).toMatchObject({ status: 400 })
})

it('CALL-34 PROV-03 switching a tenant off ends its sessions and refuses its sign-ins until it is on again', async () => {
  const own = await createTenant(test)
  const theirs = await test.client(own.operator.phone)
  await theirs.call(listAgents)
  expect(await staff.refused(calls.updateTenant, { params: { id: plain.tenantId }, body: { active: false } })).toMatchObject({
    status: 403,
  })
  const params = { id: own.tenantId }
  expect((await platform.call(calls.updateTenant, { params, body: { active: false } })).data?.active).toBe(false)
  expect(await theirs.refused(me)).toMatchObject({ status: 401 })
  await expect(theirs.signIn(own.operator.phone, 'Senha@123')).rejects.toThrow('TENANT_INACTIVE')
  expect((await platform.call(calls.updateTenant, { params, body: { active: true, name: 'De Volta' } })).data).toMatchObject({
    active: true,
    name: 'De Volta',
  })
  await theirs.signIn(own.operator.phone, 'Senha@123')
})
