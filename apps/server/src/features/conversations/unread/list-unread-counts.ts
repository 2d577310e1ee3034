import { and, desc, gt, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../../platform/database/database.ts'
import { buildReadPositionJoin, selectUnreadCount } from '../../../platform/database/queries/unread-count.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { agents, conversationReads, conversations } from '../../../platform/database/schema/conversations/conversations.ts'
import { MAX_UNPAGED_CONVERSATIONS } from '../reading/list-conversations.ts'

/** Returns a user's unread counts in the newest conversations of each agent. Omits archived conversations and counts of zero. */
export const listUnreadCounts = (tx: Tx, tenantId: string, userId: string) =>
  selectUnreadCounts(tx, tenantId, userId, and(inListsCondition(tenantId), gt(selectUnreadCount(userId), 0)))
    .orderBy(desc(conversations.lastActivityAt))
    .limit(MAX_UNPAGED_CONVERSATIONS)

/** Returns a user's unread counts for these conversations. Includes counts of zero. */
export const listUnreadCountsByIds = (tx: Tx, tenantId: string, userId: string, ids: readonly string[]) =>
  selectUnreadCounts(tx, tenantId, userId, sql`${conversations.id} = ANY(${sql.param([...ids])}::uuid[])`)

const selectUnreadCounts = (tx: Tx, tenantId: string, userId: string, condition: SQL | undefined) =>
  tx.db
    .select({ conversationId: conversations.id, unreadCount: selectUnreadCount(userId) })
    .from(conversations)
    .leftJoin(conversationReads, buildReadPositionJoin(userId))
    .where(whereTenant(conversations, tenantId, condition))

const inListsCondition = (tenantId: string): SQL => sql`${conversations.id} IN (
  SELECT shown.id FROM ${agents} CROSS JOIN LATERAL (
    SELECT c.id FROM conversations c
    WHERE c.tenant_id = ${agents.tenantId} AND c.agent_id = ${agents.id} AND NOT c.archive
    ORDER BY c.last_activity_at DESC, c.id DESC LIMIT ${MAX_UNPAGED_CONVERSATIONS}) shown
  WHERE ${whereTenant(agents, tenantId)})`
