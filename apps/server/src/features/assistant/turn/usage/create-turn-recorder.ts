import type { Deps } from '../../../../platform/deps.ts'
import type { TurnConversation } from '../../../conversations/ports.ts'
import type { Costs } from '../../../costs/ports.ts'
import { createUsageMeter } from '../../model/usage-meter.ts'
import type { TurnPart } from '../run-turn.ts'
import { countTokens, type UsageSubjects } from './daily-usage.ts'

/** Creates a recorder of a turn's duration, outcome and model usage. Usage is recorded even if nothing is sent. */
export function createTurnRecorder(
  deps: Pick<Deps, 'db' | 'metrics' | 'log'> & { costs: Pick<Costs, 'recordUnansweredTurn'> },
  conversationRef: TurnConversation,
) {
  const startedAt = performance.now()
  const meter = createUsageMeter()
  let engine = 'none'
  let usageSubjects: UsageSubjects | null = null
  let isStoredWithMessage = false
  return {
    meter,
    setEngine: (engineName: string, subjects: UsageSubjects) => {
      engine = engineName
      usageSubjects = subjects
    },
    /** Call it after a part was stored. Metadata with token counts means that the usage is stored with the message. */
    markUsageStored: ({ meta }: TurnPart) => {
      isStoredWithMessage ||= 'inputTokens' in meta
    },
    recordOutcome: async (outcome: string) => {
      const turn = { ...conversationRef, outcome, ...meter.getUsage() }
      const { inputTokens, outputTokens } = turn
      const seconds = (performance.now() - startedAt) / 1_000
      deps.metrics?.recordTurn({ engine, outcome, seconds, inputTokens: inputTokens ?? 0, outputTokens: outputTokens ?? 0 })
      const logFailure = (message: string) => (error: unknown) => deps.log.warn({ err: error, ...turn }, message)
      if (usageSubjects)
        await countTokens(deps, usageSubjects, meter.getTotalTokens()).catch(logFailure('what a turn took was not counted'))
      if (isStoredWithMessage || inputTokens === null) return
      await deps.costs.recordUnansweredTurn(turn).catch(logFailure('what a turn took was not kept'))
    },
  }
}
