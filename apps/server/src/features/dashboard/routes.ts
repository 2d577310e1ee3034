import { dashboardSummary } from '@prosa/contract/calls/dashboard'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../kernel/deps.ts'
import { ok, route } from '../../kernel/http/contract-route.ts'
import { summarise } from './summarise.ts'

export function dashboardRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, dashboardSummary, async ({ who: { tenantId }, query }) =>
    ok(await deps.db.tenant(tenantId, (tx) => summarise(tx, tenantId, query))),
  )
}
