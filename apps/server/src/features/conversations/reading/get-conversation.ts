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

/** Maximum number of messages in a response if the request has no `limit`. Returns the newest ones. */
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

const conversationMessagesCondition = (...conditions: Parameters<typeof whereTenant>[2][]) =>
  whereTenant(messages, placeholder('tenantId'), eq(messages.conversationId, placeholder('conversationId')), ...conditions)

const selectMessagesBetween = (db: QueryExecutor, direction: typeof asc) =>
  db
    .select()
    .from(messages)
    .where(conversationMessagesCondition(gt(messages.seq, placeholder('after')), lt(messages.seq, placeholder('before'))))
    .orderBy(direction(messages.seq))
    .limit(placeholder('limit'))

const newestMessagesQuery = preparePerConnection((db) => selectMessagesBetween(db, desc).prepare('messages_newest_first'))
/** Statement for messages in ascending order. A client that fetches missed messages in several pages thereby gets no gap. */
const oldestMessagesQuery = preparePerConnection((db) => selectMessagesBetween(db, asc).prepare('messages_oldest_first'))

/**
 * Maximum number of messages that are returned because they changed since the client's last request. Returns the most recently changed
 * ones.
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
 * Returns a conversation with one page of its messages, oldest first. The query selects the newest messages, those before `cursor`, those
 * after `afterSeq` or `newer`, or those around the message `around`. Imported history precedes the first message.
 * @throws 404 if the lead has no such conversation; 400 for an invalid cursor
 */
export async function getConversation(
  tx: Tx,
  tenantId: string,
  userId: string,
  { leadId, conversationId }: { leadId: string; conversationId: string },
  query: HistoryQuery,
): Promise<ConversationWithHistory> {
  const conversationKey = { tenantId, conversationId }
  const [[row], page] = await Promise.all([
    conversationQuery(tx.db).execute({ tenantId, userId, leadId, conversationId }),
    loadPage(tx, conversationKey, query),
  ])
  if (!row) throw errors.notFound()
  const { pastChangedAt, lastSeq } = row.conversation
  return {
    ...presentConversation(row),
    ...(await completePage(tx, conversationKey, { ...page, hasImportedHistory: pastChangedAt !== null, lastSeq })),
  }
}

/** One page of messages. Rows of the imported history precede the rows of the messages table. */
interface Page {
  messageRows: readonly MessageRow[]
  importedRows?: readonly ImportedMessageRow[]
  /**
   * Whether messages older than this page exist; null if not determined. `remaining`: number of imported messages that may still be added
   * before the page.
   */
  older: 'some' | 'none' | { remaining: number } | null
  mayHaveNewer?: boolean
}

function loadPage(tx: Tx, conversationKey: ConversationKey, query: HistoryQuery): Promise<Page> {
  const { limit = MAX_HISTORY_MESSAGES, cursor, afterSeq, changedSince, around, newer } = query
  if (around !== undefined) return loadPageAround(tx, conversationKey, around)
  if (newer !== undefined) return loadNewerPage(tx, conversationKey, newer, limit)
  if (cursor !== undefined && isHistoryCursor(cursor)) return loadImportedPage(tx, conversationKey, cursor, limit)
  if (cursor !== undefined && !/^\d{1,9}$/.test(cursor)) throw errors.invalid(undefined, { cursor: 'Cursor inválido.' })
  if (afterSeq !== undefined && cursor === undefined) return loadPageAfter(tx, conversationKey, { afterSeq, limit, changedSince })
  return loadPageBefore(tx, conversationKey, Number(cursor ?? MAX_SEQ), limit)
}

async function loadPageBefore(tx: Tx, conversationKey: ConversationKey, before: number, limit: number): Promise<Page> {
  const messageRows = await newestMessagesQuery(tx.db).execute({ ...conversationKey, after: 0, before, limit })
  return { messageRows: messageRows.reverse(), older: { remaining: limit - messageRows.length } }
}

async function loadPageAfter(
  tx: Tx,
  conversationKey: ConversationKey,
  { afterSeq, limit, changedSince }: { afterSeq: number; limit: number; changedSince: Date | undefined },
): Promise<Page> {
  const range = { ...conversationKey, after: afterSeq, before: MAX_SEQ, limit }
  const [messageRows, changedRows] = await Promise.all([
    oldestMessagesQuery(tx.db).execute(range),
    changedSince ? changedMessagesQuery(tx.db).execute({ ...range, since: changedSince }) : [],
  ])
  return { messageRows: [...changedRows.sort((a, b) => a.seq - b.seq), ...messageRows], older: null }
}

async function loadImportedPage(tx: Tx, conversationKey: ConversationKey, cursor: string, limit: number): Promise<Page> {
  const importedRows = await listOlderImportedMessages(tx, conversationKey, parseHistoryCursor(cursor), limit + 1)
  return { messageRows: [], ...trimToPage(importedRows, limit) }
}

/** Removes the additional row that was queried to detect older messages. */
const trimToPage = (
  importedRows: readonly ImportedMessageRow[],
  limit: number,
): Required<Pick<Page, 'importedRows' | 'older'>> =>
  importedRows.length > limit ? { importedRows: importedRows.slice(1), older: 'some' } : { importedRows, older: 'none' }

/** Number of messages on each side of the requested message (4-day §2). */
const MESSAGES_PER_SIDE = 30

/** Returns the messages around the message `messageId`. @throws 404 if the conversation does not contain it */
async function loadPageAround(tx: Tx, conversationKey: ConversationKey, messageId: string): Promise<Page> {
  if (!isUuid(messageId)) throw errors.notFound()
  const { tenantId, conversationId } = conversationKey
  const [message] = await tx.db
    .select({ seq: messages.seq })
    .from(messages)
    .where(whereTenant(messages, tenantId, eq(messages.conversationId, conversationId), eq(messages.id, messageId)))
  if (message) {
    const rows = await oldestMessagesQuery(tx.db).execute({
      ...conversationKey,
      after: message.seq - MESSAGES_PER_SIDE - 1,
      before: message.seq + MESSAGES_PER_SIDE + 1,
      limit: 2 * MESSAGES_PER_SIDE + 1,
    })
    return { messageRows: rows, older: { remaining: Math.max(0, MESSAGES_PER_SIDE + 1 - message.seq) }, mayHaveNewer: true }
  }
  const importedMessage = await findImportedMessage(tx, conversationKey, messageId)
  if (!importedMessage) throw errors.notFound()
  const [before, after] = await Promise.all([
    listOlderImportedMessages(tx, conversationKey, importedMessage, MESSAGES_PER_SIDE + 1),
    listNewerImportedMessages(tx, conversationKey, importedMessage, MESSAGES_PER_SIDE),
  ])
  const firstMessages = await oldestMessagesQuery(tx.db).execute({
    ...conversationKey,
    after: 0,
    before: MAX_SEQ,
    limit: MESSAGES_PER_SIDE - after.length,
  })
  const { importedRows, older } = trimToPage(before, MESSAGES_PER_SIDE)
  return { messageRows: firstMessages, importedRows: [...importedRows, importedMessage, ...after], older, mayHaveNewer: true }
}

async function loadNewerPage(tx: Tx, conversationKey: ConversationKey, cursor: string, limit: number): Promise<Page> {
  const isInHistory = isHistoryCursor(cursor)
  if (!isInHistory && !/^\d{1,9}$/.test(cursor)) throw errors.invalid(undefined, { newer: 'Cursor inválido.' })
  const position = isInHistory ? parseHistoryCursor(cursor) : null
  const importedRows = position ? await listNewerImportedMessages(tx, conversationKey, position, limit) : []
  const after = isInHistory ? 0 : Number(cursor)
  const messageRows = await oldestMessagesQuery(tx.db).execute({
    ...conversationKey,
    after,
    before: MAX_SEQ,
    limit: limit - importedRows.length,
  })
  return { messageRows, importedRows, older: null, mayHaveNewer: true }
}

/** Converts a page to the response. Fills up the page with imported messages, and adds the cursors for older and newer pages. */
async function completePage(
  tx: Tx,
  conversationKey: ConversationKey,
  {
    messageRows,
    importedRows,
    older,
    mayHaveNewer,
    hasImportedHistory,
    lastSeq,
  }: Page & { hasImportedHistory: boolean; lastSeq: number },
): Promise<Pick<ConversationWithHistory, 'history' | 'nextCursor' | 'newerCursor'>> {
  const firstSeq = messageRows[0]?.seq ?? 1
  const startsAtFirstMessage = hasImportedHistory && firstSeq <= 1
  const olderPage =
    typeof older === 'object' && older !== null && startsAtFirstMessage
      ? trimToPage(
          older.remaining > 0 ? await listOlderImportedMessages(tx, conversationKey, null, older.remaining + 1) : [],
          older.remaining,
        )
      : { importedRows: importedRows ?? [], older }
  const isFull = typeof older === 'object' && older?.remaining === 0
  return {
    history: [
      ...(await presentImportedMessages(tx, conversationKey.tenantId, olderPage.importedRows)),
      ...messageRows.map(presentMessage),
    ],
    nextCursor:
      older === null
        ? null
        : firstSeq > 1
          ? String(firstSeq)
          : startsAtFirstMessage && (isFull || olderPage.older === 'some')
            ? getOlderCursor(olderPage.importedRows[0])
            : null,
    ...(mayHaveNewer ? { newerCursor: getNewerCursor(messageRows.at(-1)?.seq, olderPage.importedRows.at(-1), lastSeq) } : {}),
  }
}

const getOlderCursor = (oldest: ImportedMessageRow | undefined): string =>
  oldest ? buildHistoryCursor(oldest) : NEWEST_HISTORY_CURSOR

function getNewerCursor(
  newestSeq: number | undefined,
  newestImported: ImportedMessageRow | undefined,
  lastSeq: number,
): string | null {
  if (newestSeq !== undefined) return newestSeq < lastSeq ? String(newestSeq) : null
  return newestImported && lastSeq > 0 ? buildHistoryCursor(newestImported) : null
}
