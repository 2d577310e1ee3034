import { eq, inArray, isNull, lt, or } from 'drizzle-orm'
import type { Tx } from '../../../platform/database/database.ts'
import { latestTime } from '../../../platform/database/queries/latest-time.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { conversations, messages } from '../../../platform/database/schema/conversations/conversations.ts'
import { loadConversation } from '../load-conversation.ts'

/**
 * Stores the time until which the channel charges nothing for messages in this message's conversation, and emits the conversation. Keeps a
 * stored later time.
 */
export async function setFreeWindow(
  tx: Tx,
  { tenantId, channelId, until }: { tenantId: string; channelId: string; until: Date },
  at: Date,
): Promise<void> {
  const [row] = await tx.db
    .update(conversations)
    .set({ freeUntil: until, updatedAt: latestTime(conversations.updatedAt, at) })
    .where(
      whereTenant(
        conversations,
        tenantId,
        inArray(
          conversations.id,
          tx.db
            .select({ id: messages.conversationId })
            .from(messages)
            .where(whereTenant(messages, tenantId, eq(messages.channelId, channelId))),
        ),
        or(isNull(conversations.freeUntil), lt(conversations.freeUntil, until)),
      ),
    )
    .returning({ id: conversations.id })
  if (!row) return
  tx.emit({ name: 'conversation.changed', payload: { tenantId, conversation: await loadConversation(tx.db, tenantId, row.id) } })
}
