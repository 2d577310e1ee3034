import { and, eq, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'

/**
 * Returns a condition for rows of one tenant that meet `conditions`. Row-level security already hides other tenants' rows
 * (docs/decisions/003), but the database needs this condition to use the indexes, which start with tenant_id.
 * @param tenantId an id, or the column of a joined table
 */
export const whereTenant = (
  table: { readonly tenantId: AnyPgColumn },
  tenantId: string | SQLWrapper,
  ...conditions: readonly (SQL | undefined)[]
): SQL => {
  const tenantCondition = eq(table.tenantId, tenantId)
  return and(tenantCondition, ...conditions) ?? tenantCondition
}
