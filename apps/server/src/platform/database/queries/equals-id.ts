import { type AnyColumn, eq, type SQL, sql } from 'drizzle-orm'
import { isUuid } from '../database.ts'

/**
 * Returns the condition `column = id` for an id from a client. Returns `false` if the id is not a UUID, for which the database would raise
 * an error.
 */
export const equalsId = (column: AnyColumn, id: string): SQL => (isUuid(id) ? eq(column, id) : sql`false`)
