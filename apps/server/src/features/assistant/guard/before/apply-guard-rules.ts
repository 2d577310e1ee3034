import type { GuardMemory } from '../../../../platform/leads/guard-memory.ts'
import type { ParsedMessages } from '../../understanding/parse-messages.ts'
import type { GuardLog } from '../guard-log.ts'
import type { GuardContext, GuardResult, GuardState, GuardVerdict } from '../verdict.ts'
import {
  answerAfterDanger,
  answerDanger,
  answerOptOut,
  appendSafetyReply,
  askWhetherToStop,
  handOverSensitiveMessages,
  staySilentAfterOptOut,
} from './guard-rules.ts'
import { applyOffTopicLimit } from './off-topic-limit.ts'
import { resetGuardState } from './reset-guard-state.ts'

type GuardRule = (screen: GuardState) => GuardVerdict | null
/**
 * Rules in the order of docs/sale/2-agents.md, section 2: the first one that applies decides. The limits on pace and cost stand between the
 * two lists.
 */
const RULES_BEFORE_PACE_LIMITS: readonly GuardRule[] = [
  answerDanger,
  staySilentAfterOptOut,
  answerOptOut,
  answerAfterDanger,
  handOverSensitiveMessages,
  askWhetherToStop,
]
const RULES_AFTER_PACE_LIMITS: readonly GuardRule[] = [applyOffTopicLimit, appendSafetyReply]

const applyFirstRule = (rules: readonly GuardRule[], screen: GuardState) =>
  rules.reduce<GuardVerdict | null>((found, rule) => found ?? rule(screen), null)

/**
 * Decides what to do with a lead's messages before an engine runs. A pure function.
 * @returns the verdict, or null if the engine answers alone, and the guard's new memory
 */
export const applyGuardRules = (
  understood: ParsedMessages,
  { guard, log }: { readonly guard: GuardMemory; readonly log: GuardLog },
  moment: GuardContext,
): GuardResult => {
  const screen: GuardState = { understood, moment, guard, log, calmed: null }
  const isRelieved = resetGuardState(screen)
  const isAwaited = screen.guard.kind === 'awaiting_person'
  const above = applyFirstRule(RULES_BEFORE_PACE_LIMITS, screen)
  const verdict = above ?? applyFirstRule(RULES_AFTER_PACE_LIMITS, screen)
  // A pause by the limits on pace also calls a user, so it may replace an ordinary handover, but not one for a data request or a water
  // leak.
  const outranksPace = above !== null && (above.kind !== 'hands_over' || above.rule === 'privacy' || above.rule === 'leak')
  return { verdict, guard: screen.guard, log: screen.log, isAwaited, isRelieved, outranksPace }
}
