import { and, asc, count, desc, eq, gt, gte, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import { type Database, isUuid, type QueryExecutor, type Tx } from '../../../platform/database/database.ts'
import { preparePerConnection } from '../../../platform/database/prepare-per-connection.ts'
import { equalsId } from '../../../platform/database/queries/equals-id.ts'
import { buildLeadPhoneCondition, buildLeadSearchCondition } from '../../../platform/database/queries/lead-search.ts'
import { resolvePage } from '../../../platform/database/queries/resolve-page.ts'
import { buildReadPositionJoin, selectUnreadCount } from '../../../platform/database/queries/unread-count.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import type { Reader } from '../../../platform/database/read-concurrency.ts'
import { conversationReads, conversations, leads } from '../../../platform/database/schema/conversations/conversations.ts'
import { errors } from '../../../platform/errors.ts'
import { presentConversation, selectConversationsWithUnread } from '../load-conversation.ts'

/** Maximum number of conversations in a response if the request has no `limit`, `page` or `cursor`. */
export const MAX_UNPAGED_CONVERSATIONS = 1_000
/**
 * Milliseconds by which a request with `updated_since` overlaps the previous request. A transaction that commits late may store an earlier
 * timestamp.
 */
const DELTA_OVERLAP_MS = 10_000
/** Length of an ISO timestamp with a four-digit year, the only form that a valid cursor contains. */
const ISO_LENGTH = 24

export interface ListConversationsQuery {
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

/**
 * Lists an agent's conversations with a user's unread counts and with cursor pagination. Counts the total only if `paginate` is set.
 * Returns `nextCursor` only in the default order.
 */
export async function listConversations(
  db: Pick<Database, 'runRead' | 'runReadStatement'>,
  reader: Reader,
  query: ListConversationsQuery,
  defaultLimit: number,
) {
  const sortBy = query.sortBy ?? 'last_message'
  const page = resolvePage(query, query.paginate || query.cursor ? defaultLimit : MAX_UNPAGED_CONVERSATIONS)
  const { limit } = page
  const { rows, total } = isDefaultList(query)
    ? { rows: await db.runReadStatement(reader, loadDefaultList(reader, query, limit + 1)), total: null }
    : await db.runRead(reader, (tx) => listWithFilters(tx, reader, query, page))
  const pageRows = rows.slice(0, limit)
  const last = pageRows.at(-1)?.conversation
  const hasMore = rows.length > limit && last !== undefined
  return {
    conversations: pageRows.map(presentConversation),
    nextCursor: hasMore && sortBy === 'last_message' ? buildListCursor(last.lastActivityAt, last.id) : null,
    ...(total === null ? {} : { pagination: page.buildPagination(total) }),
  }
}

async function listWithFilters(
  tx: Tx,
  { tenantId, userId }: Reader,
  query: ListConversationsQuery,
  page: ReturnType<typeof resolvePage>,
) {
  const filter = buildFilter(tenantId, userId, query)
  const sortBy = query.sortBy ?? 'last_message'
  const column = SORT_COLUMNS[sortBy]
  const direction = query.sortOrder === 'asc' ? asc : desc
  const rows = await selectConversationsWithUnread(tx.db, userId)
    .where(and(filter, query.cursor ? afterCursorCondition(query.cursor, query) : undefined))
    .orderBy(
      sortBy === 'last_client_message_at' ? sql`${direction(column)} NULLS LAST` : direction(column),
      direction(conversations.id),
    )
    .limit(page.limit + 1)
    .offset(query.paginate && !query.cursor ? page.offset : 0)
  return { rows, total: query.paginate ? await countMatching(tx, userId, filter) : null }
}

/**
 * Query parameters of the most frequent request: newest conversations first, archived or not, optionally from a cursor. It uses prepared
 * statements.
 */
const DEFAULT_LIST_PARAMETERS = new Set(['agentId', 'archive', 'limit', 'cursor'])
const isDefaultList = (query: ListConversationsQuery): boolean =>
  Object.entries(query).every(([name, value]) => value === undefined || DEFAULT_LIST_PARAMETERS.has(name))

const selectDefaultList = (db: QueryExecutor, cursorCondition?: SQL) =>
  selectConversationsWithUnread(db, placeholder('userId'))
    .where(
      whereTenant(
        conversations,
        placeholder('tenantId'),
        eq(conversations.agentId, placeholder('agentId')),
        eq(conversations.archive, placeholder('archive')),
        isNull(leads.erasedAt),
        isNull(conversations.mergedInto),
        cursorCondition,
      ),
    )
    .orderBy(desc(conversations.lastActivityAt), desc(conversations.id))
    .limit(placeholder('limit'))

/** Statement of the default list. Prepared once per connection, because building a statement takes longer than executing it. */
const firstPageQuery = preparePerConnection((db) => selectDefaultList(db).prepare('list_from_the_top'))
const cursorPageQuery = preparePerConnection((db) =>
  selectDefaultList(
    db,
    afterPositionCondition(sql`${placeholder('at')}::timestamptz`, sql`${placeholder('id')}::uuid`, 'desc'),
  ).prepare('list_from_a_cursor'),
)

function loadDefaultList({ tenantId, userId }: Reader, query: ListConversationsQuery, limit: number) {
  const parameters = { tenantId, userId, agentId: query.agentId, archive: query.archive ?? false, limit }
  if (!query.cursor) return (db: QueryExecutor) => firstPageQuery(db).execute(parameters)
  const { at, id } = parseListCursor(query.cursor)
  return (db: QueryExecutor) => cursorPageQuery(db).execute({ ...parameters, at: at.toISOString(), id })
}

function buildFilter(tenantId: string, userId: string, query: ListConversationsQuery): SQL | undefined {
  const since = query.updated_since ? new Date(new Date(query.updated_since).getTime() - DELTA_OVERLAP_MS) : null
  const c = conversations
  return whereTenant(
    c,
    tenantId,
    eq(c.agentId, query.agentId),
    // A request with `updated_since` also returns archived conversations, so that clients remove them from their list.
    since
      ? or(
          gte(c.updatedAt, since),
          gte(c.pastChangedAt, since),
          and(eq(conversationReads.userId, userId), gte(conversationReads.updatedAt, since)),
        )
      : eq(c.archive, query.archive ?? false),
    // A request with `updated_since` also returns merged conversations and those of erased leads, so that clients remove them from their
    // list.
    since ? undefined : and(isNull(leads.erasedAt), isNull(c.mergedInto)),
    query.lead_id ? equalsId(c.leadId, query.lead_id) : undefined,
    query.conversation_status ? eq(c.status, query.conversation_status) : undefined,
    query.stage ? eq(c.stage, query.stage) : undefined,
    query.needs_attention === undefined ? undefined : eq(c.needsAttention, query.needs_attention),
    query.unread === undefined ? undefined : query.unread ? gt(selectUnreadCount(userId), 0) : lte(selectUnreadCount(userId), 0),
    query.phone ? buildLeadPhoneCondition(query.phone) : undefined,
    query.search ? buildLeadSearchCondition(query.search) : undefined,
  )
}

async function countMatching(tx: Tx, userId: string, filter: SQL | undefined): Promise<number> {
  const [row] = await tx.db
    .select({ total: count() })
    .from(conversations)
    .innerJoin(leads, whereTenant(leads, conversations.tenantId, eq(leads.id, conversations.leadId)))
    .leftJoin(conversationReads, buildReadPositionJoin(userId))
    .where(filter)
  return row?.total ?? 0
}

const buildListCursor = (at: Date, id: string): string => Buffer.from(`${at.toISOString()}|${id}`).toString('base64url')

/**
 * Returns the SQL condition for conversations after a cursor.
 * @throws 400 if the cursor is invalid or the list is not in the default order
 */
function afterCursorCondition(cursor: string, query: ListConversationsQuery): SQL | undefined {
  if ((query.sortBy ?? 'last_message') !== 'last_message') throw invalidCursorError()
  const { at, id } = parseListCursor(cursor)
  return afterPositionCondition(sql`${at.toISOString()}::timestamptz`, sql`${id}::uuid`, query.sortOrder ?? 'desc')
}

/** Returns the SQL condition for conversations after a position (time of the last activity, id) in the given order. */
function afterPositionCondition(at: SQL, id: SQL, order: 'asc' | 'desc'): SQL | undefined {
  const c = conversations
  return order === 'asc'
    ? and(gte(c.lastActivityAt, at), sql`(${c.lastActivityAt}, ${c.id}) > (${at}, ${id})`)
    : and(lte(c.lastActivityAt, at), sql`(${c.lastActivityAt}, ${c.id}) < (${at}, ${id})`)
}

function parseListCursor(cursor: string): { at: Date; id: string } {
  const [time = '', id = ''] = Buffer.from(cursor, 'base64url').toString().split('|')
  const at = new Date(time)
  if (Number.isNaN(at.getTime()) || time.length !== ISO_LENGTH || !isUuid(id)) throw invalidCursorError()
  return { at, id }
}

const invalidCursorError = () => errors.invalid(undefined, { cursor: 'Cursor inválido.' })
