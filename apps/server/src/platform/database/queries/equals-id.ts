import { type AnyColumn, eq, type SQL, sql } from 'drizzle-orm'
import { isUuid } from '../database.ts'

/** Returns the condition `column = id` for an id from a client; `false` if it is not a UUID, which would be an error in the database. */
export const equalsId = (column: AnyColumn, id: string): SQL => (isUuid(id) ? eq(column, id) : sql`false`)
