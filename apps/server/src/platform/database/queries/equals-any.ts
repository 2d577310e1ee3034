import { type AnyColumn, type SQL, sql } from 'drizzle-orm'

/**
 * Returns a condition: `column` is one of these values. Passes all values as one array parameter, because PostgreSQL limits the number of
 * parameters.
 */
export const equalsAny = (column: AnyColumn, values: readonly string[]): SQL =>
  sql`${column} = ANY(${sql.param([...values])}::${sql.raw(column.getSQLType())}[])`
