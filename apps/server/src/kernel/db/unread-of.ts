import { eq, type Placeholder, type SQL, sql } from 'drizzle-orm'
import { ofTenant } from './of-tenant.ts'
import { users } from './schema/accounts.ts'
import { conversationReads, conversations } from './schema/conversations.ts'

/** The user's own position in a conversation, where one is written down. */
export const readsOf = (userId: string | Placeholder): SQL | undefined =>
  ofTenant(
    conversationReads,
    conversations.tenantId,
    eq(conversationReads.userId, userId),
    eq(conversationReads.conversationId, conversations.id),
  )

/** Whether nothing of a lead has come since the user joined: then all of it counts as read, and no row says so. */
export const isFromBefore = (userId: string | Placeholder): SQL<boolean> =>
  sql`${conversations.joinsSeen} < (SELECT ${users.joinNumber} FROM ${users} WHERE ${ofTenant(users, sql`prosa_tenant()`, eq(users.id, userId))})`

/** A user's unread count, beside `readsOf`; costs no counting: all numbers are kept (docs/decisions/029). */
export const unreadOf = (userId: string | Placeholder): SQL<number> =>
  sql<number>`CASE
    WHEN ${conversationReads.leadMessages} IS NOT NULL THEN ${conversations.leadMessages} - ${conversationReads.leadMessages}
    WHEN ${isFromBefore(userId)} THEN 0
    ELSE ${conversations.leadMessages} END`.mapWith(Number)
