import type { ConversationWithHistory } from '@prosa/contract/entities/conversation'
import { asc, desc, eq, gt, isNull, lt, lte, sql } from 'drizzle-orm'
import { isUuid, type Queries, type Tx } from '../../kernel/db/database.ts'
import { ofTenant } from '../../kernel/db/of-tenant.ts'
import { prepared } from '../../kernel/db/prepared.ts'
import { conversations, leads, messages } from '../../kernel/db/schema/conversations.ts'
import { errors } from '../../kernel/errors.ts'
import type { PastRow } from './past/present-past.ts'
import {
  findPast,
  isPastCursor,
  PAST_BEGINS,
  pastCursor,
  presentAllPast,
  readNewerPast,
  readOlderPast,
  readPastCursor,
} from './past/read-past.ts'
import type { MessageRow } from './ports.ts'
import { presentMessage } from './present-message.ts'
import { presentConversation, selectViewsFor } from './view.ts'

/** Maximum number of messages in a history without `limit`: the newest ones. */
const WHOLE_HISTORY_MAX = 5_000

export interface HistoryQuery {
  limit?: number | undefined
  cursor?: string | undefined
  afterSeq?: number | undefined
  changedSince?: Date | undefined
  /** Id of a message. */
  around?: string | undefined
  /** Value of a previous `newerCursor`. */
  newer?: string | undefined
}

interface Where {
  tenantId: string
  conversationId: string
}

const BEYOND_ANY = 2_147_483_647
const { placeholder } = sql

const viewOf = prepared((db) =>
  selectViewsFor(db, placeholder('userId'))
    .where(
      ofTenant(
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

const ofConversation = (...more: Parameters<typeof ofTenant>[2][]) =>
  ofTenant(messages, placeholder('tenantId'), eq(messages.conversationId, placeholder('conversationId')), ...more)

const selectBetween = (db: Queries, direction: typeof asc) =>
  db
    .select()
    .from(messages)
    .where(ofConversation(gt(messages.seq, placeholder('after')), lt(messages.seq, placeholder('before'))))
    .orderBy(direction(messages.seq))
    .limit(placeholder('limit'))

const newestFirst = prepared((db) => selectBetween(db, desc).prepare('messages_newest_first'))
/** Fetches missed messages in ascending order, so that consecutive pages leave no gap. */
const oldestFirst = prepared((db) => selectBetween(db, asc).prepare('messages_oldest_first'))

/** Maximum number of earlier messages that changed; the most recently changed ones are returned. */
const CHANGED_MAX = 200
const changedBefore = prepared((db) =>
  db
    .select()
    .from(messages)
    .where(ofConversation(gt(messages.changedAt, placeholder('since')), lte(messages.seq, placeholder('after'))))
    .orderBy(desc(messages.changedAt))
    .limit(CHANGED_MAX)
    .prepare('messages_changed_before'),
)

/**
 * Returns a conversation with its newest messages, those before `cursor`, the next ones after `afterSeq` or `newer`, or those `around` one;
 * oldest first. Imported history precedes its first message.
 * @throws 404, or 400 for an invalid cursor
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
    viewOf(tx.db).execute({ tenantId, userId, leadId, conversationId }),
    readPage(tx, where, query),
  ])
  if (!row) throw errors.notFound()
  const { pastChangedAt, lastSeq } = row.conversation
  return { ...presentConversation(row), ...(await complete(tx, where, { ...page, hasPast: pastChangedAt !== null, lastSeq })) }
}

/** Rows that a query returned. */
interface Page {
  live: readonly MessageRow[]
  past?: readonly PastRow[]
  /** Whether there are older messages: `some`, `none`, or `room` for that many imported messages before these. Null if unknown. */
  older: 'some' | 'none' | { room: number } | null
  /** Whether there may be newer messages. */
  newer?: boolean
}

function readPage(tx: Tx, where: Where, query: HistoryQuery): Promise<Page> {
  const { limit = WHOLE_HISTORY_MAX, cursor, afterSeq, changedSince, around, newer } = query
  if (around !== undefined) return readAround(tx, where, around)
  if (newer !== undefined) return readNewer(tx, where, newer, limit)
  if (cursor !== undefined && isPastCursor(cursor)) return readPast(tx, where, cursor, limit)
  if (cursor !== undefined && !/^\d{1,9}$/.test(cursor)) throw errors.invalid(undefined, { cursor: 'Cursor inválido.' })
  if (afterSeq !== undefined && cursor === undefined) return readSince(tx, where, { afterSeq, limit, changedSince })
  return readBefore(tx, where, Number(cursor ?? BEYOND_ANY), limit)
}

async function readBefore(tx: Tx, where: Where, before: number, limit: number): Promise<Page> {
  const live = await newestFirst(tx.db).execute({ ...where, after: 0, before, limit })
  return { live: live.reverse(), older: { room: limit - live.length } }
}

async function readSince(
  tx: Tx,
  where: Where,
  { afterSeq, limit, changedSince }: { afterSeq: number; limit: number; changedSince: Date | undefined },
): Promise<Page> {
  const range = { ...where, after: afterSeq, before: BEYOND_ANY, limit }
  const [live, changed] = await Promise.all([
    oldestFirst(tx.db).execute(range),
    changedSince ? changedBefore(tx.db).execute({ ...range, since: changedSince }) : [],
  ])
  return { live: [...changed.sort((a, b) => a.seq - b.seq), ...live], older: null }
}

async function readPast(tx: Tx, where: Where, cursor: string, limit: number): Promise<Page> {
  const past = await readOlderPast(tx, where, readPastCursor(cursor), limit + 1)
  return { live: [], ...cut(past, limit) }
}

/** Removes the additional row, which shows that there are more. */
const cut = (past: readonly PastRow[], wanted: number): Required<Pick<Page, 'past' | 'older'>> =>
  past.length > wanted ? { past: past.slice(1), older: 'some' } : { past, older: 'none' }

/** Number of messages on each side of the requested one (4-day §2). */
const AROUND = 30

/** Returns the messages around one. @throws 404 if the conversation does not contain it */
async function readAround(tx: Tx, where: Where, messageId: string): Promise<Page> {
  if (!isUuid(messageId)) throw errors.notFound()
  const { tenantId, conversationId } = where
  const [live] = await tx.db
    .select({ seq: messages.seq })
    .from(messages)
    .where(ofTenant(messages, tenantId, eq(messages.conversationId, conversationId), eq(messages.id, messageId)))
  if (live) {
    const rows = await oldestFirst(tx.db).execute({
      ...where,
      after: live.seq - AROUND - 1,
      before: live.seq + AROUND + 1,
      limit: 2 * AROUND + 1,
    })
    return { live: rows, older: { room: Math.max(0, AROUND + 1 - live.seq) }, newer: true }
  }
  const found = await findPast(tx, where, messageId)
  if (!found) throw errors.notFound()
  const [before, after] = await Promise.all([
    readOlderPast(tx, where, found, AROUND + 1),
    readNewerPast(tx, where, found, AROUND),
  ])
  const first = await oldestFirst(tx.db).execute({ ...where, after: 0, before: BEYOND_ANY, limit: AROUND - after.length })
  const { past, older } = cut(before, AROUND)
  return { live: first, past: [...past, found, ...after], older, newer: true }
}

async function readNewer(tx: Tx, where: Where, cursor: string, limit: number): Promise<Page> {
  const isPast = isPastCursor(cursor)
  if (!isPast && !/^\d{1,9}$/.test(cursor)) throw errors.invalid(undefined, { newer: 'Cursor inválido.' })
  const place = isPast ? readPastCursor(cursor) : null
  const past = place ? await readNewerPast(tx, where, place, limit) : []
  const after = isPast ? 0 : Number(cursor)
  const live = await oldestFirst(tx.db).execute({ ...where, after, before: BEYOND_ANY, limit: limit - past.length })
  return { live, past, older: null, newer: true }
}

/** Adds the imported messages that fit before the page, and the cursors. */
async function complete(
  tx: Tx,
  where: Where,
  { live, past, older, newer, hasPast, lastSeq }: Page & { hasPast: boolean; lastSeq: number },
): Promise<Pick<ConversationWithHistory, 'history' | 'nextCursor' | 'newerCursor'>> {
  const first = live[0]?.seq ?? 1
  const begins = hasPast && first <= 1
  const before =
    typeof older === 'object' && older !== null && begins
      ? cut(older.room > 0 ? await readOlderPast(tx, where, null, older.room + 1) : [], older.room)
      : { past: past ?? [], older }
  const isFull = typeof older === 'object' && older?.room === 0
  return {
    history: [...(await presentAllPast(tx, where.tenantId, before.past)), ...live.map(presentMessage)],
    nextCursor:
      older === null
        ? null
        : first > 1
          ? String(first)
          : begins && (isFull || before.older === 'some')
            ? cursorBefore(before.past[0])
            : null,
    ...(newer ? { newerCursor: cursorAfter(live.at(-1)?.seq, before.past.at(-1), lastSeq) } : {}),
  }
}

const cursorBefore = (oldest: PastRow | undefined): string => (oldest ? pastCursor(oldest) : PAST_BEGINS)

function cursorAfter(newest: number | undefined, newestPast: PastRow | undefined, lastSeq: number): string | null {
  if (newest !== undefined) return newest < lastSeq ? String(newest) : null
  return newestPast && lastSeq > 0 ? pastCursor(newestPast) : null
}
