import * as calls from '@prosa/contract/calls/reports/costs'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../platform/deps.ts'
import { ok, registerRoute } from '../../platform/http/calls/contract-route.ts'
import { loadBudget, setBudget } from './budget.ts'
import { listRates, setRates } from './pricing/rates.ts'
import { sumConversationCost, summarizeCosts } from './reports/cost-summary.ts'
import { getVersionCosts } from './reports/version-costs.ts'

/** Timeout in milliseconds. A year of a large organisation has millions of cost rows. */
const SUMMARY_TIMEOUT_MS = 30_000

export function costRoutes(app: FastifyInstance, deps: Deps): void {
  const models = [...(deps.config.llm?.models ?? [])]

  registerRoute(app, calls.getCostSummary, async ({ identity, query }) =>
    ok(await deps.db.runRead(identity, (tx) => summarizeCosts(tx, identity.tenantId, query), SUMMARY_TIMEOUT_MS)),
  )

  registerRoute(app, calls.getConversationCost, async ({ identity, params }) =>
    ok(await deps.db.runRead(identity, (tx) => sumConversationCost(tx, identity.tenantId, params))),
  )

  registerRoute(app, calls.listVersionCosts, async ({ identity, params }) =>
    ok({
      versions: await deps.db.runRead(identity, (tx) => getVersionCosts(tx, identity.tenantId, params.id), SUMMARY_TIMEOUT_MS),
    }),
  )

  registerRoute(app, calls.getRates, async ({ identity }) =>
    ok({ rates: await deps.db.runRead(identity, (tx) => listRates(tx, identity.tenantId)), models }),
  )

  registerRoute(app, calls.setRates, async ({ identity, body }) =>
    ok({ rates: await deps.db.tenant(identity.tenantId, (tx) => setRates(tx, identity, body.rates)), models }),
  )

  registerRoute(app, calls.getBudget, async ({ identity }) =>
    ok(await deps.db.runRead(identity, (tx) => loadBudget(tx, identity.tenantId, deps.clock.now()))),
  )

  registerRoute(app, calls.setBudget, async ({ identity, body }) =>
    ok(await deps.db.tenant(identity.tenantId, (tx) => setBudget(tx, identity, body, deps.clock.now()))),
  )
}
