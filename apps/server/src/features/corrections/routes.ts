import * as calls from '@prosa/contract/calls/agents/corrections'
import type { FastifyInstance } from 'fastify'
import type { Identity } from '../../platform/access/identity.ts'
import type { Deps } from '../../platform/deps.ts'
import { ok, okWithoutData, registerRoute } from '../../platform/http/calls/contract-route.ts'
import type { Costs } from '../costs/ports.ts'
import type { Knowledge } from '../knowledge/ports.ts'
import type { ExtractQuestions } from './ports.ts'
import { findCorrection, listCorrections } from './queries.ts'
import { findRun, presentRun } from './runs/run-queries.ts'
import { startRun, stopRun } from './runs/runs.ts'
import { createCorrection, deleteCorrection, updateCorrection } from './write-correction.ts'

/**
 * Registers the routes for corrections (answers that a user marked as wrong). Every user who may see the lead can create a correction; only
 * managers can list, change and check corrections.
 */
export function correctionRoutes(
  app: FastifyInstance,
  deps: Deps,
  others: { knowledge: Knowledge; costs: Pick<Costs, 'usual'>; asksOf: ExtractQuestions },
): void {
  const prices = { llm: deps.llm, costs: others.costs }
  const shown = async (who: Identity, agentId: string, id: string) =>
    ok(await deps.db.reading(who, (tx) => findCorrection(tx, who.tenantId, agentId, id)))

  registerRoute(app, calls.createCorrection, async ({ who, params, body, key }) =>
    shown(who, params.id, await createCorrection(deps, others, who, params.id, body, key)),
  )

  registerRoute(app, calls.listCorrections, async ({ who, params, query }) =>
    ok(await deps.db.reading(who, (tx) => listCorrections(tx, prices, who.tenantId, params.id, query))),
  )

  registerRoute(app, calls.updateCorrection, async ({ who, params, body }) => {
    await updateCorrection(deps, who, { agentId: params.id, id: params.correctionId }, body)
    return shown(who, params.id, params.correctionId)
  })

  registerRoute(app, calls.deleteCorrection, async ({ who, params }) => {
    await deleteCorrection(deps, who, { agentId: params.id, id: params.correctionId })
    return okWithoutData()
  })

  registerRoute(app, calls.startCorrectionRun, async ({ who, params, body }) =>
    ok(await startRun(deps, who, params.id, body.revision)),
  )

  registerRoute(app, calls.getCorrectionRun, async ({ who, params }) => {
    const which = { agentId: params.id, id: params.runId }
    return ok(await deps.db.reading(who, async (tx) => presentRun(tx, await findRun(tx, who.tenantId, which))))
  })

  registerRoute(app, calls.stopCorrectionRun, async ({ who, params }) => {
    await stopRun(deps, who, { agentId: params.id, id: params.runId })
    return okWithoutData()
  })
}
