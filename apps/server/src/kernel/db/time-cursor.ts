import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { errors } from '../errors.ts'
import { isUuid } from './database.ts'

/** Names a row's place in a list of the newest first. */
export const timeCursor = (at: Date, id: string): string => `${at.toISOString()}~${id}`

/** What comes after that place. @throws 400 when the cursor is not one of ours */
export function beforeCursor(at: PgColumn, id: PgColumn, cursor: string): SQL {
  const [time = '', named = ''] = cursor.split('~')
  if (!isUuid(named) || Number.isNaN(Date.parse(time))) throw errors.invalid(undefined, { cursor: 'Cursor inválido.' })
  return sql`(${at}, ${id}) < (${new Date(time).toISOString()}::timestamptz, ${named}::uuid)`
}
