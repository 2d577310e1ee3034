import type { Deps } from '../../kernel/deps.ts'
import type { Feature } from '../../kernel/feature.ts'
import { keepBill } from './bill.ts'
import { limitReached } from './budget.ts'
import { chargeMessage, chargeOf } from './charge.ts'
import { costEvents } from './live.ts'
import { exportLead, forgetLead } from './of-lead.ts'
import type { Costs } from './ports.ts'
import { costRoutes } from './routes.ts'
import { noteAnswered, noteTranscribed, noteTried, noteUnanswered } from './spent.ts'
import { usualCost } from './usual.ts'

export function wireCosts(deps: Deps) {
  const port: Costs = {
    charge: chargeMessage,
    answered: noteAnswered(deps),
    unanswered: (turn) => noteUnanswered(deps, turn),
    tried: (agent, spent) => noteTried(deps, agent, spent),
    judged: (agent, spent) => noteTried(deps, { ...agent, model: null }, spent, 'judge'),
    transcribed: noteTranscribed(deps),
    ofMessage: chargeOf,
    limit: (tx, tenantId) => limitReached(tx, tenantId, deps.clock.now()),
    billed: keepBill,
    usual: usualCost,
    forgetLead,
    exportLead,
  }
  return { port, routes: (api) => costRoutes(api, deps), live: costEvents } satisfies Feature & { port: Costs }
}
