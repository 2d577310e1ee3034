import type { ConversationWithHistory } from '@prosa/contract/entities/conversation'
import { and, asc, desc, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import type { Queries, Tx } from '../../kernel/db/database.ts'
import { prepared } from '../../kernel/db/prepared.ts'
import { conversations, leads, messages } from '../../kernel/db/schema/conversations.ts'
import { errors } from '../../kernel/errors.ts'
import { presentMessage } from './present-message.ts'
import { presentConversation, selectViewsFor } from './view.ts'

/** A history without `limit` is answered whole, up to this many of the newest. */
const WHOLE_HISTORY_MAX = 5_000

export interface HistoryQuery {
  limit?: number | undefined
  cursor?: string | undefined
  afterSeq?: number | undefined
}

const BEYOND_ANY = 2_147_483_647
const { placeholder } = sql

const viewOf = prepared((db) =>
  selectViewsFor(db, placeholder('userId'))
    .where(
      and(
        eq(conversations.tenantId, placeholder('tenantId')),
        eq(conversations.id, placeholder('conversationId')),
        eq(conversations.leadId, placeholder('leadId')),
        isNull(conversations.mergedInto),
        isNull(leads.erasedAt),
      ),
    )
    .prepare('conversation_view'),
)

const selectBetween = (db: Queries, direction: typeof asc) =>
  db
    .select()
    .from(messages)
    .where(
      and(
        eq(messages.tenantId, placeholder('tenantId')),
        eq(messages.conversationId, placeholder('conversationId')),
        gt(messages.seq, placeholder('after')),
        lt(messages.seq, placeholder('before')),
      ),
    )
    .orderBy(direction(messages.seq))
    .limit(placeholder('limit'))

const newestFirst = prepared((db) => selectBetween(db, desc).prepare('messages_newest_first'))
/** Catching up goes forward from what is known, so that pages of it follow each other without a hole. */
const oldestFirst = prepared((db) => selectBetween(db, asc).prepare('messages_oldest_first'))

/**
 * A conversation with its newest messages, those older than `cursor`, or the next ones after `afterSeq`; oldest first.
 * @throws 404, or 400 for a cursor that is not one of ours
 */
export async function getConversation(
  tx: Tx,
  tenantId: string,
  userId: string,
  place: { leadId: string; conversationId: string },
  { limit = WHOLE_HISTORY_MAX, cursor, afterSeq }: HistoryQuery,
): Promise<ConversationWithHistory> {
  const forward = afterSeq !== undefined && cursor === undefined
  if (cursor !== undefined && !/^\d{1,9}$/.test(cursor)) throw errors.invalid(undefined, { cursor: 'Cursor inválido.' })
  const { leadId, conversationId } = place
  const range = { tenantId, conversationId, after: afterSeq ?? 0, before: Number(cursor ?? BEYOND_ANY), limit }
  const [[row], found] = await Promise.all([
    viewOf(tx.db).execute({ tenantId, userId, leadId, conversationId }),
    (forward ? oldestFirst : newestFirst)(tx.db).execute(range),
  ])
  if (!row) throw errors.notFound()
  if (!forward) found.reverse()
  const oldest = found[0]?.seq
  return {
    ...presentConversation(row),
    history: found.map(presentMessage),
    nextCursor: forward || oldest === undefined || oldest <= 1 ? null : String(oldest),
  }
}
