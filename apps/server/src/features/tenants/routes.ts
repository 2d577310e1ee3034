import * as organisation from '@prosa/contract/calls/organisation/organisation'
import * as calls from '@prosa/contract/calls/organisation/tenants'
import { DEFAULT_PAGE_SIZE } from '@prosa/contract/constants'
import type { Tenant } from '@prosa/contract/entities/organisation/tenant'
import { and, eq, type SQL } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Identity } from '../../platform/access/identity.ts'
import type { Tx } from '../../platform/database/database.ts'
import { tenants } from '../../platform/database/schema/organisation/tenants.ts'
import type { Deps } from '../../platform/deps.ts'
import { AppError } from '../../platform/errors.ts'
import { ok, registerRoute } from '../../platform/http/calls/contract-route.ts'
import type { Agents } from '../agents/ports.ts'
import { loadOrganisationSettings, updateOrganisationSettings } from './organisation-settings.ts'
import type { TenantRow } from './ports.ts'
import { findTenant, getTenantSummaries, listTenants, type TenantSummary } from './queries.ts'
import { createTenant, type TenantChangePorts, updateTenant } from './write-tenant.ts'

const createTenantNotFoundError = () => new AppError(404, 'TENANT_NOT_FOUND', 'Organização não encontrada.')

export function tenantRoutes(
  app: FastifyInstance,
  deps: Deps,
  { agents, ...ports }: { agents: Agents } & TenantChangePorts,
): void {
  /** Runs a query with a condition for the organisations that the requester may see: all for platform staff, otherwise only their own. */
  const look = <T>(who: Identity, work: (tx: Tx, visible: SQL | undefined) => Promise<T>): Promise<T> =>
    who.platform && who.role === 'staff'
      ? deps.db.system((tx) => work(tx, undefined))
      : deps.db.tenant(who.tenantId, (tx) => work(tx, eq(tenants.id, who.tenantId)))

  const one = (who: Identity, where: SQL, withSummary: boolean) =>
    look(who, async (tx, visible) => {
      const row = await findTenant(tx, and(visible, where))
      if (!row) throw createTenantNotFoundError()
      return presentTenant(row, withSummary ? (await getTenantSummaries(tx, [row.id])).get(row.id) : undefined)
    })

  registerRoute(app, calls.listTenants, async ({ who, query }) =>
    look(who, async (tx, visible) => {
      const { rows, pagination } = await listTenants(tx, visible, query, DEFAULT_PAGE_SIZE)
      const ids = query.includeSummary ? rows.map(({ id }) => id) : []
      const summaries = await getTenantSummaries(tx, ids)
      const found = rows.map((row) => presentTenant(row, summaries.get(row.id)))
      return ok({ tenants: found, ...(pagination ? { pagination } : {}) })
    }),
  )

  registerRoute(app, calls.getTenant, async ({ who, params, query }) =>
    ok(await one(who, eq(tenants.id, params.id), query.includeSummary !== false)),
  )

  registerRoute(app, calls.getTenantByDomain, async ({ who, params, query }) =>
    ok(await one(who, eq(tenants.domain, params.domain.toLowerCase()), query.includeSummary !== false)),
  )

  registerRoute(app, calls.createTenant, async ({ who, body }) => ok(presentTenant(await createTenant(deps, agents, who, body))))

  registerRoute(app, calls.updateTenant, async ({ who, params, body }) =>
    ok(presentTenant(await updateTenant(deps, ports, who, params.id, body))),
  )

  registerRoute(app, organisation.getOrganisationSettings, async ({ who }) => ok(await loadOrganisationSettings(deps, who)))

  registerRoute(app, organisation.setOrganisationSettings, async ({ who, body }) =>
    ok(await updateOrganisationSettings(deps, who, body)),
  )
}

function presentTenant(row: TenantRow, summary?: TenantSummary): Tenant {
  return {
    id: row.id,
    name: row.name,
    domain: row.domain,
    active: row.active,
    created_at: row.createdAt.toISOString(),
    platform: row.platform,
    storage_mb: row.storageMb,
    ...(summary ? { summary: { ...summary } } : {}),
  }
}
