import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/**
 * Returns a condition for rows of one tenant whose `column` has one of these values. Looks up each value in an index, because the embedded
 * database has no statistics and would scan all rows of the tenant.
 * A caller that changes the rows must lock them against other writers, because the condition compares row addresses (ctid).
 */
export const equalsAnyIndexed = (column: PgColumn, tenantId: string, values: readonly string[]): SQL =>
  sql`${column.table}.ctid = ANY (ARRAY(
    SELECT found.ctid FROM unnest(${sql.param([...values])}::${sql.raw(column.getSQLType())}[]) AS wanted (value)
    CROSS JOIN LATERAL (
      SELECT each.ctid FROM ${column.table} each
      WHERE each.tenant_id = ${tenantId}::uuid AND each.${sql.identifier(column.name)} = wanted.value OFFSET 0) AS found))`
