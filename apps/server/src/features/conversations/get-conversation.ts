import type { ConversationWithHistory } from '@prosa/contract/entities/conversation'
import { and, asc, desc, eq, gt, isNull, lt } from 'drizzle-orm'
import type { Tx } from '../../kernel/db/database.ts'
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
  const [row] = await selectViewsFor(tx.db, userId).where(
    and(
      eq(conversations.tenantId, tenantId),
      eq(conversations.id, place.conversationId),
      eq(conversations.leadId, place.leadId),
      isNull(leads.erasedAt),
    ),
  )
  if (!row) throw errors.notFound()
  const forward = afterSeq !== undefined && cursor === undefined
  if (cursor !== undefined && !/^\d{1,9}$/.test(cursor)) throw errors.invalid(undefined, { cursor: 'Cursor inválido.' })
  const found = await tx.db
    .select()
    .from(messages)
    .where(
      and(
        eq(messages.tenantId, tenantId),
        eq(messages.conversationId, place.conversationId),
        cursor === undefined ? undefined : lt(messages.seq, Number(cursor)),
        afterSeq === undefined ? undefined : gt(messages.seq, afterSeq),
      ),
    )
    // Catching up goes forward from what is known, so that pages of it follow each other without a hole.
    .orderBy(forward ? asc(messages.seq) : desc(messages.seq))
    .limit(limit)
  if (!forward) found.reverse()
  const oldest = found[0]?.seq
  return {
    ...presentConversation(row),
    history: found.map(presentMessage),
    nextCursor: forward || oldest === undefined || oldest <= 1 ? null : String(oldest),
  }
}
