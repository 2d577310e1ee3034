import { and, eq, or, sql } from 'drizzle-orm'
import type { Tx } from './db/database.ts'
import { ofTenant } from './db/of-tenant.ts'
import { users } from './db/schema/accounts.ts'
import { tenants } from './db/schema/tenants.ts'

/** Locks out every other change to an organisation's people until the transaction ends. */
export async function lockPeople(tx: Tx, tenantId: string): Promise<void> {
  await tx.db.execute(sql`SELECT pg_advisory_xact_lock(hashtext('people'), hashtext(${tenantId}))`)
}

/** The person who made a link, and the organisation that they belong to. */
export interface LinkMaker {
  tenantId: string
  role: string
}

/** Returns the role by which a person acts on another organisation's people: none, unless they are staff of the platform. */
export const roleWithin = (tenantId: string, { role, tenantId: own }: LinkMaker): string =>
  own === tenantId || role === 'staff' ? role : ''

/**
 * Locks the people of an organisation and of the person who made a link into it, and returns that person's role there by now.
 * Returns '' when they or their organisation were switched off: nobody hands out anything by that role.
 * @param system a transaction across organisations, because the maker may be of the platform
 */
export async function lockRoleOfMaker(system: Tx, tenantId: string, makerId: string): Promise<string> {
  await lockPeople(system, tenantId)
  const select = () =>
    system.db
      .select({ tenantId: users.tenantId, role: users.role })
      .from(users)
      .innerJoin(tenants, ofTenant(users, tenants.id))
      .where(
        and(
          eq(users.id, makerId),
          eq(users.active, true),
          eq(tenants.active, true),
          or(ofTenant(users, tenantId), eq(tenants.platform, true)),
        ),
      )
  const [found] = await select()
  if (!found) return ''
  if (found.tenantId === tenantId) return roleWithin(tenantId, found)
  await lockPeople(system, found.tenantId)
  const [locked] = await select()
  return locked ? roleWithin(tenantId, locked) : ''
}
