import * as auth from '@prosa/contract/calls/accounts/auth'
import * as calls from '@prosa/contract/calls/organisation/people'
import type { CallBody } from '@prosa/contract/define-call'
import { asc } from 'drizzle-orm'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { auditLog } from '../../../platform/database/schema/organisation/tenants.ts'
import type { Client } from '../../harness/client.ts'
import type { TestApp } from '../../harness/test-app.ts'
import { createTenant, type TestTenant } from '../factories.ts'
import { createConfirmedClient } from './two-factor-clients.ts'

type PersonChangeBody = CallBody<typeof calls.updatePerson>

/** An organisation with one user of each role, all signed in and with a recently confirmed password. */
export interface SignedInTenant {
  tenant: TestTenant
  staff: Client
  admin: Client
  operator: Client
}

export async function createSignedInTenant(test: TestApp): Promise<SignedInTenant> {
  const tenant = await createTenant(test)
  const [staff, admin, operator] = await Promise.all([
    createConfirmedClient(test, tenant.staff.phone),
    createConfirmedClient(test, tenant.admin.phone),
    createConfirmedClient(test, tenant.operator.phone),
  ])
  return { tenant, staff, admin, operator }
}

export const fetchPeople = async (client: Client, query: Record<string, string> = {}) =>
  (await client.call(calls.listPeople, { query })).data

export const fetchPerson = async (client: Client, id: string) => (await client.call(calls.getPerson, { params: { id } })).data

export const submitPersonChange = (client: Client, id: string, body: PersonChangeBody) =>
  client.call(calls.updatePerson, { params: { id }, body })

export const submitRefusedPersonChange = (client: Client, id: string, body: PersonChangeBody) =>
  client.refused(calls.updatePerson, { params: { id }, body })

export const isSignedIn = (client: Client): Promise<boolean> =>
  client.call(auth.me).then(
    () => true,
    () => false,
  )

/** Returns the audit entries about users of the organisation, oldest first. */
export async function fetchPeopleAuditEntries({ deps }: TestApp, tenantId: string) {
  const rows = await deps.db.tenant(tenantId, (tx) =>
    tx.db.select().from(auditLog).where(whereTenant(auditLog, tenantId)).orderBy(asc(auditLog.id)),
  )
  return rows.filter(({ action }) => action.startsWith('person.'))
}
