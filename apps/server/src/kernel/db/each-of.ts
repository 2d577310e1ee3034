import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/**
 * As `oneOf`, for rows of one tenant, each looked for by itself. The embedded database keeps no statistics, and without them PostgreSQL would
 * rather read all of a tenant's rows, by an index that has the column behind others, than a few by their key. Rows are named by where they lie: to
 * change them, hold what everybody holds who writes them.
 */
export const eachOf = (column: PgColumn, tenantId: string, values: readonly string[]): SQL =>
  sql`${column.table}.ctid = ANY (ARRAY(
    SELECT found.ctid FROM unnest(${sql.param([...values])}::${sql.raw(column.getSQLType())}[]) AS wanted (value)
    CROSS JOIN LATERAL (
      SELECT each.ctid FROM ${column.table} each
      WHERE each.tenant_id = ${tenantId}::uuid AND each.${sql.identifier(column.name)} = wanted.value OFFSET 0) AS found))`
