import * as auth from '@prosa/contract/calls/auth'
import * as calls from '@prosa/contract/calls/people'
import type { BodyOf } from '@prosa/contract/define-call'
import { asc } from 'drizzle-orm'
import { ofTenant } from '../kernel/db/of-tenant.ts'
import { auditLog } from '../kernel/db/schema/tenants.ts'
import type { Client } from './client.ts'
import { createTenant, type TestTenant } from './factories.ts'
import { confirmedClient } from './second-step.ts'
import type { TestApp } from './test-app.ts'

type Change = BodyOf<typeof calls.updatePerson>

/** An organisation with one user of each role, all signed in and with a recently confirmed password. */
export interface Office {
  tenant: TestTenant
  staff: Client
  admin: Client
  operator: Client
}

export async function createOffice(test: TestApp): Promise<Office> {
  const tenant = await createTenant(test)
  const [staff, admin, operator] = await Promise.all([
    confirmedClient(test, tenant.staff.phone),
    confirmedClient(test, tenant.admin.phone),
    confirmedClient(test, tenant.operator.phone),
  ])
  return { tenant, staff, admin, operator }
}

export const listPeople = async (client: Client, query: Record<string, string> = {}) =>
  (await client.call(calls.listPeople, { query })).data

export const personOf = async (client: Client, id: string) => (await client.call(calls.getPerson, { params: { id } })).data

export const changePerson = (client: Client, id: string, body: Change) =>
  client.call(calls.updatePerson, { params: { id }, body })

export const refusedChange = (client: Client, id: string, body: Change) =>
  client.refused(calls.updatePerson, { params: { id }, body })

export const isSignedIn = (client: Client): Promise<boolean> =>
  client.call(auth.me).then(
    () => true,
    () => false,
  )

/** Returns the audit entries about users of the organisation, oldest first. */
export async function doneToPeople({ deps }: TestApp, tenantId: string) {
  const rows = await deps.db.tenant(tenantId, (tx) =>
    tx.db.select().from(auditLog).where(ofTenant(auditLog, tenantId)).orderBy(asc(auditLog.id)),
  )
  return rows.filter(({ action }) => action.startsWith('person.'))
}
