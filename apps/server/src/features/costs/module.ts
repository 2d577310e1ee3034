import type { Deps } from '../../platform/deps.ts'
import type { Feature } from '../../platform/feature.ts'
import { getReachedLimit } from './budget.ts'
import { costEvents } from './events.ts'
import { anonymizeLeadCosts, exportLeadCosts } from './lead-costs.ts'
import type { Costs } from './ports.ts'
import { storeBill } from './recording/bill.ts'
import { chargeMessage, getMessageCharge } from './recording/charge.ts'
import {
  recordAnsweredTurnCost,
  recordPreviewCost,
  recordTranscriptionCost,
  recordUnansweredTurnCost,
} from './recording/record-costs.ts'
import { getAverageReplyCost } from './reports/average-reply-cost.ts'
import { costRoutes } from './routes.ts'

export function createCostsModule(deps: Deps) {
  const port: Costs = {
    storeMessagePrice: chargeMessage,
    recordAnsweredTurn: recordAnsweredTurnCost(deps),
    recordUnansweredTurn: (turn) => recordUnansweredTurnCost(deps, turn),
    recordPreview: (agent, usage) => recordPreviewCost(deps, agent, usage),
    recordJudgement: (agent, usage) => recordPreviewCost(deps, { ...agent, model: null }, usage, 'judge'),
    recordTranscription: recordTranscriptionCost(deps),
    getMessageCharge: getMessageCharge,
    getReachedLimit: (tx, tenantId) => getReachedLimit(tx, tenantId, deps.clock.now()),
    storeBill: storeBill,
    getAverageReplyCost: getAverageReplyCost,
    anonymizeLead: anonymizeLeadCosts,
    exportLead: exportLeadCosts,
  }
  return { port, routes: (api) => costRoutes(api, deps), socketEvents: costEvents } satisfies Feature & { port: Costs }
}
