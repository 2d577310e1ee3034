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
 * Guard rules in the order of docs/sale/2-agents.md, section 2: the first rule that returns a verdict decides. In that order, the limits on
 * pace and cost come between the rules of this list and those of RULES_AFTER_PACE_LIMITS.
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
 * Runs the safety guard on the lead's messages, before a reply engine. A pure function.
 * @returns the verdict (null if only the engine answers) and the new state of the guard
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
  // A pause by the limits on pace also requests a user of the team. It may therefore replace an ordinary handover, but not one for a data
  // protection request or a water leak.
  const outranksPace = above !== null && (above.kind !== 'hands_over' || above.rule === 'privacy' || above.rule === 'leak')
  return { verdict, guard: screen.guard, log: screen.log, isAwaited, isRelieved, outranksPace }
}
