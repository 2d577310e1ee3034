import { and, eq, or, sql } from 'drizzle-orm'
import type { Tx } from '../database/database.ts'
import { whereTenant } from '../database/queries/where-tenant.ts'
import { users } from '../database/schema/organisation/accounts.ts'
import { tenants } from '../database/schema/organisation/tenants.ts'

/** Locks an organisation's users against changes by other transactions until this transaction ends. */
export async function lockTenantUsers(tx: Tx, tenantId: string): Promise<void> {
  await tx.db.execute(sql`SELECT pg_advisory_xact_lock(hashtext('people'), hashtext(${tenantId}))`)
}

/** Role and organisation of a user who created an invitation or reset link. */
export interface LinkMaker {
  tenantId: string
  role: string
}

/**
 * Returns the role of a link's creator in the organisation `tenantId`. Returns '' if the creator belongs to another organisation and is not
 * platform staff.
 */
export const getRoleInTenant = (tenantId: string, { role, tenantId: makerTenantId }: LinkMaker): string =>
  makerTenantId === tenantId || role === 'staff' ? role : ''

/**
 * Locks the users of `tenantId` and of the link creator's organisation, and returns the creator's current role in `tenantId`. Returns '' if
 * the creator or their organisation is inactive; the caller must then reject the link.
 * @param systemTx transaction across all organisations, because the creator may belong to the platform's organisation
 */
export async function lockLinkMakerRole(systemTx: Tx, tenantId: string, makerId: string): Promise<string> {
  await lockTenantUsers(systemTx, tenantId)
  const selectMaker = () =>
    systemTx.db
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
  const [maker] = await selectMaker()
  if (!maker) return ''
  if (maker.tenantId === tenantId) return getRoleInTenant(tenantId, maker)
  await lockTenantUsers(systemTx, maker.tenantId)
  const [lockedMaker] = await selectMaker()
  return lockedMaker ? getRoleInTenant(tenantId, lockedMaker) : ''
}
