import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/**
 * Returns a condition: `column` is one of these values, in rows of one tenant. Looks up each value in an index: the embedded database has
 * no statistics, and would scan all rows of the tenant. Compares physical row addresses (ctid), so a caller that changes the rows must hold
 * the lock that all writers of these rows acquire.
 */
export const equalsAnyIndexed = (column: PgColumn, tenantId: string, values: readonly string[]): SQL =>
  sql`${column.table}.ctid = ANY (ARRAY(
    SELECT found.ctid FROM unnest(${sql.param([...values])}::${sql.raw(column.getSQLType())}[]) AS wanted (value)
    CROSS JOIN LATERAL (
      SELECT each.ctid FROM ${column.table} each
      WHERE each.tenant_id = ${tenantId}::uuid AND each.${sql.identifier(column.name)} = wanted.value OFFSET 0) AS found))`
