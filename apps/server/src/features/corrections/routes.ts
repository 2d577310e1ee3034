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
 * Registers the API endpoints for corrections. Every user who may see the lead can create one; only managers can list, change and check
 * them.
 */
export function correctionRoutes(
  app: FastifyInstance,
  deps: Deps,
  ports: { knowledge: Knowledge; costs: Pick<Costs, 'getAverageReplyCost'>; extractQuestions: ExtractQuestions },
): void {
  const costDeps = { llm: deps.llm, costs: ports.costs }
  const respondWithCorrection = async (identity: Identity, agentId: string, id: string) =>
    ok(await deps.db.runRead(identity, (tx) => findCorrection(tx, identity.tenantId, agentId, id)))

  registerRoute(app, calls.createCorrection, async ({ identity, params, body, idempotencyKey }) =>
    respondWithCorrection(identity, params.id, await createCorrection(deps, ports, identity, params.id, body, idempotencyKey)),
  )

  registerRoute(app, calls.listCorrections, async ({ identity, params, query }) =>
    ok(await deps.db.runRead(identity, (tx) => listCorrections(tx, costDeps, identity.tenantId, params.id, query))),
  )

  registerRoute(app, calls.updateCorrection, async ({ identity, params, body }) => {
    await updateCorrection(deps, identity, { agentId: params.id, id: params.correctionId }, body)
    return respondWithCorrection(identity, params.id, params.correctionId)
  })

  registerRoute(app, calls.deleteCorrection, async ({ identity, params }) => {
    await deleteCorrection(deps, identity, { agentId: params.id, id: params.correctionId })
    return okWithoutData()
  })

  registerRoute(app, calls.startCorrectionRun, async ({ identity, params, body }) =>
    ok(await startRun(deps, identity, params.id, body.revision)),
  )

  registerRoute(app, calls.getCorrectionRun, async ({ identity, params }) => {
    const runKey = { agentId: params.id, id: params.runId }
    return ok(await deps.db.runRead(identity, async (tx) => presentRun(tx, await findRun(tx, identity.tenantId, runKey))))
  })

  registerRoute(app, calls.stopCorrectionRun, async ({ identity, params }) => {
    await stopRun(deps, identity, { agentId: params.id, id: params.runId })
    return okWithoutData()
  })
}
