import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { errors } from '../../errors.ts'
import { isUuid } from '../database.ts'

/** Returns the pagination cursor of a row in a list that is ordered by time, newest first. */
export const formatTimeCursor = (at: Date, id: string): string => `${at.toISOString()}~${id}`

/** Parses a pagination cursor. @throws 400 if the cursor is not valid */
export function parseTimeCursor(cursor: string): { at: Date; id: string } {
  const [time = '', id = ''] = cursor.split('~')
  if (!isUuid(id) || Number.isNaN(Date.parse(time))) throw errors.invalid(undefined, { cursor: 'Cursor inválido.' })
  return { at: new Date(time), id }
}

/**
 * Returns a condition for the rows after a cursor in a list that is ordered by time, newest first. @throws 400 if the cursor is not valid
 */
export function buildTimeCursorCondition(at: PgColumn, id: PgColumn, cursor: string): SQL {
  const position = parseTimeCursor(cursor)
  return sql`(${at}, ${id}) < (${position.at.toISOString()}::timestamptz, ${position.id}::uuid)`
}
