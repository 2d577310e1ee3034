import { and, asc, count, desc, eq, gt, gte, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import { isUuid, type Tx } from '../../kernel/db/database.ts'
import { leadPhoneSearch, leadSearch } from '../../kernel/db/lead-search.ts'
import { pageOf } from '../../kernel/db/page-of.ts'
import { sameId } from '../../kernel/db/same-id.ts'
import { conversationReads, conversations, leads } from '../../kernel/db/schema/conversations.ts'
import { readsOf, unreadOf } from '../../kernel/db/unread-of.ts'
import { errors } from '../../kernel/errors.ts'
import { presentConversation, selectViewsFor } from './view.ts'

/** A list without `limit`, `page` or `cursor` is answered whole, up to this many; in the default order `nextCursor` leads on, in others pages do. */
export const WHOLE_LIST_MAX = 1_000
/** A change that committed late may carry an earlier time than one already told: a delta looks back this far. */
const DELTA_OVERLAP_MS = 10_000
/** Of a year with four digits: others are none of our cursors. */
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

const SORT_COLUMNS = {
  last_message: conversations.lastActivityAt,
  last_client_message_at: conversations.lastClientMessageAt,
  created_at: conversations.createdAt,
}

/** An agent's conversations as one user sees them. Walks by keyset; counts a total only where `paginate` asks for it. */
export async function listConversations(tx: Tx, tenantId: string, userId: string, query: ListQuery, defaultLimit: number) {
  const filter = filterOf(tenantId, userId, query)
  const sortBy = query.sortBy ?? 'last_message'
  const column = SORT_COLUMNS[sortBy]
  const direction = query.sortOrder === 'asc' ? asc : desc
  const page = pageOf(query, query.paginate || query.cursor ? defaultLimit : WHOLE_LIST_MAX)
  const { limit } = page
  const rows = await selectViewsFor(tx.db, userId)
    .where(and(filter, query.cursor ? after(query.cursor, query) : undefined))
    .orderBy(
      sortBy === 'last_client_message_at' ? sql`${direction(column)} NULLS LAST` : direction(column),
      direction(conversations.id),
    )
    .limit(limit + 1)
    .offset(query.paginate && !query.cursor ? page.offset : 0)
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)?.conversation
  const more = rows.length > limit && last !== undefined
  return {
    conversations: shown.map(presentConversation),
    nextCursor: more && sortBy === 'last_message' ? cursorOf(last.lastActivityAt, last.id) : null,
    ...(query.paginate ? { pagination: page.of(await countOf(tx, userId, filter)) } : {}),
  }
}

function filterOf(tenantId: string, userId: string, query: ListQuery): SQL | undefined {
  const since = query.updated_since ? new Date(new Date(query.updated_since).getTime() - DELTA_OVERLAP_MS) : null
  const c = conversations
  return and(
    eq(c.tenantId, tenantId),
    eq(c.agentId, query.agentId),
    // A delta tells of archived ones too, so that a list can drop them.
    since
      ? or(gte(c.updatedAt, since), and(eq(conversationReads.userId, userId), gte(conversationReads.updatedAt, since)))
      : eq(c.archive, query.archive ?? false),
    // What is left of an erased lead, or of a conversation that was joined to another, is told to a list that may still show it, and to no other.
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
    .innerJoin(leads, and(eq(leads.tenantId, conversations.tenantId), eq(leads.id, conversations.leadId)))
    .leftJoin(conversationReads, readsOf(userId))
    .where(filter)
  return row?.total ?? 0
}

const cursorOf = (at: Date, id: string): string => Buffer.from(`${at.toISOString()}|${id}`).toString('base64url')

/** @throws 400 when the cursor is not one of ours */
function after(cursor: string, query: ListQuery): SQL | undefined {
  const [time = '', id = ''] = Buffer.from(cursor, 'base64url').toString().split('|')
  const at = new Date(time)
  if (
    Number.isNaN(at.getTime()) ||
    time.length !== ISO_LENGTH ||
    !isUuid(id) ||
    (query.sortBy ?? 'last_message') !== 'last_message'
  ) {
    throw errors.invalid(undefined, { cursor: 'Cursor inválido.' })
  }
  const c = conversations
  const place = sql`(${at.toISOString()}::timestamptz, ${id}::uuid)`
  const bound = query.sortOrder === 'asc' ? gte(c.lastActivityAt, at) : lte(c.lastActivityAt, at)
  const beyond =
    query.sortOrder === 'asc' ? sql`(${c.lastActivityAt}, ${c.id}) > ${place}` : sql`(${c.lastActivityAt}, ${c.id}) < ${place}`
  return and(bound, beyond)
}
