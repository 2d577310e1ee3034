import { eq, isNull } from 'drizzle-orm'
import { latestTime } from '../../../platform/database/queries/latest-time.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { conversations } from '../../../platform/database/schema/conversations/conversations.ts'
import type { Deps } from '../../../platform/deps.ts'
import { errors } from '../../../platform/errors.ts'
import { loadConversation } from '../load-conversation.ts'

/**
 * Sets or clears the flag that a conversation needs a user's attention, and removes the reason.
 * @returns the new value of the flag
 * @throws 404 if the lead has no such conversation
 */
export function setNeedsAttention(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  tenantId: string,
  { leadId, conversationId }: { leadId: string; conversationId: string },
  needsAttention: boolean,
): Promise<boolean> {
  return db.tenant(tenantId, async (tx) => {
    const [row] = await tx.db
      .update(conversations)
      .set({
        needsAttention,
        attentionReason: null,
        undelivered: [],
        updatedAt: latestTime(conversations.updatedAt, clock.now()),
      })
      .where(
        whereTenant(
          conversations,
          tenantId,
          eq(conversations.id, conversationId),
          eq(conversations.leadId, leadId),
          isNull(conversations.mergedInto),
        ),
      )
      .returning({ needsAttention: conversations.needsAttention })
    if (!row) throw errors.notFound()
    tx.emit({
      name: 'conversation.changed',
      payload: { tenantId, conversation: await loadConversation(tx.db, tenantId, conversationId) },
    })
    return row.needsAttention
  })
}
