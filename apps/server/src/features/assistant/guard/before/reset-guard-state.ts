import { differenceInHours } from 'date-fns/differenceInHours'
import { DANGER_SIGNS } from '../../../../platform/leads/guard-memory.ts'
import { detectDangerDenial } from '../../understanding/intents/danger.ts'
import { detectHumanRequestWithdrawal } from '../../understanding/intents/lead-requests.ts'
import type { ParsedLine } from '../../understanding/parse-messages.ts'
import { type GuardLog, truncateReason } from '../guard-log.ts'
import type { GuardContext, GuardState } from '../verdict.ts'

/** Hours after which the guard drops a wait for a user, a danger, or a reason for attention. */
const MAX_GUARD_STATE_HOURS = 24

const hasDangerSign = ({ intents }: ParsedLine): boolean => DANGER_SIGNS.some((sign) => intents.has(sign))

/** Returns true if a sentence shows that a lead who had asked for no more messages wants to talk again. */
const wantsToTalkAgain = (line: ParsedLine): boolean =>
  line.isQuestion || line.intents.has('greeting') || line.intents.has('meeting') || line.normalizedText.split(' ').length > 3

/** Matches a statement that help was called but has not arrived: 'já liguei pro 192'. The danger continues. */
const HELP_ONLY_CALLED = /^(?:ja |eu |acabei de )*(?:liguei|chamei|ligar|ligando|chamando)\b(?: \w+){0,4}$/
const isDangerDenial = ({ intents, normalizedText, deniesDanger: isDenial }: ParsedLine): boolean =>
  detectDangerDenial(normalizedText) || ((isDenial || intents.has('noDanger')) && !HELP_ONLY_CALLED.test(normalizedText))

/**
 * Returns true if the lead denies a danger ('Não é emergência') and no other sentence reports one. The denial itself may contain a
 * dangerous word.
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
 * Sets the guard's state to 'clear' if a user of the team has answered, the time limit has passed, or the lead ends the state.
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
 * Selects the attention reason for the team and stores it in the log. A less serious new reason is appended to a more serious one that no
 * user has handled; otherwise the new reason replaces the old one.
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
