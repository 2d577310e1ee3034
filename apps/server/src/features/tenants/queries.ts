import { and, asc, desc, eq, ilike, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/database/database.ts'
import { toContainsPattern } from '../../platform/database/queries/contains-pattern.ts'
import { resolvePage } from '../../platform/database/queries/resolve-page.ts'
import { whereTenant } from '../../platform/database/queries/where-tenant.ts'
import { agents, conversations, leads } from '../../platform/database/schema/conversations/conversations.ts'
import { users } from '../../platform/database/schema/organisation/accounts.ts'
import { tenants } from '../../platform/database/schema/organisation/tenants.ts'
import type { TenantRow } from './ports.ts'

export interface TenantSummary {
  users: number
  agents: number
  leads: number
  activeConversations: number
}

export interface TenantsQuery {
  active?: boolean | undefined
  search?: string | undefined
  domain?: string | undefined
  page?: number | undefined
  limit?: number | undefined
  sortBy?: string | undefined
  sortOrder?: 'asc' | 'desc' | undefined
  paginate?: boolean | undefined
}

const MAX_UNPAGED_ROWS = 1_000

const buildRowCount = (table: typeof users | typeof agents | typeof leads | typeof conversations, where?: SQL) =>
  sql<number>`(SELECT count(*) FROM ${table} WHERE ${whereTenant(table, tenants.id, where)})`.mapWith(Number)

const SUMMARY_COLUMNS = {
  users: buildRowCount(users),
  agents: buildRowCount(agents),
  leads: buildRowCount(leads),
  activeConversations: buildRowCount(conversations, and(eq(conversations.status, 'active'), eq(conversations.archive, false))),
}

const SORT_COLUMNS: Record<
  string,
  SQL | (typeof tenants)[keyof Pick<typeof tenants, 'createdAt' | 'name' | 'domain' | 'active'>]
> = {
  created_at: tenants.createdAt,
  name: tenants.name,
  domain: tenants.domain,
  active: tenants.active,
  ...Object.fromEntries(Object.entries(SUMMARY_COLUMNS).map(([name, column]) => [`summary.${name}`, column])),
}

/**
 * Lists organisations that match the query. `visible`: SQL condition for those that the user may see. An unknown sort field is replaced by
 * the default.
 */
export async function listTenants(tx: Tx, visible: SQL | undefined, query: TenantsQuery, pageSize: number) {
  const filter = and(
    visible,
    query.active === undefined ? undefined : eq(tenants.active, query.active),
    query.domain ? ilike(tenants.domain, toContainsPattern(query.domain)) : undefined,
    query.search
      ? or(ilike(tenants.name, toContainsPattern(query.search)), ilike(tenants.domain, toContainsPattern(query.search)))
      : undefined,
  )
  const direction = query.sortOrder === 'asc' ? asc : desc
  const column = SORT_COLUMNS[query.sortBy ?? 'created_at'] ?? tenants.createdAt
  const base = tx.db.select().from(tenants).where(filter).orderBy(direction(column), direction(tenants.id))
  const page = query.paginate ? resolvePage(query, pageSize) : resolvePage({}, MAX_UNPAGED_ROWS)
  const rows = await base.limit(page.limit).offset(page.offset)
  return query.paginate ? { rows, pagination: page.buildPagination(await tx.db.$count(tenants, filter)) } : { rows }
}

export async function findTenant(tx: Tx, where: SQL | undefined): Promise<TenantRow | null> {
  const [row] = await tx.db.select().from(tenants).where(where)
  return row ?? null
}

/** Returns the numbers of users, agents, leads and active conversations of organisations, by organisation id. */
export async function getTenantSummaries(tx: Tx, ids: readonly string[]): Promise<Map<string, TenantSummary>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.db
    .select({ id: tenants.id, ...SUMMARY_COLUMNS })
    .from(tenants)
    .where(inArray(tenants.id, [...ids]))
  return new Map(rows.map(({ id, ...summary }) => [id, summary]))
}
