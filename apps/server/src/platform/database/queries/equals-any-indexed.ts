import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/**
 * Like `oneOf`, for rows of one tenant, with a separate index lookup for each value. The embedded database has no statistics, and without
 * them PostgreSQL prefers to scan all of the tenant's rows. The condition compares physical row addresses (ctid): to change the rows, take
 * the lock that all their writers take.
 */
export const equalsAnyIndexed = (column: PgColumn, tenantId: string, values: readonly string[]): SQL =>
  sql`${column.table}.ctid = ANY (ARRAY(
    SELECT found.ctid FROM unnest(${sql.param([...values])}::${sql.raw(column.getSQLType())}[]) AS wanted (value)
    CROSS JOIN LATERAL (
      SELECT each.ctid FROM ${column.table} each
      WHERE each.tenant_id = ${tenantId}::uuid AND each.${sql.identifier(column.name)} = wanted.value OFFSET 0) AS found))`
