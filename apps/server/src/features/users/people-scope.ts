import { MANAGERS } from '@prosa/contract/roles'
import { isManager, mayManage } from '@prosa/contract/rules/manage-people'
import { eq, inArray, ne } from 'drizzle-orm'
import { type Database, isUuid, type Tx } from '../../kernel/db/database.ts'
import { ofTenant } from '../../kernel/db/of-tenant.ts'
import { users } from '../../kernel/db/schema/accounts.ts'
import { tenants } from '../../kernel/db/schema/tenants.ts'
import { AppError, errors } from '../../kernel/errors.ts'
import type { Identity } from '../../kernel/http/identity.ts'
import { lockPeople } from '../../kernel/link-makers.ts'
import { findPerson, type PersonRow } from './list-people.ts'

const LAST_MANAGER = 'A organização precisa de pelo menos uma pessoa gestora ativa.'

/**
 * Returns the organisation whose users are requested: the requester's own or, for platform staff, any.
 * @throws 404 if it does not exist or is another one
 */
export async function organisationOf(db: Database, who: Identity, asked: string | undefined): Promise<string> {
  if (asked === undefined || asked === who.tenantId) return who.tenantId
  const notFound = new AppError(404, 'TENANT_NOT_FOUND', 'Organização não encontrada.')
  if (!who.platform || who.role !== 'staff' || !isUuid(asked)) throw notFound
  const [found] = await db.tenant(asked, (tx) => tx.db.select({ id: tenants.id }).from(tenants).where(eq(tenants.id, asked)))
  if (!found) throw notFound
  return asked
}

/** The user to change, and the current role of the requester. */
export interface Held {
  person: PersonRow
  /** Current role of the requester, which limits the roles that may be given. */
  role: string
}

/**
 * Returns the user to change and locks the organisation's users until the transaction ends.
 * @throws 401 if the requester was deactivated meanwhile, 403 if the requester may not change this user, 404
 */
export async function holdPerson(tx: Tx, who: Identity, tenantId: string, id: string): Promise<Held> {
  await lockPeople(tx, tenantId)
  const role = await roleNow(tx, who, tenantId)
  const isSelf = id === who.userId
  if (!isSelf && !isManager(role)) throw errors.denied()
  const found = await findPerson(tx, tenantId, id)
  if (!found) throw errors.notFound()
  if (!isSelf && !mayManage(role, found.role)) throw errors.denied()
  return { person: found, role }
}

/** Returns the user to change like `holdPerson`, for a change that users may not make to themselves (PEOPLE-05). @throws 401, 403, 404 */
export async function holdAnother(tx: Tx, who: Identity, tenantId: string, id: string): Promise<PersonRow> {
  const { person } = await holdPerson(tx, who, tenantId, id)
  if (id === who.userId) throw errors.denied()
  return person
}

/** Returns the requester's current role, which the previous change may have altered. @throws 401 if the requester is inactive */
async function roleNow(tx: Tx, who: Identity, tenantId: string): Promise<string> {
  if (tenantId !== who.tenantId) return who.role
  const asker = await findPerson(tx, tenantId, who.userId)
  if (!asker?.active) throw errors.tokenInvalid()
  return asker.role
}

/** Checks that an active manager remains (PEOPLE-04). @throws 409 if this user is the last one */
export async function requireOtherManager(tx: Tx, tenantId: string, person: PersonRow): Promise<void> {
  if (!person.active || !isManager(person.role)) return
  const others = await tx.db.$count(
    users,
    ofTenant(users, tenantId, eq(users.active, true), inArray(users.role, [...MANAGERS]), ne(users.id, person.id)),
  )
  if (others === 0) throw errors.conflict(LAST_MANAGER)
}
