import { asc, desc, eq, isNull } from 'drizzle-orm'
import type { Tx } from '../../platform/database/database.ts'
import { equalsId } from '../../platform/database/queries/equals-id.ts'
import { buildLeadSearchCondition } from '../../platform/database/queries/lead-search.ts'
import { resolvePage } from '../../platform/database/queries/resolve-page.ts'
import { whereTenant } from '../../platform/database/queries/where-tenant.ts'
import { leads } from '../../platform/database/schema/conversations/conversations.ts'
import { tenants } from '../../platform/database/schema/organisation/tenants.ts'
import { toPhoneKey } from '../../platform/leads/phone-key.ts'
import type { LeadRow } from './ports.ts'

/** Maximum number of leads in a response if the request has no `paginate`. */
const MAX_UNPAGED_LEADS = 1_000
const SORT_COLUMNS = { created_at: leads.createdAt, updated_at: leads.updatedAt, name: leads.name }

export interface LeadsQuery {
  agent_id?: string | undefined
  origin?: string | undefined
  search?: string | undefined
  page?: number | undefined
  limit?: number | undefined
  sortBy?: keyof typeof SORT_COLUMNS | undefined
  sortOrder?: 'asc' | 'desc' | undefined
  paginate?: boolean | undefined
}

export async function listLeads(tx: Tx, tenantId: string, query: LeadsQuery, pageSize: number) {
  const filter = whereTenant(
    leads,
    tenantId,
    isNull(leads.erasedAt),
    query.agent_id ? equalsId(leads.agentId, query.agent_id) : undefined,
    query.origin ? eq(leads.origin, query.origin) : undefined,
    query.search ? buildLeadSearchCondition(query.search) : undefined,
  )
  const page = query.paginate ? resolvePage(query, pageSize) : resolvePage({}, MAX_UNPAGED_LEADS)
  const direction = query.sortOrder === 'asc' ? asc : desc
  const rows = await tx.db
    .select()
    .from(leads)
    .where(filter)
    .orderBy(direction(SORT_COLUMNS[query.sortBy ?? 'created_at']), direction(leads.id))
    .limit(page.limit)
    .offset(page.offset)
  return query.paginate ? { rows, pagination: page.buildPagination(await tx.db.$count(leads, filter)) } : { rows }
}

export async function findLead(tx: Tx, tenantId: string, id: string): Promise<LeadRow | null> {
  const [row] = await tx.db
    .select()
    .from(leads)
    .where(whereTenant(leads, tenantId, eq(leads.id, id), isNull(leads.erasedAt)))
  return row ?? null
}

/** Whether the organisation's settings pause the agent for a lead when a user writes to that lead. */
export async function isPauseOnManualEnabled(tx: Tx, tenantId: string): Promise<boolean> {
  const [row] = await tx.db.select({ isEnabled: tenants.pauseOnManual }).from(tenants).where(eq(tenants.id, tenantId))
  return row?.isEnabled ?? false
}

export async function findLeadByPhone(tx: Tx, tenantId: string, phone: string): Promise<LeadRow | null> {
  const key = toPhoneKey(phone)
  if (!key) return null
  const [row] = await tx.db
    .select()
    .from(leads)
    .where(whereTenant(leads, tenantId, eq(leads.phoneKey, key)))
    .orderBy(desc(leads.createdAt))
    .limit(1)
  return row ?? null
}
