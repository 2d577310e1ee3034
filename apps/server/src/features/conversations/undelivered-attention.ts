import { ATTENTION_REASON_MAX_CHARS } from '@prosa/contract/constants'
import { eq } from 'drizzle-orm'
import { cutText } from '../../kernel/cut-text.ts'
import type { Tx } from '../../kernel/db/database.ts'
import { ofTenant } from '../../kernel/db/of-tenant.ts'
import { conversations, messages } from '../../kernel/db/schema/conversations.ts'

const UNDELIVERED = 'Mensagem não entregue.'

const reasonFor = (deliveryError: string | null): string =>
  cutText(`${UNDELIVERED} ${deliveryError ?? ''}`.trim(), ATTENTION_REASON_MAX_CHARS)

type Attention = Pick<typeof conversations.$inferInsert, 'needsAttention' | 'attentionReason' | 'undelivered'>

/**
 * Returns the columns to update in a locked conversation after a failed delivery. If the conversation already needs attention for another
 * reason, that reason stays.
 */
export async function attentionAfterFailure(
  tx: Tx,
  { tenantId, conversationId, id }: { tenantId: string; conversationId: string; id: string },
  deliveryError: string | null,
): Promise<Attention> {
  const { needsAttention, attentionReason, undelivered } = await readAttention(tx, tenantId, conversationId)
  const isOthers = needsAttention && !attentionReason?.startsWith(UNDELIVERED)
  return {
    undelivered: [...undelivered, id],
    ...(isOthers ? {} : { needsAttention: true, attentionReason: reasonFor(deliveryError) }),
  }
}

/**
 * Returns the columns to update in a locked conversation after a failed message was delivered after all. Attention ends, unless another
 * message is still undelivered or the reason is another one.
 */
export async function attentionAfterRecovery(
  tx: Tx,
  { tenantId, conversationId, id }: { tenantId: string; conversationId: string; id: string },
): Promise<Attention> {
  const { attentionReason, undelivered } = await readAttention(tx, tenantId, conversationId)
  const left = undelivered.filter((other) => other !== id)
  if (!attentionReason?.startsWith(UNDELIVERED)) return { undelivered: left }
  const newest = left.at(-1)
  if (newest === undefined) return { undelivered: left, needsAttention: false, attentionReason: null }
  const [row] = await tx.db
    .select({ deliveryError: messages.deliveryError })
    .from(messages)
    .where(ofTenant(messages, tenantId, eq(messages.id, newest)))
  return { undelivered: left, attentionReason: reasonFor(row?.deliveryError ?? null) }
}

async function readAttention(tx: Tx, tenantId: string, conversationId: string) {
  const [row] = await tx.db
    .select({
      needsAttention: conversations.needsAttention,
      attentionReason: conversations.attentionReason,
      undelivered: conversations.undelivered,
    })
    .from(conversations)
    .where(ofTenant(conversations, tenantId, eq(conversations.id, conversationId)))
  if (!row) throw new Error('The conversation vanished inside its own transaction')
  return row
}
