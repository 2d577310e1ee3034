import { and, eq, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'

/**
 * The rows of one organisation, and of those the ones that the rest says. Every condition on a tenant's table begins here: row-level security
 * would hide the others anyway (docs/decisions/003), and this lets the database find them by the index that every table begins with.
 * @param tenantId an id, or the column of another table that this one is joined to
 */
export const ofTenant = (
  table: { readonly tenantId: AnyPgColumn },
  tenantId: string | SQLWrapper,
  ...rest: readonly (SQL | undefined)[]
): SQL => {
  const its = eq(table.tenantId, tenantId)
  return and(its, ...rest) ?? its
}
