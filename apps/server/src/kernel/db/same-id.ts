import { type AnyColumn, eq, type SQL, sql } from 'drizzle-orm'
import { isUuid } from './database.ts'

/** `column = id`, for an id that a client wrote: one that cannot be ours matches nothing instead of failing in the database. */
export const sameId = (column: AnyColumn, id: string): SQL => (isUuid(id) ? eq(column, id) : sql`false`)
