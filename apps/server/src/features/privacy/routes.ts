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
  { erasureHandlers, tenants }: { erasureHandlers: ErasureHandlers; tenants: Tenants },
): void {
  registerRoute(app, calls.exportLead, async ({ identity, params, reply }) => {
    reply.header('cache-control', 'no-store')
    return ok(await exportLead(deps, erasureHandlers, identity, params.id))
  })

  registerRoute(app, calls.eraseLead, async ({ identity: { tenantId, userId }, params }) => {
    const isErased = await deps.db.tenant(tenantId, (tx) =>
      eraseLead(tx, deps, erasureHandlers, { tenantId, leadId: params.id, userId, inactiveSince: null, at: deps.clock.now() }),
    )
    if (!isErased) throw errors.notFound()
    return okWithoutData('Os dados do lead foram apagados.')
  })

  registerRoute(app, calls.getRetention, async ({ identity }) => ok(await getRetentionSettings(deps, identity)))

  registerRoute(app, calls.setRetention, async ({ identity, body }) => {
    await updateRetentionSettings(deps, tenants, identity, body)
    return ok(await getRetentionSettings(deps, identity))
  })
}
