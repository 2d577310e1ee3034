import { eq, type Placeholder, type SQL, sql } from 'drizzle-orm'
import { conversationReads, conversations } from '../schema/conversations/conversations.ts'
import { users } from '../schema/organisation/accounts.ts'
import { whereTenant } from './where-tenant.ts'

/** Returns the condition of a left join with the position up to which a user has read a conversation. */
export const buildReadPositionJoin = (userId: string | Placeholder): SQL | undefined =>
  whereTenant(
    conversationReads,
    conversations.tenantId,
    eq(conversationReads.userId, userId),
    eq(conversationReads.conversationId, conversations.id),
  )

/** Returns a condition: the lead has sent no message since the user's account was created. The conversation then counts as read. */
export const hasNoMessageSinceJoin = (userId: string | Placeholder): SQL<boolean> =>
  sql`${conversations.joinsSeen} < (SELECT ${users.joinNumber} FROM ${users} WHERE ${whereTenant(users, sql`prosa_tenant()`, eq(users.id, userId))})`

/**
 * Returns an SQL expression for a user's number of unread messages in a conversation. Requires a left join with `buildReadPositionJoin`.
 * Subtracts stored counters instead of counting messages (docs/decisions/029).
 */
export const selectUnreadCount = (userId: string | Placeholder): SQL<number> =>
  sql<number>`CASE
    WHEN ${conversationReads.leadMessages} IS NOT NULL THEN ${conversations.leadMessages} - ${conversationReads.leadMessages}
    WHEN ${hasNoMessageSinceJoin(userId)} THEN 0
    ELSE ${conversations.leadMessages} END`.mapWith(Number)
