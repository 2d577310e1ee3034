import { gt, lte, sql } from 'drizzle-orm'
import type { Tx } from '../../../platform/database/database.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { conversationReads } from '../../../platform/database/schema/conversations/conversations.ts'
import { users } from '../../../platform/database/schema/organisation/accounts.ts'

/** State of a conversation before a new message or imported history is added. The caller must have locked the conversation. */
interface ConversationBeforeChange {
  tenantId: string
  conversationId: string
  lastSeq: number
  leadMessages: number
  /** Number of users that had joined the organisation when the lead's previous message was stored. */
  joinsSeen: number
}

/**
 * Marks a conversation as read for users who joined the organisation since the lead's previous message. Their unread counts then start with
 * the next message.
 * @param joins number of users that have joined the organisation until now
 */
export async function markReadForNewUsers(
  tx: Tx,
  conversation: ConversationBeforeChange,
  joins: number,
  at: Date,
): Promise<void> {
  if (conversation.joinsSeen >= joins) return
  const { tenantId, conversationId, lastSeq, leadMessages, joinsSeen } = conversation
  const readPositions = tx.db
    .select({
      tenantId: users.tenantId,
      userId: users.id,
      conversationId: sql<string>`${conversationId}::uuid`.as('conversation_id'),
      readSeq: sql<number>`${lastSeq}::int`.as('read_seq'),
      leadMessages: sql<number>`${leadMessages}::int`.as('lead_messages'),
      updatedAt: sql<Date>`${at.toISOString()}::timestamptz`.as('updated_at'),
    })
    .from(users)
    .where(whereTenant(users, tenantId, gt(users.joinNumber, joinsSeen), lte(users.joinNumber, joins)))
  await tx.db.insert(conversationReads).select(readPositions).onConflictDoNothing()
}
