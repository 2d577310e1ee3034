import type { Deps } from '../../kernel/deps.ts'
import type { Feature } from '../../kernel/feature.ts'
import type { Gate } from '../agents/ports.ts'
import type { Costs } from '../costs/ports.ts'
import type { Knowledge } from '../knowledge/ports.ts'
import { correctionEvents } from './live.ts'
import { exportLead, forgetLead } from './of-lead.ts'
import type { AnswersAgain, AsksOf, Corrections } from './ports.ts'
import { countActive } from './queries.ts'
import { replayTurn } from './replay.ts'
import { correctionRoutes } from './routes.ts'
import { runCorrections } from './run-job.ts'
import { giveUpRun } from './runs.ts'
import { standingOf } from './standing.ts'

type Others = { knowledge: Knowledge; costs: Costs; assistant: AnswersAgain & { asksOf: AsksOf }; closing: AbortSignal }

export function wireCorrections(deps: Deps, { knowledge, costs, assistant, closing }: Others) {
  const replay = replayTurn(assistant)
  const port: Corrections = { forgetLead, exportLead }
  return {
    port,
    gate: { countActive, standing: standingOf },
    routes: (api) => correctionRoutes(api, deps, { knowledge, costs, asksOf: assistant.asksOf }),
    jobs: {
      'run-corrections': (job, signal) =>
        runCorrections(deps, { replay, knowledge, costs }, job, AbortSignal.any([signal, closing])),
    },
    giveUps: { 'run-corrections': (job) => giveUpRun(deps, job) },
    live: correctionEvents,
  } satisfies Feature & { port: Corrections; gate: Gate }
}
