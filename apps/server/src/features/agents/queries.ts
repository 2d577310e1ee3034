import { asc, count, desc, eq, gt, ilike, inArray, type SQL, sql } from 'drizzle-orm'
import type { Identity } from '../../platform/access/identity.ts'
import type { Tx } from '../../platform/database/database.ts'
import { toContainsPattern } from '../../platform/database/queries/contains-pattern.ts'
import { resolvePage } from '../../platform/database/queries/resolve-page.ts'
import { buildReadPositionJoin, selectUnreadCount } from '../../platform/database/queries/unread-count.ts'
import { whereTenant } from '../../platform/database/queries/where-tenant.ts'
import { agents, conversationReads, conversations, leads } from '../../platform/database/schema/conversations/conversations.ts'
import { tenants } from '../../platform/database/schema/organisation/tenants.ts'

export type AgentRow = typeof agents.$inferSelect
const SORT_COLUMNS = { created_at: agents.createdAt, name: agents.name, type: agents.type }

export interface AgentsQuery {
  type?: string | undefined
  active?: boolean | undefined
  search?: string | undefined
  page?: number | undefined
  limit?: number | undefined
  sortBy?: keyof typeof SORT_COLUMNS | undefined
  sortOrder?: 'asc' | 'desc' | undefined
  paginate?: boolean | undefined
}

/** Lists an organisation's agents, one page if `paginate` is set, otherwise all. `POST_SALE` and `POS_VENDA` are two names of one type. */
export async function listAgents(tx: Tx, tenantId: string, query: AgentsQuery, pageSize: number) {
  const filter: SQL | undefined = whereTenant(
    agents,
    tenantId,
    query.type ? eq(agents.type, query.type === 'POST_SALE' ? 'POS_VENDA' : query.type) : undefined,
    query.active === undefined ? undefined : eq(agents.active, query.active),
    query.search ? ilike(agents.name, toContainsPattern(query.search)) : undefined,
  )
  const direction = query.sortOrder === 'asc' ? asc : desc
  const base = tx.db
    .select()
    .from(agents)
    .where(filter)
    .orderBy(direction(SORT_COLUMNS[query.sortBy ?? 'created_at']), direction(agents.id))
  if (!query.paginate) return { rows: await base }
  const page = resolvePage(query, pageSize)
  const rows = await base.limit(page.limit).offset(page.offset)
  return { rows, pagination: page.buildPagination(await tx.db.$count(agents, filter)) }
}

export async function findAgent(tx: Tx, tenantId: string, id: string): Promise<AgentRow | null> {
  const [row] = await tx.db
    .select()
    .from(agents)
    .where(whereTenant(agents, tenantId, eq(agents.id, id)))
  return row ?? null
}

export interface AgentSummary {
  totalLeadsLifetime: number
  totalLeadsToday: number
  totalActiveConversations: number
  totalNeedsAttention: number
  totalUnread: number
}

/**
 * Number of newest conversations per agent that are checked for unread messages. Older ones are ignored; the conversation list shows no
 * more than this number either.
 */
const MAX_CONVERSATIONS_CHECKED_FOR_UNREAD = 1_000

/**
 * Returns the lead and conversation counts of agents, by agent id. Counts messages as unread if the given user has not read them. 'Today'
 * starts at midnight in the organisation's time zone.
 */
export async function getAgentSummaries(
  tx: Tx,
  { tenantId, userId }: Pick<Identity, 'tenantId' | 'userId'>,
  ids: readonly string[],
  now: Date,
): Promise<Map<string, AgentSummary>> {
  if (ids.length === 0) return new Map()
  const today = sql`date_trunc('day', ${now.toISOString()}::timestamptz AT TIME ZONE ${tenants.timezone}) AT TIME ZONE ${tenants.timezone}`
  const leadCounts = await tx.db
    .select({
      agentId: leads.agentId,
      lifetime: count(),
      today: sql`count(*) FILTER (WHERE ${leads.createdAt} >= ${today})`.mapWith(Number),
    })
    .from(leads)
    .innerJoin(tenants, whereTenant(leads, tenants.id))
    .where(whereTenant(leads, tenantId, inArray(leads.agentId, [...ids])))
    .groupBy(leads.agentId)
  const activeCounts = await tx.db
    .select({ agentId: conversations.agentId, active: count() })
    .from(conversations)
    .where(
      whereTenant(
        conversations,
        tenantId,
        inArray(conversations.agentId, [...ids]),
        eq(conversations.status, 'active'),
        eq(conversations.archive, false),
      ),
    )
    .groupBy(conversations.agentId)
  const attentionCounts = await tx.db
    .select({ agentId: conversations.agentId, waiting: count() })
    .from(conversations)
    .where(
      whereTenant(
        conversations,
        tenantId,
        inArray(conversations.agentId, [...ids]),
        eq(conversations.needsAttention, true),
        eq(conversations.archive, false),
      ),
    )
    .groupBy(conversations.agentId)
  const isNewestConversation = sql`${conversations.id} IN (
    SELECT shown.id FROM unnest(${sql.param([...ids])}::uuid[]) AS of_agent(id) CROSS JOIN LATERAL (
      SELECT c.id FROM conversations c
      WHERE c.tenant_id = ${tenantId} AND c.agent_id = of_agent.id AND NOT c.archive
      ORDER BY c.last_activity_at DESC, c.id DESC LIMIT ${MAX_CONVERSATIONS_CHECKED_FOR_UNREAD}) shown)`
  const unreadCounts = await tx.db
    .select({ agentId: conversations.agentId, unread: count() })
    .from(conversations)
    .leftJoin(conversationReads, buildReadPositionJoin(userId))
    .where(whereTenant(conversations, tenantId, gt(selectUnreadCount(userId), 0), isNewestConversation))
    .groupBy(conversations.agentId)
  return new Map(
    ids.map((id) => {
      const lead = leadCounts.find((row) => row.agentId === id)
      const conversation = activeCounts.find((row) => row.agentId === id)
      return [
        id,
        {
          totalLeadsLifetime: lead?.lifetime ?? 0,
          totalLeadsToday: lead?.today ?? 0,
          totalActiveConversations: conversation?.active ?? 0,
          totalNeedsAttention: attentionCounts.find((row) => row.agentId === id)?.waiting ?? 0,
          totalUnread: unreadCounts.find((row) => row.agentId === id)?.unread ?? 0,
        },
      ]
    }),
  )
}

export async function findTenantNameAndTimezone(tx: Tx, tenantId: string): Promise<{ name: string; timezone: string } | null> {
  const [row] = await tx.db
    .select({ name: tenants.name, timezone: tenants.timezone })
    .from(tenants)
    .where(eq(tenants.id, tenantId))
  return row ?? null
}
