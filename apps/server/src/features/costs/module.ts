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
    charge: chargeMessage,
    answered: recordAnsweredTurnCost(deps),
    unanswered: (turn) => recordUnansweredTurnCost(deps, turn),
    tried: (agent, spent) => recordPreviewCost(deps, agent, spent),
    judged: (agent, spent) => recordPreviewCost(deps, { ...agent, model: null }, spent, 'judge'),
    transcribed: recordTranscriptionCost(deps),
    ofMessage: getMessageCharge,
    limit: (tx, tenantId) => getReachedLimit(tx, tenantId, deps.clock.now()),
    billed: storeBill,
    usual: getAverageReplyCost,
    forgetLead: anonymizeLeadCosts,
    exportLead: exportLeadCosts,
  }
  return { port, routes: (api) => costRoutes(api, deps), live: costEvents } satisfies Feature & { port: Costs }
}
