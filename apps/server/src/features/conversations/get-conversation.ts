import type { ConversationWithHistory } from '@prosa/contract/entities/conversation'
import { and, desc, eq, gt, lt } from 'drizzle-orm'
import type { Tx } from '../../kernel/db/database.ts'
import { conversations, messages } from '../../kernel/db/schema.ts'
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
 * A conversation with its newest messages, those older than `cursor`, or those after `afterSeq`; oldest first.
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
    and(eq(conversations.tenantId, tenantId), eq(conversations.id, place.conversationId), eq(conversations.leadId, place.leadId)),
  )
  if (!row) throw errors.notFound()
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
    .orderBy(desc(messages.seq))
    .limit(limit)
  const oldest = found.at(-1)?.seq
  const reachesBack = oldest === undefined || oldest <= (afterSeq ?? 0) + 1
  return {
    ...presentConversation(row),
    history: found.reverse().map(presentMessage),
    nextCursor: reachesBack ? null : String(oldest),
  }
}
