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
  /** Runs a query with an SQL condition for the organisations that the user may see: all for platform staff, otherwise their own. */
  const runWithVisibility = <T>(identity: Identity, work: (tx: Tx, visible: SQL | undefined) => Promise<T>): Promise<T> =>
    identity.isPlatformUser && identity.role === 'staff'
      ? deps.db.system((tx) => work(tx, undefined))
      : deps.db.tenant(identity.tenantId, (tx) => work(tx, eq(tenants.id, identity.tenantId)))

  const loadTenant = (identity: Identity, where: SQL, withSummary: boolean) =>
    runWithVisibility(identity, async (tx, visible) => {
      const row = await findTenant(tx, and(visible, where))
      if (!row) throw createTenantNotFoundError()
      return presentTenant(row, withSummary ? (await getTenantSummaries(tx, [row.id])).get(row.id) : undefined)
    })

  registerRoute(app, calls.listTenants, async ({ identity, query }) =>
    runWithVisibility(identity, async (tx, visible) => {
      const { rows, pagination } = await listTenants(tx, visible, query, DEFAULT_PAGE_SIZE)
      const ids = query.includeSummary ? rows.map(({ id }) => id) : []
      const summaries = await getTenantSummaries(tx, ids)
      const presentedTenants = rows.map((row) => presentTenant(row, summaries.get(row.id)))
      return ok({ tenants: presentedTenants, ...(pagination ? { pagination } : {}) })
    }),
  )

  registerRoute(app, calls.getTenant, async ({ identity, params, query }) =>
    ok(await loadTenant(identity, eq(tenants.id, params.id), query.includeSummary !== false)),
  )

  registerRoute(app, calls.getTenantByDomain, async ({ identity, params, query }) =>
    ok(await loadTenant(identity, eq(tenants.domain, params.domain.toLowerCase()), query.includeSummary !== false)),
  )

  registerRoute(app, calls.createTenant, async ({ identity, body }) =>
    ok(presentTenant(await createTenant(deps, agents, identity, body))),
  )

  registerRoute(app, calls.updateTenant, async ({ identity, params, body }) =>
    ok(presentTenant(await updateTenant(deps, ports, identity, params.id, body))),
  )

  registerRoute(app, organisation.getOrganisationSettings, async ({ identity }) =>
    ok(await loadOrganisationSettings(deps, identity)),
  )

  registerRoute(app, organisation.setOrganisationSettings, async ({ identity, body }) =>
    ok(await updateOrganisationSettings(deps, identity, body)),
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
