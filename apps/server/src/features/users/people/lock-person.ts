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
 * Returns the id of the organisation whose users are requested: by default the requester's own, for platform staff any.
 * @throws 404 if the organisation does not exist or the requester has no access to it
 */
export async function resolveTenantId(db: Database, who: Identity, asked: string | undefined): Promise<string> {
  if (asked === undefined || asked === who.tenantId) return who.tenantId
  const notFound = new AppError(404, 'TENANT_NOT_FOUND', 'Organização não encontrada.')
  if (!who.platform || who.role !== 'staff' || !isUuid(asked)) throw notFound
  const [found] = await db.tenant(asked, (tx) => tx.db.select({ id: tenants.id }).from(tenants).where(eq(tenants.id, asked)))
  if (!found) throw notFound
  return asked
}

/** A locked user who is to be changed, and the current role of the requester. */
export interface LockedPerson {
  person: PersonRow
  /** Current role of the requester, which limits the roles that the requester may assign. */
  role: string
}

/**
 * Locks changes to the organisation's users until the transaction ends, and returns the user to change.
 * @throws 401 if the requester was deactivated meanwhile, 403 if the requester may not change this user, 404
 */
export async function lockPersonForUpdate(tx: Tx, who: Identity, tenantId: string, id: string): Promise<LockedPerson> {
  await lockTenantUsers(tx, tenantId)
  const role = await getCurrentRole(tx, who, tenantId)
  const isSelf = id === who.userId
  if (!isSelf && !isManagerRole(role)) throw errors.denied()
  const found = await findPerson(tx, tenantId, id)
  if (!found) throw errors.notFound()
  if (!isSelf && !canManageUser(role, found.role)) throw errors.denied()
  return { person: found, role }
}

/**
 * Locks and returns the user to change like `lockPersonForUpdate`, for changes that users may not make to themselves (PEOPLE-05).
 * @throws 401 if the requester was deactivated meanwhile, 403 for oneself or without permission, 404
 */
export async function lockOtherPersonForUpdate(tx: Tx, who: Identity, tenantId: string, id: string): Promise<PersonRow> {
  const { person } = await lockPersonForUpdate(tx, who, tenantId, id)
  if (id === who.userId) throw errors.denied()
  return person
}

/**
 * Returns the current role of the requester. The role is read again, because a concurrent change may have altered it. @throws 401 if the
 * requester is inactive
 */
async function getCurrentRole(tx: Tx, who: Identity, tenantId: string): Promise<string> {
  if (tenantId !== who.tenantId) return who.role
  const asker = await findPerson(tx, tenantId, who.userId)
  if (!asker?.active) throw errors.tokenInvalid()
  return asker.role
}

/** Verifies that the organisation has another active manager (PEOPLE-04). @throws 409 if this user is the last one */
export async function requireOtherManager(tx: Tx, tenantId: string, person: PersonRow): Promise<void> {
  if (!person.active || !isManagerRole(person.role)) return
  const others = await tx.db.$count(
    users,
    whereTenant(users, tenantId, eq(users.active, true), inArray(users.role, [...MANAGER_ROLES]), ne(users.id, person.id)),
  )
  if (others === 0) throw errors.conflict(LAST_MANAGER_MESSAGE)
}
