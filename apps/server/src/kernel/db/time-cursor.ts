import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { errors } from '../errors.ts'
import { isUuid } from './database.ts'

/** Names a row's place in a list of the newest first. */
export const timeCursor = (at: Date, id: string): string => `${at.toISOString()}~${id}`

/** The place that a cursor names. @throws 400 when it is not one of ours */
export function readTimeCursor(cursor: string): { at: Date; id: string } {
  const [time = '', id = ''] = cursor.split('~')
  if (!isUuid(id) || Number.isNaN(Date.parse(time))) throw errors.invalid(undefined, { cursor: 'Cursor inválido.' })
  return { at: new Date(time), id }
}

/** What comes after that place. @throws 400 when the cursor is not one of ours */
export function beforeCursor(at: PgColumn, id: PgColumn, cursor: string): SQL {
  const place = readTimeCursor(cursor)
  return sql`(${at}, ${id}) < (${place.at.toISOString()}::timestamptz, ${place.id}::uuid)`
}
