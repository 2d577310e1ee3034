import { type AnyColumn, type SQL, sql } from 'drizzle-orm'

/**
 * Returns an expression for the later of the column's time and `at`, so that the column never goes back: `at` was read before the row was
 * locked, and another writer may have stored a later time.
 */
export const latestTime = (column: AnyColumn | SQL, at: Date): SQL<Date> =>
  sql`GREATEST(${column}, ${at.toISOString()}::timestamptz)`
