import { ATTENTION_REASON_MAX_CHARS } from '@prosa/contract/constants'
import { eq } from 'drizzle-orm'
import type { Tx } from '../../../platform/database/database.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { conversations, messages } from '../../../platform/database/schema/conversations/conversations.ts'
import { truncateText } from '../../../platform/text/truncate-text.ts'

const UNDELIVERED_TEXT = 'Mensagem não entregue.'

const formatAttentionReason = (deliveryError: string | null): string =>
  truncateText(`${UNDELIVERED_TEXT} ${deliveryError ?? ''}`.trim(), ATTENTION_REASON_MAX_CHARS)

type AttentionColumns = Pick<typeof conversations.$inferInsert, 'needsAttention' | 'attentionReason' | 'undelivered'>

/**
 * Returns the conversation columns to update after the delivery of message `id` failed. Keeps an attention reason that has another cause.
 * The caller must have locked the conversation.
 */
export async function getAttentionAfterFailure(
  tx: Tx,
  { tenantId, conversationId, id }: { tenantId: string; conversationId: string; id: string },
  deliveryError: string | null,
): Promise<AttentionColumns> {
  const { needsAttention, attentionReason, undelivered } = await loadAttention(tx, tenantId, conversationId)
  const hasOtherReason = needsAttention && !attentionReason?.startsWith(UNDELIVERED_TEXT)
  return {
    undelivered: [...undelivered, id],
    ...(hasOtherReason ? {} : { needsAttention: true, attentionReason: formatAttentionReason(deliveryError) }),
  }
}

/**
 * Returns the conversation columns to update after the failed message `id` was delivered. The attention flag stays if another message is
 * undelivered or the flag has another cause. The caller must have locked the conversation.
 */
export async function getAttentionAfterRecovery(
  tx: Tx,
  { tenantId, conversationId, id }: { tenantId: string; conversationId: string; id: string },
): Promise<AttentionColumns> {
  const { attentionReason, undelivered } = await loadAttention(tx, tenantId, conversationId)
  const remaining = undelivered.filter((otherId) => otherId !== id)
  if (!attentionReason?.startsWith(UNDELIVERED_TEXT)) return { undelivered: remaining }
  const newest = remaining.at(-1)
  if (newest === undefined) return { undelivered: remaining, needsAttention: false, attentionReason: null }
  const [row] = await tx.db
    .select({ deliveryError: messages.deliveryError })
    .from(messages)
    .where(whereTenant(messages, tenantId, eq(messages.id, newest)))
  return { undelivered: remaining, attentionReason: formatAttentionReason(row?.deliveryError ?? null) }
}

async function loadAttention(tx: Tx, tenantId: string, conversationId: string) {
  const [row] = await tx.db
    .select({
      needsAttention: conversations.needsAttention,
      attentionReason: conversations.attentionReason,
      undelivered: conversations.undelivered,
    })
    .from(conversations)
    .where(whereTenant(conversations, tenantId, eq(conversations.id, conversationId)))
  if (!row) throw new Error('The conversation vanished inside its own transaction')
  return row
}
