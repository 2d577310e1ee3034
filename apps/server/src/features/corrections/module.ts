import type { Deps } from '../../kernel/deps.ts'
import type { Feature } from '../../kernel/feature.ts'
import type { CorrectionGate } from '../agents/ports.ts'
import type { Costs } from '../costs/ports.ts'
import type { Knowledge } from '../knowledge/ports.ts'
import { detachLeadFromCorrections, exportLeadCorrections } from './lead-corrections.ts'
import { correctionEvents } from './live.ts'
import type { Corrections, ExtractQuestions, ReplayPorts } from './ports.ts'
import { countActive } from './queries.ts'
import { createReplayTurn } from './replay-turn.ts'
import { correctionRoutes } from './routes.ts'
import { runCorrections } from './run-job.ts'
import { stopFailedRun } from './runs.ts'
import { getVerificationStatus } from './verification-status.ts'

type CorrectionsDeps = {
  knowledge: Knowledge
  costs: Costs
  assistant: ReplayPorts & { asksOf: ExtractQuestions }
  closing: AbortSignal
}

export function wireCorrections(deps: Deps, { knowledge, costs, assistant, closing }: CorrectionsDeps) {
  const replay = createReplayTurn(assistant)
  const port: Corrections = { forgetLead: detachLeadFromCorrections, exportLead: exportLeadCorrections }
  return {
    port,
    gate: { countActive, standing: getVerificationStatus },
    routes: (api) => correctionRoutes(api, deps, { knowledge, costs, asksOf: assistant.asksOf }),
    jobs: {
      'run-corrections': (job, signal) =>
        runCorrections(deps, { replay, knowledge, costs }, job, AbortSignal.any([signal, closing])),
    },
    giveUps: { 'run-corrections': (job) => stopFailedRun(deps, job) },
    live: correctionEvents,
  } satisfies Feature & { port: Corrections; gate: CorrectionGate }
}
