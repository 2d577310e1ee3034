import { dashboardSummary } from '@prosa/contract/calls/dashboard'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../kernel/deps.ts'
import { ok, route } from '../../kernel/http/contract-route.ts'
import { summarise } from './summarise.ts'

/** Timeout in milliseconds: the figures of a year of a large organisation read millions of rows. */
const SUMS_MS = 30_000

export function dashboardRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, dashboardSummary, async ({ who, query }) =>
    ok(await deps.db.reading(who, (tx) => summarise(tx, who.tenantId, query), SUMS_MS)),
  )
}
