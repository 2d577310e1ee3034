import { type AnyColumn, type SQL, sql } from 'drizzle-orm'

/** A time that never goes back: `at` was read before the row's lock was had, and another writer may have been faster with a later one. */
export const noEarlier = (column: AnyColumn | SQL, at: Date): SQL<Date> =>
  sql`GREATEST(${column}, ${at.toISOString()}::timestamptz)`
