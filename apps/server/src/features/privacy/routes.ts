import * as calls from '@prosa/contract/calls/privacy'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../kernel/deps.ts'
import { errors } from '../../kernel/errors.ts'
import { done, ok, route } from '../../kernel/http/contract-route.ts'
import type { Tenants } from '../tenants/ports.ts'
import { eraseLead, type Keepers } from './erase-lead.ts'
import { exportLead } from './export-lead.ts'
import { readRetention, setRetention } from './retention.ts'

export function privacyRoutes(
  app: FastifyInstance,
  deps: Deps,
  { keepers, tenants }: { keepers: Keepers; tenants: Tenants },
): void {
  route(app, calls.exportLead, async ({ who, params, reply }) => {
    reply.header('cache-control', 'no-store')
    return ok(await exportLead(deps, keepers, who, params.id))
  })

  route(app, calls.eraseLead, async ({ who: { tenantId, userId }, params }) => {
    const erased = await deps.db.tenant(tenantId, (tx) =>
      eraseLead(tx, deps, keepers, { tenantId, leadId: params.id, userId, quietSince: null, at: deps.clock.now() }),
    )
    if (!erased) throw errors.notFound()
    return done('Os dados do lead foram apagados.')
  })

  route(app, calls.getRetention, async ({ who }) => ok(await readRetention(deps, who)))

  route(app, calls.setRetention, async ({ who, body }) => {
    await setRetention(deps, tenants, who, body)
    return ok(await readRetention(deps, who))
  })
}
