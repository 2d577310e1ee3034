import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { errors } from '../errors.ts'
import { isUuid } from './database.ts'

/** Returns the cursor of a row in a list ordered newest first. */
export const timeCursor = (at: Date, id: string): string => `${at.toISOString()}~${id}`

/** Parses a cursor. @throws 400 if it is not valid */
export function readTimeCursor(cursor: string): { at: Date; id: string } {
  const [time = '', id = ''] = cursor.split('~')
  if (!isUuid(id) || Number.isNaN(Date.parse(time))) throw errors.invalid(undefined, { cursor: 'Cursor inválido.' })
  return { at: new Date(time), id }
}

/** Returns the condition for rows after a cursor. @throws 400 if it is not valid */
export function beforeCursor(at: PgColumn, id: PgColumn, cursor: string): SQL {
  const place = readTimeCursor(cursor)
  return sql`(${at}, ${id}) < (${place.at.toISOString()}::timestamptz, ${place.id}::uuid)`
}
