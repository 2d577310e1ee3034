import type { Deps } from '../../../../platform/deps.ts'
import type { TurnConversation } from '../../../conversations/ports.ts'
import type { Costs } from '../../../costs/ports.ts'
import { createUsageMeter } from '../../model/usage-meter.ts'
import type { TurnPart } from '../run-turn.ts'
import { countTokens, type UsageSubjects } from './daily-usage.ts'

/** Creates a recorder of the duration, outcome and model usage of one turn. Usage is recorded even if the turn sends no message. */
export function createTurnRecorder(
  deps: Pick<Deps, 'db' | 'metrics' | 'log'> & { costs: Pick<Costs, 'unanswered'> },
  place: TurnConversation,
) {
  const begun = performance.now()
  const meter = createUsageMeter()
  let engine = 'none'
  let usedBy: UsageSubjects | null = null
  let isKeptWithMessage = false
  return {
    meter,
    begins: (by: string, whose: UsageSubjects) => {
      engine = by
      usedBy = whose
    },
    /** Must be called after a part was stored. If its metadata contains token counts, the usage is already stored with the message. */
    said: ({ meta }: TurnPart) => {
      isKeptWithMessage ||= 'inputTokens' in meta
    },
    ended: async (outcome: string) => {
      const turn = { ...place, outcome, ...meter.read() }
      const { inputTokens, outputTokens } = turn
      const seconds = (performance.now() - begun) / 1_000
      deps.metrics?.turned({ engine, outcome, seconds, inputTokens: inputTokens ?? 0, outputTokens: outputTokens ?? 0 })
      const lost = (what: string) => (error: unknown) => deps.log.warn({ err: error, ...turn }, what)
      if (usedBy) await countTokens(deps, usedBy, meter.tokens()).catch(lost('what a turn took was not counted'))
      if (isKeptWithMessage || inputTokens === null) return
      await deps.costs.unanswered(turn).catch(lost('what a turn took was not kept'))
    },
  }
}
