import * as calls from '@prosa/contract/calls/costs'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../kernel/deps.ts'
import { ok, route } from '../../kernel/http/contract-route.ts'
import { readBudget, setBudget } from './budget.ts'
import { versionCosts } from './of-versions.ts'
import { listRates, setRates } from './rates.ts'
import { conversationCost, summarise } from './sums.ts'

/** Timeout in milliseconds: the sums of a year of a large organisation read millions of rows. */
const SUMS_MS = 30_000

export function costRoutes(app: FastifyInstance, deps: Deps): void {
  const models = [...(deps.config.llm?.models ?? [])]

  route(app, calls.getCostSummary, async ({ who, query }) =>
    ok(await deps.db.reading(who, (tx) => summarise(tx, who.tenantId, query), SUMS_MS)),
  )

  route(app, calls.getConversationCost, async ({ who, params }) =>
    ok(await deps.db.reading(who, (tx) => conversationCost(tx, who.tenantId, params))),
  )

  route(app, calls.listVersionCosts, async ({ who, params }) =>
    ok({ versions: await deps.db.reading(who, (tx) => versionCosts(tx, who.tenantId, params.id), SUMS_MS) }),
  )

  route(app, calls.getRates, async ({ who }) =>
    ok({ rates: await deps.db.reading(who, (tx) => listRates(tx, who.tenantId)), models }),
  )

  route(app, calls.setRates, async ({ who, body }) =>
    ok({ rates: await deps.db.tenant(who.tenantId, (tx) => setRates(tx, who, body.rates)), models }),
  )

  route(app, calls.getBudget, async ({ who }) =>
    ok(await deps.db.reading(who, (tx) => readBudget(tx, who.tenantId, deps.clock.now()))),
  )

  route(app, calls.setBudget, async ({ who, body }) =>
    ok(await deps.db.tenant(who.tenantId, (tx) => setBudget(tx, who, body, deps.clock.now()))),
  )
}
