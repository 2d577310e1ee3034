import * as calls from '@prosa/contract/calls/organisation/privacy'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../platform/deps.ts'
import { errors } from '../../platform/errors.ts'
import { ok, okWithoutData, registerRoute } from '../../platform/http/calls/contract-route.ts'
import type { Tenants } from '../tenants/ports.ts'
import { type ErasureHandlers, eraseLead } from './lead-data/erase-lead.ts'
import { exportLead } from './lead-data/export-lead.ts'
import { getRetentionSettings, updateRetentionSettings } from './retention/retention-settings.ts'

export function privacyRoutes(
  app: FastifyInstance,
  deps: Deps,
  { keepers, tenants }: { keepers: ErasureHandlers; tenants: Tenants },
): void {
  registerRoute(app, calls.exportLead, async ({ who, params, reply }) => {
    reply.header('cache-control', 'no-store')
    return ok(await exportLead(deps, keepers, who, params.id))
  })

  registerRoute(app, calls.eraseLead, async ({ who: { tenantId, userId }, params }) => {
    const erased = await deps.db.tenant(tenantId, (tx) =>
      eraseLead(tx, deps, keepers, { tenantId, leadId: params.id, userId, quietSince: null, at: deps.clock.now() }),
    )
    if (!erased) throw errors.notFound()
    return okWithoutData('Os dados do lead foram apagados.')
  })

  registerRoute(app, calls.getRetention, async ({ who }) => ok(await getRetentionSettings(deps, who)))

  registerRoute(app, calls.setRetention, async ({ who, body }) => {
    await updateRetentionSettings(deps, tenants, who, body)
    return ok(await getRetentionSettings(deps, who))
  })
}
