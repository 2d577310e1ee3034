import { type AnyColumn, type SQL, sql } from 'drizzle-orm'

/**
 * Returns a condition: `column` is one of these values. They are one array parameter, because their number may exceed the maximum of
 * parameters.
 */
export const equalsAny = (column: AnyColumn, values: readonly string[]): SQL =>
  sql`${column} = ANY(${sql.param([...values])}::${sql.raw(column.getSQLType())}[])`
