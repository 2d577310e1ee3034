import type { ConversationWithHistory } from '@prosa/contract/entities/conversations/conversation'
import { asc, desc, eq, gt, isNull, lt, lte, sql } from 'drizzle-orm'
import { isUuid, type QueryExecutor, type Tx } from '../../../platform/database/database.ts'
import { preparePerConnection } from '../../../platform/database/prepare-per-connection.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { conversations, leads, messages } from '../../../platform/database/schema/conversations/conversations.ts'
import { errors } from '../../../platform/errors.ts'
import {
  buildHistoryCursor,
  findImportedMessage,
  isHistoryCursor,
  listNewerImportedMessages,
  listOlderImportedMessages,
  NEWEST_HISTORY_CURSOR,
  parseHistoryCursor,
  presentImportedMessages,
} from '../imported-history/list-imported-messages.ts'
import type { ImportedMessageRow } from '../imported-history/present-imported-message.ts'
import { presentConversation, selectConversationsWithUnread } from '../load-conversation.ts'
import { presentMessage } from '../messages/present-message.ts'
import type { MessageRow } from '../ports.ts'

/** Maximum number of messages that are returned if the request has no `limit`: the newest ones. */
const MAX_HISTORY_MESSAGES = 5_000

export interface HistoryQuery {
  limit?: number | undefined
  cursor?: string | undefined
  afterSeq?: number | undefined
  changedSince?: Date | undefined
  /** Id of the message around which messages are returned. */
  around?: string | undefined
  /** Value of `newerCursor` from a previous response. */
  newer?: string | undefined
}

interface ConversationKey {
  tenantId: string
  conversationId: string
}

const MAX_SEQ = 2_147_483_647
const { placeholder } = sql

const conversationQuery = preparePerConnection((db) =>
  selectConversationsWithUnread(db, placeholder('userId'))
    .where(
      whereTenant(
        conversations,
        placeholder('tenantId'),
        eq(conversations.id, placeholder('conversationId')),
        eq(conversations.leadId, placeholder('leadId')),
        isNull(conversations.mergedInto),
        isNull(leads.erasedAt),
      ),
    )
    .prepare('conversation_view'),
)

const conversationMessagesCondition = (...more: Parameters<typeof whereTenant>[2][]) =>
  whereTenant(messages, placeholder('tenantId'), eq(messages.conversationId, placeholder('conversationId')), ...more)

const selectMessagesBetween = (db: QueryExecutor, direction: typeof asc) =>
  db
    .select()
    .from(messages)
    .where(conversationMessagesCondition(gt(messages.seq, placeholder('after')), lt(messages.seq, placeholder('before'))))
    .orderBy(direction(messages.seq))
    .limit(placeholder('limit'))

const newestMessagesQuery = preparePerConnection((db) => selectMessagesBetween(db, desc).prepare('messages_newest_first'))
/** Statement for messages in ascending order, so that a client that fetches missed messages in several pages gets no gap. */
const oldestMessagesQuery = preparePerConnection((db) => selectMessagesBetween(db, asc).prepare('messages_oldest_first'))

/**
 * Maximum number of messages that are returned because they changed since the client's last request. The most recently changed ones are
 * returned.
 */
const MAX_CHANGED_MESSAGES = 200
const changedMessagesQuery = preparePerConnection((db) =>
  db
    .select()
    .from(messages)
    .where(conversationMessagesCondition(gt(messages.changedAt, placeholder('since')), lte(messages.seq, placeholder('after'))))
    .orderBy(desc(messages.changedAt))
    .limit(MAX_CHANGED_MESSAGES)
    .prepare('messages_changed_before'),
)

/**
 * Returns a conversation with one page of its messages, oldest first: the newest messages, those before `cursor`, those after `afterSeq` or
 * `newer`, or those around the message `around`. Imported history precedes the first message of the conversation.
 * @throws 404 if the lead has no such conversation; 400 for an invalid cursor
 */
export async function getConversation(
  tx: Tx,
  tenantId: string,
  userId: string,
  { leadId, conversationId }: { leadId: string; conversationId: string },
  query: HistoryQuery,
): Promise<ConversationWithHistory> {
  const where = { tenantId, conversationId }
  const [[row], page] = await Promise.all([
    conversationQuery(tx.db).execute({ tenantId, userId, leadId, conversationId }),
    loadPage(tx, where, query),
  ])
  if (!row) throw errors.notFound()
  const { pastChangedAt, lastSeq } = row.conversation
  return {
    ...presentConversation(row),
    ...(await completePage(tx, where, { ...page, hasPast: pastChangedAt !== null, lastSeq })),
  }
}

/** Messages of one page: `live` from the messages table, `past` from the imported history, which precedes them. */
interface Page {
  live: readonly MessageRow[]
  past?: readonly ImportedMessageRow[]
  /**
   * Whether there are messages older than this page: `some` or `none`; `room`: up to this many imported messages still fit before the page;
   * null if unknown.
   */
  older: 'some' | 'none' | { room: number } | null
  /** Whether there may be messages newer than this page. */
  newer?: boolean
}

function loadPage(tx: Tx, where: ConversationKey, query: HistoryQuery): Promise<Page> {
  const { limit = MAX_HISTORY_MESSAGES, cursor, afterSeq, changedSince, around, newer } = query
  if (around !== undefined) return loadPageAround(tx, where, around)
  if (newer !== undefined) return loadNewerPage(tx, where, newer, limit)
  if (cursor !== undefined && isHistoryCursor(cursor)) return loadImportedPage(tx, where, cursor, limit)
  if (cursor !== undefined && !/^\d{1,9}$/.test(cursor)) throw errors.invalid(undefined, { cursor: 'Cursor inválido.' })
  if (afterSeq !== undefined && cursor === undefined) return loadPageAfter(tx, where, { afterSeq, limit, changedSince })
  return loadPageBefore(tx, where, Number(cursor ?? MAX_SEQ), limit)
}

async function loadPageBefore(tx: Tx, where: ConversationKey, before: number, limit: number): Promise<Page> {
  const live = await newestMessagesQuery(tx.db).execute({ ...where, after: 0, before, limit })
  return { live: live.reverse(), older: { room: limit - live.length } }
}

async function loadPageAfter(
  tx: Tx,
  where: ConversationKey,
  { afterSeq, limit, changedSince }: { afterSeq: number; limit: number; changedSince: Date | undefined },
): Promise<Page> {
  const range = { ...where, after: afterSeq, before: MAX_SEQ, limit }
  const [live, changed] = await Promise.all([
    oldestMessagesQuery(tx.db).execute(range),
    changedSince ? changedMessagesQuery(tx.db).execute({ ...range, since: changedSince }) : [],
  ])
  return { live: [...changed.sort((a, b) => a.seq - b.seq), ...live], older: null }
}

async function loadImportedPage(tx: Tx, where: ConversationKey, cursor: string, limit: number): Promise<Page> {
  const past = await listOlderImportedMessages(tx, where, parseHistoryCursor(cursor), limit + 1)
  return { live: [], ...trimToPage(past, limit) }
}

/** Removes the additional row that was queried to detect whether older messages exist. */
const trimToPage = (past: readonly ImportedMessageRow[], wanted: number): Required<Pick<Page, 'past' | 'older'>> =>
  past.length > wanted ? { past: past.slice(1), older: 'some' } : { past, older: 'none' }

/** Number of messages before and after the requested message (4-day §2). */
const MESSAGES_PER_SIDE = 30

/** Returns the messages around the message `messageId`. @throws 404 if the conversation does not contain it */
async function loadPageAround(tx: Tx, where: ConversationKey, messageId: string): Promise<Page> {
  if (!isUuid(messageId)) throw errors.notFound()
  const { tenantId, conversationId } = where
  const [live] = await tx.db
    .select({ seq: messages.seq })
    .from(messages)
    .where(whereTenant(messages, tenantId, eq(messages.conversationId, conversationId), eq(messages.id, messageId)))
  if (live) {
    const rows = await oldestMessagesQuery(tx.db).execute({
      ...where,
      after: live.seq - MESSAGES_PER_SIDE - 1,
      before: live.seq + MESSAGES_PER_SIDE + 1,
      limit: 2 * MESSAGES_PER_SIDE + 1,
    })
    return { live: rows, older: { room: Math.max(0, MESSAGES_PER_SIDE + 1 - live.seq) }, newer: true }
  }
  const found = await findImportedMessage(tx, where, messageId)
  if (!found) throw errors.notFound()
  const [before, after] = await Promise.all([
    listOlderImportedMessages(tx, where, found, MESSAGES_PER_SIDE + 1),
    listNewerImportedMessages(tx, where, found, MESSAGES_PER_SIDE),
  ])
  const first = await oldestMessagesQuery(tx.db).execute({
    ...where,
    after: 0,
    before: MAX_SEQ,
    limit: MESSAGES_PER_SIDE - after.length,
  })
  const { past, older } = trimToPage(before, MESSAGES_PER_SIDE)
  return { live: first, past: [...past, found, ...after], older, newer: true }
}

async function loadNewerPage(tx: Tx, where: ConversationKey, cursor: string, limit: number): Promise<Page> {
  const isPast = isHistoryCursor(cursor)
  if (!isPast && !/^\d{1,9}$/.test(cursor)) throw errors.invalid(undefined, { newer: 'Cursor inválido.' })
  const place = isPast ? parseHistoryCursor(cursor) : null
  const past = place ? await listNewerImportedMessages(tx, where, place, limit) : []
  const after = isPast ? 0 : Number(cursor)
  const live = await oldestMessagesQuery(tx.db).execute({ ...where, after, before: MAX_SEQ, limit: limit - past.length })
  return { live, past, older: null, newer: true }
}

/**
 * Converts a page to the response: adds the imported messages that still fit before the page, and the cursors for older and newer pages.
 */
async function completePage(
  tx: Tx,
  where: ConversationKey,
  { live, past, older, newer, hasPast, lastSeq }: Page & { hasPast: boolean; lastSeq: number },
): Promise<Pick<ConversationWithHistory, 'history' | 'nextCursor' | 'newerCursor'>> {
  const first = live[0]?.seq ?? 1
  const begins = hasPast && first <= 1
  const before =
    typeof older === 'object' && older !== null && begins
      ? trimToPage(older.room > 0 ? await listOlderImportedMessages(tx, where, null, older.room + 1) : [], older.room)
      : { past: past ?? [], older }
  const isFull = typeof older === 'object' && older?.room === 0
  return {
    history: [...(await presentImportedMessages(tx, where.tenantId, before.past)), ...live.map(presentMessage)],
    nextCursor:
      older === null
        ? null
        : first > 1
          ? String(first)
          : begins && (isFull || before.older === 'some')
            ? getOlderCursor(before.past[0])
            : null,
    ...(newer ? { newerCursor: getNewerCursor(live.at(-1)?.seq, before.past.at(-1), lastSeq) } : {}),
  }
}

const getOlderCursor = (oldest: ImportedMessageRow | undefined): string =>
  oldest ? buildHistoryCursor(oldest) : NEWEST_HISTORY_CURSOR

function getNewerCursor(newest: number | undefined, newestPast: ImportedMessageRow | undefined, lastSeq: number): string | null {
  if (newest !== undefined) return newest < lastSeq ? String(newest) : null
  return newestPast && lastSeq > 0 ? buildHistoryCursor(newestPast) : null
}
