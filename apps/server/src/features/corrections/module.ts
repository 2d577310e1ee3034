import type { Deps } from '../../platform/deps.ts'
import type { Feature } from '../../platform/feature.ts'
import type { CorrectionGate } from '../agents/ports.ts'
import type { Costs } from '../costs/ports.ts'
import type { Knowledge } from '../knowledge/ports.ts'
import { correctionEvents } from './events.ts'
import { detachLeadFromCorrections, exportLeadCorrections } from './lead-corrections.ts'
import type { Corrections, ExtractQuestions, ReplayPorts } from './ports.ts'
import { countActive } from './queries.ts'
import { correctionRoutes } from './routes.ts'
import { createReplayTurn } from './runs/replay-turn.ts'
import { runCorrections } from './runs/run-job.ts'
import { stopFailedRun } from './runs/runs.ts'
import { getVerificationStatus } from './runs/verification-status.ts'

type CorrectionsDeps = {
  knowledge: Knowledge
  costs: Costs
  assistant: ReplayPorts & { extractQuestions: ExtractQuestions }
  closing: AbortSignal
}

export function createCorrectionsModule(deps: Deps, { knowledge, costs, assistant, closing }: CorrectionsDeps) {
  const replayTurn = createReplayTurn(assistant)
  const port: Corrections = { detachLead: detachLeadFromCorrections, exportLead: exportLeadCorrections }
  return {
    port,
    gate: { countActive, getVerificationStatus: getVerificationStatus },
    routes: (api) => correctionRoutes(api, deps, { knowledge, costs, extractQuestions: assistant.extractQuestions }),
    jobs: {
      'run-corrections': (job, signal) =>
        runCorrections(deps, { replayTurn, knowledge, costs }, job, AbortSignal.any([signal, closing])),
    },
    finalFailureHandlers: { 'run-corrections': (job) => stopFailedRun(deps, job) },
    socketEvents: correctionEvents,
  } satisfies Feature & { port: Corrections; gate: CorrectionGate }
}
