import * as calls from '@prosa/contract/calls/reports/costs'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../platform/deps.ts'
import { ok, registerRoute } from '../../platform/http/calls/contract-route.ts'
import { loadBudget, setBudget } from './budget.ts'
import { listRates, setRates } from './pricing/rates.ts'
import { sumConversationCost, summarizeCosts } from './reports/cost-summary.ts'
import { getVersionCosts } from './reports/version-costs.ts'

/** Timeout in milliseconds. Summing a year of a large organisation reads millions of rows. */
const SUMMARY_TIMEOUT_MS = 30_000

export function costRoutes(app: FastifyInstance, deps: Deps): void {
  const models = [...(deps.config.llm?.models ?? [])]

  registerRoute(app, calls.getCostSummary, async ({ who, query }) =>
    ok(await deps.db.reading(who, (tx) => summarizeCosts(tx, who.tenantId, query), SUMMARY_TIMEOUT_MS)),
  )

  registerRoute(app, calls.getConversationCost, async ({ who, params }) =>
    ok(await deps.db.reading(who, (tx) => sumConversationCost(tx, who.tenantId, params))),
  )

  registerRoute(app, calls.listVersionCosts, async ({ who, params }) =>
    ok({ versions: await deps.db.reading(who, (tx) => getVersionCosts(tx, who.tenantId, params.id), SUMMARY_TIMEOUT_MS) }),
  )

  registerRoute(app, calls.getRates, async ({ who }) =>
    ok({ rates: await deps.db.reading(who, (tx) => listRates(tx, who.tenantId)), models }),
  )

  registerRoute(app, calls.setRates, async ({ who, body }) =>
    ok({ rates: await deps.db.tenant(who.tenantId, (tx) => setRates(tx, who, body.rates)), models }),
  )

  registerRoute(app, calls.getBudget, async ({ who }) =>
    ok(await deps.db.reading(who, (tx) => loadBudget(tx, who.tenantId, deps.clock.now()))),
  )

  registerRoute(app, calls.setBudget, async ({ who, body }) =>
    ok(await deps.db.tenant(who.tenantId, (tx) => setBudget(tx, who, body, deps.clock.now()))),
  )
}
