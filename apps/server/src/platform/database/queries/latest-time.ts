import { type AnyColumn, type SQL, sql } from 'drizzle-orm'

/**
 * Returns an SQL expression for the later of the column's time and `at`. Another transaction may have stored a later time after `at` was
 * read, and an UPDATE must not decrease it.
 */
export const latestTime = (column: AnyColumn | SQL, at: Date): SQL<Date> =>
  sql`GREATEST(${column}, ${at.toISOString()}::timestamptz)`
