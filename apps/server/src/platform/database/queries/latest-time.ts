import { type AnyColumn, type SQL, sql } from 'drizzle-orm'

/**
 * Returns an SQL expression for the later of the column's time and `at`. Thus an UPDATE never moves the column back: `at` was read before
 * the row was locked, and another transaction may have stored a later time since.
 */
export const latestTime = (column: AnyColumn | SQL, at: Date): SQL<Date> =>
  sql`GREATEST(${column}, ${at.toISOString()}::timestamptz)`
