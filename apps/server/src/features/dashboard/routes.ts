import { dashboardSummary } from '@prosa/contract/calls/reports/dashboard'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../platform/deps.ts'
import { ok, registerRoute } from '../../platform/http/calls/contract-route.ts'
import { buildDashboardSummary } from './build-dashboard-summary.ts'

/** Timeout in milliseconds. A year of a large organisation has millions of messages. */
const SUMMARY_TIMEOUT_MS = 30_000

export function dashboardRoutes(app: FastifyInstance, deps: Deps): void {
  registerRoute(app, dashboardSummary, async ({ identity, query }) =>
    ok(await deps.db.runRead(identity, (tx) => buildDashboardSummary(tx, identity.tenantId, query), SUMMARY_TIMEOUT_MS)),
  )
}
