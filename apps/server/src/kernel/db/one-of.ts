import { type AnyColumn, type SQL, sql } from 'drizzle-orm'

/** `column` is one of these, as one parameter: there may be more values than a query has parameters. */
export const oneOf = (column: AnyColumn, values: readonly string[]): SQL =>
  sql`${column} = ANY(${sql.param([...values])}::${sql.raw(column.getSQLType())}[])`
