import { desc, eq, isNull, lte, sql } from 'drizzle-orm'
import type { Identity } from '../../../platform/access/identity.ts'
import { equalsId } from '../../../platform/database/queries/equals-id.ts'
import { hasNoMessageSinceJoin } from '../../../platform/database/queries/unread-count.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { conversationReads, conversations, messages } from '../../../platform/database/schema/conversations/conversations.ts'
import type { Deps } from '../../../platform/deps.ts'
import { errors } from '../../../platform/errors.ts'

/**
 * Moves the user's read position forward to `uptoSeq`, or to the newest message if undefined; never moves it back.
 * @returns the remaining unread count
 * @throws 404 if the lead has no such conversation
 */
export function markConversationRead(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { tenantId, userId }: Identity,
  input: { leadId: string; conversationId: string; uptoSeq?: number | undefined },
): Promise<number> {
  const { leadId, conversationId } = input
  return db.tenant(tenantId, async (tx) => {
    const [conversation] = await tx.db
      .select({
        lastSeq: conversations.lastSeq,
        leadMessages: conversations.leadMessages,
        hasNoMessageSinceJoin: hasNoMessageSinceJoin(userId),
      })
      .from(conversations)
      .where(
        whereTenant(
          conversations,
          tenantId,
          eq(conversations.id, conversationId),
          equalsId(conversations.leadId, leadId),
          isNull(conversations.mergedInto),
        ),
      )
    if (!conversation) throw errors.notFound()
    const { lastSeq } = conversation
    const newReadSeq = conversation.hasNoMessageSinceJoin ? lastSeq : Math.min(input.uptoSeq ?? lastSeq, lastSeq)
    const [lastReadMessage] = await tx.db
      .select({ leadMessages: messages.leadMessages })
      .from(messages)
      .where(whereTenant(messages, tenantId, eq(messages.conversationId, conversationId), lte(messages.seq, newReadSeq)))
      .orderBy(desc(messages.seq))
      .limit(1)
    const [row] = await tx.db
      .insert(conversationReads)
      .values({
        tenantId,
        userId,
        conversationId,
        readSeq: newReadSeq,
        leadMessages: lastReadMessage?.leadMessages ?? 0,
        updatedAt: clock.now(),
      })
      .onConflictDoUpdate({
        target: [conversationReads.tenantId, conversationReads.userId, conversationReads.conversationId],
        set: {
          readSeq: sql`GREATEST(${conversationReads.readSeq}, excluded.read_seq)`,
          leadMessages: sql`GREATEST(${conversationReads.leadMessages}, excluded.lead_messages)`,
          updatedAt: sql`excluded.updated_at`,
        },
      })
      .returning({ leadMessages: conversationReads.leadMessages })
    const unreadCount = Math.max(0, conversation.leadMessages - (row?.leadMessages ?? 0))
    tx.emit({ name: 'read.moved', payload: { tenantId, userId, leadId, conversationId, unreadCount } })
    return unreadCount
  })
}
