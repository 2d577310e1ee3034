import { eq, type Placeholder, type SQL, sql } from 'drizzle-orm'
import { conversationReads, conversations } from '../schema/conversations/conversations.ts'
import { users } from '../schema/organisation/accounts.ts'
import { whereTenant } from './where-tenant.ts'

/** Join condition for the user's read position in a conversation, which may not exist. */
export const buildReadPositionJoin = (userId: string | Placeholder): SQL | undefined =>
  whereTenant(
    conversationReads,
    conversations.tenantId,
    eq(conversationReads.userId, userId),
    eq(conversationReads.conversationId, conversations.id),
  )

/** Whether the lead has sent nothing since the user joined: the conversation then counts as read without a stored position. */
export const hasNoMessageSinceJoin = (userId: string | Placeholder): SQL<boolean> =>
  sql`${conversations.joinsSeen} < (SELECT ${users.joinNumber} FROM ${users} WHERE ${whereTenant(users, sql`prosa_tenant()`, eq(users.id, userId))})`

/**
 * Returns the user's unread count; requires a join with `buildReadPositionJoin`. It counts no rows, because all counters are stored (docs/decisions/029).
 */
export const selectUnreadCount = (userId: string | Placeholder): SQL<number> =>
  sql<number>`CASE
    WHEN ${conversationReads.leadMessages} IS NOT NULL THEN ${conversations.leadMessages} - ${conversationReads.leadMessages}
    WHEN ${hasNoMessageSinceJoin(userId)} THEN 0
    ELSE ${conversations.leadMessages} END`.mapWith(Number)
