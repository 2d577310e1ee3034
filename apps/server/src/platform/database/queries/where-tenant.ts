import { and, eq, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'

/**
 * Returns a condition: rows of one tenant that also meet the other conditions. Every condition on a tenant table starts with it. Row-level
 * security would hide other rows anyway (docs/decisions/003), but this lets the database use the indexes, which all start with tenant_id.
 * @param tenantId an id, or the column of a joined table
 */
export const whereTenant = (
  table: { readonly tenantId: AnyPgColumn },
  tenantId: string | SQLWrapper,
  ...rest: readonly (SQL | undefined)[]
): SQL => {
  const its = eq(table.tenantId, tenantId)
  return and(its, ...rest) ?? its
}
