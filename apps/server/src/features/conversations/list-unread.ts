import { and, desc, gt, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/db/database.ts'
import { ofTenant } from '../../kernel/db/of-tenant.ts'
import { agents, conversationReads, conversations } from '../../kernel/db/schema/conversations.ts'
import { readsOf, unreadOf } from '../../kernel/db/unread-of.ts'
import { WHOLE_LIST_MAX } from './list-conversations.ts'

/**
 * Returns a user's unread counts for the conversations in the lists: the newest ones of each agent, without archived ones and zero counts.
 */
export const listUnread = (tx: Tx, tenantId: string, userId: string) =>
  selectUnread(tx, tenantId, userId, and(shownBelow(tenantId), gt(unreadOf(userId), 0)))
    .orderBy(desc(conversations.lastActivityAt))
    .limit(WHOLE_LIST_MAX)

/** Returns a user's unread counts for these conversations, zero counts included. */
export const listUnreadFor = (tx: Tx, tenantId: string, userId: string, ids: readonly string[]) =>
  selectUnread(tx, tenantId, userId, sql`${conversations.id} = ANY(${sql.param([...ids])}::uuid[])`)

const selectUnread = (tx: Tx, tenantId: string, userId: string, which: SQL | undefined) =>
  tx.db
    .select({ conversationId: conversations.id, unreadCount: unreadOf(userId) })
    .from(conversations)
    .leftJoin(conversationReads, readsOf(userId))
    .where(ofTenant(conversations, tenantId, which))

const shownBelow = (tenantId: string): SQL => sql`${conversations.id} IN (
  SELECT shown.id FROM ${agents} CROSS JOIN LATERAL (
    SELECT c.id FROM conversations c
    WHERE c.tenant_id = ${agents.tenantId} AND c.agent_id = ${agents.id} AND NOT c.archive
    ORDER BY c.last_activity_at DESC, c.id DESC LIMIT ${WHOLE_LIST_MAX}) shown
  WHERE ${ofTenant(agents, tenantId)})`
