import { and, asc, count, desc, eq, gt, gte, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import { type Database, isUuid, type Queries, type Tx } from '../../kernel/db/database.ts'
import { leadPhoneSearch, leadSearch } from '../../kernel/db/lead-search.ts'
import { ofTenant } from '../../kernel/db/of-tenant.ts'
import { pageOf } from '../../kernel/db/page-of.ts'
import { prepared } from '../../kernel/db/prepared.ts'
import type { Reader } from '../../kernel/db/reading-shares.ts'
import { sameId } from '../../kernel/db/same-id.ts'
import { conversationReads, conversations, leads } from '../../kernel/db/schema/conversations.ts'
import { readsOf, unreadOf } from '../../kernel/db/unread-of.ts'
import { errors } from '../../kernel/errors.ts'
import { presentConversation, selectViewsFor } from './view.ts'

/**
 * Maximum number of conversations without `limit`, `page` or `cursor`. `nextCursor` is returned in the default order only; other orders use
 * pages.
 */
export const WHOLE_LIST_MAX = 1_000
/** Milliseconds by which a delta overlaps the previous one, because a transaction that commits late may have an earlier timestamp. */
const DELTA_OVERLAP_MS = 10_000
/** Length of an ISO timestamp with a four-digit year, as in valid cursors. */
const ISO_LENGTH = 24

export interface ListQuery {
  agentId: string
  lead_id?: string | undefined
  phone?: string | undefined
  conversation_status?: string | undefined
  stage?: string | undefined
  search?: string | undefined
  needs_attention?: boolean | undefined
  archive?: boolean | undefined
  unread?: boolean | undefined
  updated_since?: string | undefined
  sortBy?: 'last_message' | 'last_client_message_at' | 'created_at' | undefined
  sortOrder?: 'asc' | 'desc' | undefined
  page?: number | undefined
  limit?: number | undefined
  paginate?: boolean | undefined
  cursor?: string | undefined
}

const { placeholder } = sql

const SORT_COLUMNS = {
  last_message: conversations.lastActivityAt,
  last_client_message_at: conversations.lastClientMessageAt,
  created_at: conversations.createdAt,
}

/** Returns an agent's conversations as a user sees them, with cursor pagination. Counts the total only with `paginate`. */
export async function listConversations(
  db: Pick<Database, 'reading' | 'readingOne'>,
  who: Reader,
  query: ListQuery,
  defaultLimit: number,
) {
  const sortBy = query.sortBy ?? 'last_message'
  const page = pageOf(query, query.paginate || query.cursor ? defaultLimit : WHOLE_LIST_MAX)
  const { limit } = page
  const { rows, total } = isUsual(query)
    ? { rows: await db.readingOne(who, usualRows(who, query, limit + 1)), total: null }
    : await db.reading(who, (tx) => readOther(tx, who, query, page))
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)?.conversation
  const more = rows.length > limit && last !== undefined
  return {
    conversations: shown.map(presentConversation),
    nextCursor: more && sortBy === 'last_message' ? cursorOf(last.lastActivityAt, last.id) : null,
    ...(total === null ? {} : { pagination: page.of(total) }),
  }
}

/** Reads a list with another order or with filters. */
async function readOther(tx: Tx, { tenantId, userId }: Reader, query: ListQuery, page: ReturnType<typeof pageOf>) {
  const filter = filterOf(tenantId, userId, query)
  const sortBy = query.sortBy ?? 'last_message'
  const column = SORT_COLUMNS[sortBy]
  const direction = query.sortOrder === 'asc' ? asc : desc
  const rows = await selectViewsFor(tx.db, userId)
    .where(and(filter, query.cursor ? after(query.cursor, query) : undefined))
    .orderBy(
      sortBy === 'last_client_message_at' ? sql`${direction(column)} NULLS LAST` : direction(column),
      direction(conversations.id),
    )
    .limit(page.limit + 1)
    .offset(query.paginate && !query.cursor ? page.offset : 0)
  return { rows, total: query.paginate ? await countOf(tx, userId, filter) : null }
}

/** Parameters of the most frequent query: newest first, archived or not, from the beginning or a cursor. */
const USUAL = new Set(['agentId', 'archive', 'limit', 'cursor'])
const isUsual = (query: ListQuery): boolean =>
  Object.entries(query).every(([name, value]) => value === undefined || USUAL.has(name))

const usual = (db: Queries, beyond?: SQL) =>
  selectViewsFor(db, placeholder('userId'))
    .where(
      ofTenant(
        conversations,
        placeholder('tenantId'),
        eq(conversations.agentId, placeholder('agentId')),
        eq(conversations.archive, placeholder('archive')),
        isNull(leads.erasedAt),
        isNull(conversations.mergedInto),
        beyond,
      ),
    )
    .orderBy(desc(conversations.lastActivityAt), desc(conversations.id))
    .limit(placeholder('limit'))

/** Prepared once per connection, because building the statement takes longer than executing it. */
const fromTheTop = prepared((db) => usual(db).prepare('list_from_the_top'))
const fromACursor = prepared((db) =>
  usual(db, beyond(sql`${placeholder('at')}::timestamptz`, sql`${placeholder('id')}::uuid`, 'desc')).prepare(
    'list_from_a_cursor',
  ),
)

function usualRows({ tenantId, userId }: Reader, query: ListQuery, limit: number) {
  const asked = { tenantId, userId, agentId: query.agentId, archive: query.archive ?? false, limit }
  if (!query.cursor) return (db: Queries) => fromTheTop(db).execute(asked)
  const { at, id } = readCursor(query.cursor)
  return (db: Queries) => fromACursor(db).execute({ ...asked, at: at.toISOString(), id })
}

function filterOf(tenantId: string, userId: string, query: ListQuery): SQL | undefined {
  const since = query.updated_since ? new Date(new Date(query.updated_since).getTime() - DELTA_OVERLAP_MS) : null
  const c = conversations
  return ofTenant(
    c,
    tenantId,
    eq(c.agentId, query.agentId),
    // A delta includes archived conversations, so that clients remove them from the list.
    since
      ? or(
          gte(c.updatedAt, since),
          gte(c.pastChangedAt, since),
          and(eq(conversationReads.userId, userId), gte(conversationReads.updatedAt, since)),
        )
      : eq(c.archive, query.archive ?? false),
    // Conversations of erased leads, and merged ones, are only in a delta, so that clients remove them from the list.
    since ? undefined : and(isNull(leads.erasedAt), isNull(c.mergedInto)),
    query.lead_id ? sameId(c.leadId, query.lead_id) : undefined,
    query.conversation_status ? eq(c.status, query.conversation_status) : undefined,
    query.stage ? eq(c.stage, query.stage) : undefined,
    query.needs_attention === undefined ? undefined : eq(c.needsAttention, query.needs_attention),
    query.unread === undefined ? undefined : query.unread ? gt(unreadOf(userId), 0) : lte(unreadOf(userId), 0),
    query.phone ? leadPhoneSearch(query.phone) : undefined,
    query.search ? leadSearch(query.search) : undefined,
  )
}

async function countOf(tx: Tx, userId: string, filter: SQL | undefined): Promise<number> {
  const [row] = await tx.db
    .select({ total: count() })
    .from(conversations)
    .innerJoin(leads, ofTenant(leads, conversations.tenantId, eq(leads.id, conversations.leadId)))
    .leftJoin(conversationReads, readsOf(userId))
    .where(filter)
  return row?.total ?? 0
}

const cursorOf = (at: Date, id: string): string => Buffer.from(`${at.toISOString()}|${id}`).toString('base64url')

/** Returns the condition for rows after a cursor. @throws 400 if the cursor is invalid or the list has another order */
function after(cursor: string, query: ListQuery): SQL | undefined {
  if ((query.sortBy ?? 'last_message') !== 'last_message') throw foreign()
  const { at, id } = readCursor(cursor)
  return beyond(sql`${at.toISOString()}::timestamptz`, sql`${id}::uuid`, query.sortOrder ?? 'desc')
}

/** Returns the condition for rows after a position in the list. */
function beyond(at: SQL, id: SQL, order: 'asc' | 'desc'): SQL | undefined {
  const c = conversations
  return order === 'asc'
    ? and(gte(c.lastActivityAt, at), sql`(${c.lastActivityAt}, ${c.id}) > (${at}, ${id})`)
    : and(lte(c.lastActivityAt, at), sql`(${c.lastActivityAt}, ${c.id}) < (${at}, ${id})`)
}

function readCursor(cursor: string): { at: Date; id: string } {
  const [time = '', id = ''] = Buffer.from(cursor, 'base64url').toString().split('|')
  const at = new Date(time)
  if (Number.isNaN(at.getTime()) || time.length !== ISO_LENGTH || !isUuid(id)) throw foreign()
  return { at, id }
}

const foreign = () => errors.invalid(undefined, { cursor: 'Cursor inválido.' })
