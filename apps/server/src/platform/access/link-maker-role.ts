import { and, eq, or, sql } from 'drizzle-orm'
import type { Tx } from '../database/database.ts'
import { whereTenant } from '../database/queries/where-tenant.ts'
import { users } from '../database/schema/organisation/accounts.ts'
import { tenants } from '../database/schema/organisation/tenants.ts'

/** Locks changes to an organisation's users until the transaction ends. */
export async function lockTenantUsers(tx: Tx, tenantId: string): Promise<void> {
  await tx.db.execute(sql`SELECT pg_advisory_xact_lock(hashtext('people'), hashtext(${tenantId}))`)
}

/** Role of the user who made a link, and the organisation that this user belongs to. */
export interface LinkMaker {
  tenantId: string
  role: string
}

/** Returns the role with which a user acts on users of an organisation: '' for another organisation, unless the user is platform staff. */
export const getRoleInTenant = (tenantId: string, { role, tenantId: own }: LinkMaker): string =>
  own === tenantId || role === 'staff' ? role : ''

/**
 * Locks changes to the users of an organisation and of the link maker's organisation, and returns the maker's current role in the first.
 * Returns '' if the maker or the maker's organisation is inactive: without a role, creating links is refused.
 * @param system transaction across all organisations, because the maker may belong to the platform
 */
export async function lockLinkMakerRole(system: Tx, tenantId: string, makerId: string): Promise<string> {
  await lockTenantUsers(system, tenantId)
  const select = () =>
    system.db
      .select({ tenantId: users.tenantId, role: users.role })
      .from(users)
      .innerJoin(tenants, whereTenant(users, tenants.id))
      .where(
        and(
          eq(users.id, makerId),
          eq(users.active, true),
          eq(tenants.active, true),
          or(whereTenant(users, tenantId), eq(tenants.platform, true)),
        ),
      )
  const [found] = await select()
  if (!found) return ''
  if (found.tenantId === tenantId) return getRoleInTenant(tenantId, found)
  await lockTenantUsers(system, found.tenantId)
  const [locked] = await select()
  return locked ? getRoleInTenant(tenantId, locked) : ''
}
