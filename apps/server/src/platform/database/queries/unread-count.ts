import { eq, type Placeholder, type SQL, sql } from 'drizzle-orm'
import { conversationReads, conversations } from '../schema/conversations/conversations.ts'
import { users } from '../schema/organisation/accounts.ts'
import { whereTenant } from './where-tenant.ts'

/**
 * Returns a join condition for the position up to which the user has read a conversation. Use with a left join: the position may not exist.
 */
export const buildReadPositionJoin = (userId: string | Placeholder): SQL | undefined =>
  whereTenant(
    conversationReads,
    conversations.tenantId,
    eq(conversationReads.userId, userId),
    eq(conversationReads.conversationId, conversations.id),
  )

/**
 * Whether the lead has sent no message since the user's account was created. The conversation then counts as read without a stored read
 * position.
 */
export const hasNoMessageSinceJoin = (userId: string | Placeholder): SQL<boolean> =>
  sql`${conversations.joinsSeen} < (SELECT ${users.joinNumber} FROM ${users} WHERE ${whereTenant(users, sql`prosa_tenant()`, eq(users.id, userId))})`

/**
 * Returns an SQL expression for the number of messages that the user has not read in a conversation. Requires a join with
 * `buildReadPositionJoin`. Subtracts stored counters instead of counting messages (docs/decisions/029).
 */
export const selectUnreadCount = (userId: string | Placeholder): SQL<number> =>
  sql<number>`CASE
    WHEN ${conversationReads.leadMessages} IS NOT NULL THEN ${conversations.leadMessages} - ${conversationReads.leadMessages}
    WHEN ${hasNoMessageSinceJoin(userId)} THEN 0
    ELSE ${conversations.leadMessages} END`.mapWith(Number)
