import { type AnyColumn, type SQL, sql } from 'drizzle-orm'

/**
 * Returns a condition for rows whose `column` has one of these values. The values are one array parameter, because PostgreSQL limits the
 * number of parameters.
 */
export const equalsAny = (column: AnyColumn, values: readonly string[]): SQL =>
  sql`${column} = ANY(${sql.param([...values])}::${sql.raw(column.getSQLType())}[])`
