import { MANAGER_ROLES } from '@prosa/contract/roles'
import { canManageUser, isManagerRole } from '@prosa/contract/rules/organisation/manage-people'
import { eq, inArray, ne } from 'drizzle-orm'
import type { Identity } from '../../../platform/access/identity.ts'
import { lockTenantUsers } from '../../../platform/access/link-maker-role.ts'
import { type Database, isUuid, type Tx } from '../../../platform/database/database.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { users } from '../../../platform/database/schema/organisation/accounts.ts'
import { tenants } from '../../../platform/database/schema/organisation/tenants.ts'
import { AppError, errors } from '../../../platform/errors.ts'
import { findPerson, type PersonRow } from './list-people.ts'

const LAST_MANAGER_MESSAGE = 'A organização precisa de pelo menos uma pessoa gestora ativa.'

/**
 * Returns the id of the organisation whose users are requested. The default is the requester's own; platform staff may request any.
 * @throws 404 if the organisation does not exist or the requester has no access to it
 */
export async function resolveTenantId(db: Database, identity: Identity, requestedTenantId: string | undefined): Promise<string> {
  if (requestedTenantId === undefined || requestedTenantId === identity.tenantId) return identity.tenantId
  const notFound = new AppError(404, 'TENANT_NOT_FOUND', 'Organização não encontrada.')
  if (!identity.isPlatformUser || identity.role !== 'staff' || !isUuid(requestedTenantId)) throw notFound
  const [tenant] = await db.tenant(requestedTenantId, (tx) =>
    tx.db.select({ id: tenants.id }).from(tenants).where(eq(tenants.id, requestedTenantId)),
  )
  if (!tenant) throw notFound
  return requestedTenantId
}

/** User to change, locked against other changes, and the current role of the requester. */
export interface LockedPerson {
  person: PersonRow
  /** Current role of the requester. It limits the roles that the requester may assign. */
  requesterRole: string
}

/**
 * Locks changes to the organisation's users until the transaction ends, and returns the user to change.
 * @throws 401 if the requester was deactivated meanwhile, 403 if the requester may not change this user, 404
 */
export async function lockPersonForUpdate(tx: Tx, identity: Identity, tenantId: string, id: string): Promise<LockedPerson> {
  await lockTenantUsers(tx, tenantId)
  const requesterRole = await getCurrentRole(tx, identity, tenantId)
  const isSelf = id === identity.userId
  if (!isSelf && !isManagerRole(requesterRole)) throw errors.permissionDenied()
  const person = await findPerson(tx, tenantId, id)
  if (!person) throw errors.notFound()
  if (!isSelf && !canManageUser(requesterRole, person.role)) throw errors.permissionDenied()
  return { person: person, requesterRole }
}

/**
 * Like `lockPersonForUpdate`, for changes that users may not make to themselves (PEOPLE-05).
 * @throws 401 if the requester was deactivated meanwhile, 403 for oneself or without permission, 404
 */
export async function lockOtherPersonForUpdate(tx: Tx, identity: Identity, tenantId: string, id: string): Promise<PersonRow> {
  const { person } = await lockPersonForUpdate(tx, identity, tenantId, id)
  if (id === identity.userId) throw errors.permissionDenied()
  return person
}

/**
 * Returns the current role of the requester. Reads it from the database, because a concurrent request may have changed it.
 * @throws 401 if the requester is inactive
 */
async function getCurrentRole(tx: Tx, identity: Identity, tenantId: string): Promise<string> {
  if (tenantId !== identity.tenantId) return identity.role
  const requester = await findPerson(tx, tenantId, identity.userId)
  if (!requester?.active) throw errors.tokenInvalid()
  return requester.role
}

/**
 * Verifies that the organisation has another active manager (PEOPLE-04).
 * @throws 409 if this user is the last one
 */
export async function requireOtherManager(tx: Tx, tenantId: string, person: PersonRow): Promise<void> {
  if (!person.active || !isManagerRole(person.role)) return
  const otherManagers = await tx.db.$count(
    users,
    whereTenant(users, tenantId, eq(users.active, true), inArray(users.role, [...MANAGER_ROLES]), ne(users.id, person.id)),
  )
  if (otherManagers === 0) throw errors.conflict(LAST_MANAGER_MESSAGE)
}
