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

type GuardRule = (guardState: GuardState) => GuardVerdict | null
/**
 * Rules in the order of docs/sale/2-agents.md, section 2: the first verdict decides. Limits on pace and cost come between these rules and
 * RULES_AFTER_PACE_LIMITS.
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

const applyFirstRule = (rules: readonly GuardRule[], guardState: GuardState) =>
  rules.reduce<GuardVerdict | null>((verdict, rule) => verdict ?? rule(guardState), null)

/**
 * Runs the safety guard on the lead's messages, before a reply engine. Changes none of its arguments.
 * @returns the verdict (null if only the engine answers) and the new state of the guard
 */
export const applyGuardRules = (
  parsedMessages: ParsedMessages,
  { guard, log }: { readonly guard: GuardMemory; readonly log: GuardLog },
  guardContext: GuardContext,
): GuardResult => {
  const guardState: GuardState = { parsedMessages, guardContext, guard, log, endedState: null }
  const wasStateReset = resetGuardState(guardState)
  const isWaitingForUser = guardState.guard.kind === 'awaiting_person'
  const earlyVerdict = applyFirstRule(RULES_BEFORE_PACE_LIMITS, guardState)
  const verdict = earlyVerdict ?? applyFirstRule(RULES_AFTER_PACE_LIMITS, guardState)
  // A pause by the pace limits also requests a user of the team, so it may replace an ordinary handover. It must not replace one for a data
  // protection request or a water leak.
  const overridesLimits =
    earlyVerdict !== null &&
    (earlyVerdict.kind !== 'hands_over' || earlyVerdict.rule === 'privacy' || earlyVerdict.rule === 'leak')
  return { verdict, guard: guardState.guard, log: guardState.log, isWaitingForUser, wasStateReset, overridesLimits }
}
