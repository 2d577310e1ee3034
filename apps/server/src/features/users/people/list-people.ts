import { extractDigits } from '@prosa/contract/rules/phone-numbers/phone'
import { eq, ilike, or, type SQL, sql } from 'drizzle-orm'
import { isUuid, type Tx } from '../../../platform/database/database.ts'
import { toContainsPattern } from '../../../platform/database/queries/contains-pattern.ts'
import { equalsId } from '../../../platform/database/queries/equals-id.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { users } from '../../../platform/database/schema/organisation/accounts.ts'
import { errors } from '../../../platform/errors.ts'
import { tryParseJson } from '../../../platform/json/json.ts'
import { isUserOnline } from '../../../platform/realtime/presence.ts'

const PAGE_SIZE = 50

/** SQL expression that sorts users by name without accents. It must equal the expression of the database index `users_name`. */
const SORT_NAME = sql<string>`(prosa_fold(users.name) COLLATE "C")`

const PERSON_COLUMNS = {
  id: users.id,
  name: users.name,
  role: users.role,
  active: users.active,
  phone: users.phone,
  email: users.email,
  lastSeenAt: users.lastSeenAt,
  secondStep: users.secondStep,
  resetAskedAt: users.resetAskedAt,
  createdAt: users.createdAt,
  updatedAt: users.updatedAt,
  present: isUserOnline,
  sortName: SORT_NAME,
}

const selectPeople = (tx: Tx) => tx.db.select(PERSON_COLUMNS).from(users)
export type PersonRow = Awaited<ReturnType<typeof selectPeople>>[number]

export interface PeopleQuery {
  search?: string | undefined
  active?: boolean | undefined
  role?: string | undefined
  limit?: number | undefined
  cursor?: string | undefined
}

/**
 * Lists an organisation's users by name, with cursor pagination.
 * @param includesContacts whether the search includes e-mail addresses and phone numbers
 * @throws 400 for an invalid cursor
 */
export async function listPeople(
  tx: Tx,
  tenantId: string,
  query: PeopleQuery,
  { includesContacts }: { includesContacts: boolean },
) {
  const limit = query.limit ?? PAGE_SIZE
  const rows = await selectPeople(tx)
    .where(
      whereTenant(
        users,
        tenantId,
        query.active === undefined ? undefined : eq(users.active, query.active),
        query.role ? eq(users.role, query.role) : undefined,
        ...(query.search ?? '')
          .split(/\s+/)
          .filter(Boolean)
          .map((word) => matchesWord(word, includesContacts)),
        query.cursor ? isAfterCursor(query.cursor) : undefined,
      ),
    )
    .orderBy(SORT_NAME, users.id)
    .limit(limit + 1)
  const visibleRows = rows.slice(0, limit)
  const last = visibleRows.at(-1)
  return { rows: visibleRows, nextCursor: rows.length > limit && last ? formatCursor(last) : null }
}

export async function findPerson(tx: Tx, tenantId: string, id: string): Promise<PersonRow | null> {
  const [row] = await selectPeople(tx).where(whereTenant(users, tenantId, equalsId(users.id, id)))
  return row ?? null
}

function matchesWord(word: string, includesContacts: boolean): SQL | undefined {
  const name = sql`prosa_fold(${users.name}) LIKE prosa_fold(${toContainsPattern(word)})`
  if (!includesContacts) return name
  const digits = extractDigits(word)
  return or(name, ilike(users.email, toContainsPattern(word)), digits ? ilike(users.phone, toContainsPattern(digits)) : undefined)
}

const formatCursor = ({ sortName, id }: PersonRow): string => Buffer.from(JSON.stringify([sortName, id])).toString('base64url')

/**
 * Returns the SQL condition for users that follow a cursor.
 * @throws 400 if the cursor is invalid
 */
function isAfterCursor(cursor: string): SQL {
  const [name, id] = parseCursor(cursor)
  if (typeof name !== 'string' || name.includes('\u0000') || typeof id !== 'string' || !isUuid(id)) {
    throw errors.invalid(undefined, { cursor: 'Cursor inválido.' })
  }
  return sql`(${SORT_NAME}, ${users.id}) > (${name} COLLATE "C", ${id}::uuid)`
}

function parseCursor(cursor: string): unknown[] {
  const parsed = tryParseJson(Buffer.from(cursor, 'base64url').toString())
  return Array.isArray(parsed) ? parsed : []
}
