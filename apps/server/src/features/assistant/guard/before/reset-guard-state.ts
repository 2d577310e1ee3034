import { differenceInHours } from 'date-fns/differenceInHours'
import { DANGER_SIGNS } from '../../../../platform/leads/guard-memory.ts'
import { detectDangerDenial } from '../../understanding/intents/danger.ts'
import { detectHumanRequestWithdrawal } from '../../understanding/intents/lead-requests.ts'
import type { ParsedLine } from '../../understanding/parse-messages.ts'
import { type GuardLog, truncateReason } from '../guard-log.ts'
import type { GuardContext, GuardState } from '../verdict.ts'

/** Hours after which a wait for a user, a danger and a reason for attention expire. */
const MAX_GUARD_STATE_HOURS = 24

const hasDangerSign = ({ intents }: ParsedLine): boolean => DANGER_SIGNS.some((sign) => intents.has(sign))

/** Returns true if a lead who opted out of messages wants to talk again. */
const wantsToTalkAgain = (line: ParsedLine): boolean =>
  line.isQuestion || line.intents.has('greeting') || line.intents.has('meeting') || line.normalizedText.split(' ').length > 3

/** Matches 'já liguei pro 192': help was called but has not arrived, so the danger continues. */
const HELP_ONLY_CALLED = /^(?:ja |eu |acabei de )*(?:liguei|chamei|ligar|ligando|chamando)\b(?: \w+){0,4}$/
const isDangerDenial = ({ intents, normalizedText, deniesDanger: isDenial }: ParsedLine): boolean =>
  detectDangerDenial(normalizedText) || ((isDenial || intents.has('noDanger')) && !HELP_ONLY_CALLED.test(normalizedText))

/**
 * Returns true if a sentence denies the danger ('Não é emergência') and no other one reports a danger. The denial may contain a danger
 * word.
 */
const deniesDanger = ({ parsedMessages: { lines } }: GuardState): boolean =>
  lines.some(isDangerDenial) && !lines.some((line) => hasDangerSign(line) && !isDangerDenial(line))

const isGuardStateOver = (guardState: GuardState): boolean => {
  const { guard, guardContext, parsedMessages } = guardState
  switch (guard.kind) {
    case 'stopped':
      return !parsedMessages.intents.has('stop') && parsedMessages.lines.some(wantsToTalkAgain)
    case 'danger':
      return guardContext.hasUserAnswered || differenceInHours(guardContext.now, guard.since) >= MAX_GUARD_STATE_HOURS
    case 'awaiting_person':
      return (
        guardContext.hasUserAnswered ||
        (!parsedMessages.intents.has('person') &&
          (differenceInHours(guardContext.now, guard.since) >= MAX_GUARD_STATE_HOURS ||
            parsedMessages.intents.has('meeting') ||
            parsedMessages.lines.some(({ normalizedText }) => detectHumanRequestWithdrawal(normalizedText))))
      )
    case 'clear':
    case 'asked_whether_to_stop':
      return false
  }
}

/**
 * Resets the guard to 'clear' if a user answered, the time limit passed, or the lead ends the state.
 * @returns whether the state was reset
 */
export const resetGuardState = (guardState: GuardState): boolean => {
  const isOver = isGuardStateOver(guardState)
  const isDenied = !isOver && guardState.guard.kind === 'danger' && deniesDanger(guardState)
  if (!isOver && !isDenied) return false
  if (isDenied) guardState.endedState = 'danger'
  guardState.guard = { kind: 'clear' }
  return true
}

const MAX_SEVERE_REASON_CHARS = 170

const getReasonSeverity = (reason: string): number =>
  reason.startsWith('URGENTE') ? 3 : /^(LGPD|Lead (pediu|quer cancelar|muito|insatisfeito|relata))/.test(reason) ? 2 : 1

/**
 * Selects and logs the reason for attention. A less serious reason is appended to an unhandled more serious one; otherwise the new one
 * replaces the old one.
 */
export const selectMostSevereReason = (
  log: GuardLog,
  reason: string | null,
  { now, hasUserAnswered }: Pick<GuardContext, 'now' | 'hasUserAnswered'>,
): { log: GuardLog; reason: string | null } => {
  const wasHandled = hasUserAnswered || (log.raised !== null && differenceInHours(now, log.raised.at) >= MAX_GUARD_STATE_HOURS)
  const raised = wasHandled ? null : log.raised
  if (reason === null) return { log: { ...log, raised }, reason }
  if (raised === null || getReasonSeverity(reason) >= getReasonSeverity(raised.reason))
    return { log: { ...log, raised: { reason, at: now.toISOString() } }, reason }
  const { reason: severeReason } = raised
  const shortReason =
    severeReason.length > MAX_SEVERE_REASON_CHARS ? `${severeReason.slice(0, MAX_SEVERE_REASON_CHARS - 1)}…` : severeReason
  return { log: { ...log, raised }, reason: truncateReason(`${shortReason} · ${reason}`) }
}
