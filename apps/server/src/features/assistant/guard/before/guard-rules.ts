import { DANGER_SIGNS, type DangerSign } from '../../../../platform/leads/guard-memory.ts'
import { isNo, isYes } from '../../understanding/intents/intents.ts'
import { formatFindingReason, getPhraseUseCount, renderGuardPhrase } from '../guard-log.ts'
import REASONS from '../reasons.json' with { type: 'json' }
import type { GuardState, GuardVerdict } from '../verdict.ts'

const createAnswerVerdict = (reply: readonly string[], attentionReason: string): GuardVerdict => ({
  kind: 'answers',
  reply,
  attentionReason,
  dropsPendingQuestion: true,
})

/**
 * Answers a danger to life with the emergency number and asks nothing. The first danger in DANGER_SIGNS decides. Partner violence that
 * affects a child gets both help numbers. Returns null without a danger.
 */
export const answerDanger = (guardState: GuardState): GuardVerdict | null => {
  const { parsedMessages, guardContext, endedState } = guardState
  const sign = endedState === 'danger' ? undefined : DANGER_SIGNS.find((danger) => parsedMessages.intents.has(danger))
  if (sign === undefined) return null
  guardState.guard = { kind: 'danger', sign, since: guardContext.now.toISOString() }
  const affectsPartnerAndChild = sign === 'childAtRisk' && parsedMessages.intents.has('partnerViolence')
  return createAnswerVerdict(
    [renderGuardPhrase(guardState, affectsPartnerAndChild ? 'partnerAndChild' : sign)],
    formatFindingReason(guardState, sign),
  )
}

const VIOLENCE_SIGNS: ReadonlySet<DangerSign> = new Set<DangerSign>(['childAtRisk', 'partnerViolence', 'violence'])
const MAX_WAIT_REPLIES = 3

/**
 * Answers further messages after a danger and notifies the team again. Stays silent after three replies. Returns null if there was no
 * danger.
 */
export const answerAfterDanger = (guardState: GuardState): GuardVerdict | null => {
  const { guard, parsedMessages } = guardState
  if (guard.kind !== 'danger') return null
  if (parsedMessages.intents.has('person'))
    return createAnswerVerdict([renderGuardPhrase(guardState, 'personComing')], formatFindingReason(guardState, 'dangerPerson'))
  const phrase = VIOLENCE_SIGNS.has(guard.sign) ? 'urgentWaitUnsafe' : 'urgentWait'
  return createAnswerVerdict(
    getPhraseUseCount(guardState, phrase) < MAX_WAIT_REPLIES ? [renderGuardPhrase(guardState, phrase)] : [],
    formatFindingReason(guardState, 'dangerGoesOn'),
  )
}

/** Sends nothing to a lead who opted out, until the guard's state is reset. Returns null for all other leads. */
export const staySilentAfterOptOut = ({ guard }: GuardState): GuardVerdict | null =>
  guard.kind === 'stopped' ? { kind: 'answers', reply: [], attentionReason: null, dropsPendingQuestion: false } : null

/** Says goodbye to a lead who wants no more messages, or who says yes to 'quer que eu pare de te escrever?'. Returns null otherwise. */
export const answerOptOut = (guardState: GuardState): GuardVerdict | null => {
  const { parsedMessages } = guardState
  const wasAsked = guardState.guard.kind === 'asked_whether_to_stop'
  if (wasAsked) guardState.guard = { kind: 'clear' }
  const isConfirmed = wasAsked && parsedMessages.lines.some(({ normalizedText }) => isYes(normalizedText))
  if (!parsedMessages.intents.has('stop') && !isConfirmed) {
    if (wasAsked && parsedMessages.lines.some(({ normalizedText }) => isNo(normalizedText))) guardState.endedState = 'question'
    return null
  }
  guardState.guard = { kind: 'stopped' }
  return createAnswerVerdict(
    [renderGuardPhrase(guardState, 'stop')],
    parsedMessages.intents.has('stop') ? formatFindingReason(guardState, 'stop') : REASONS.stop,
  )
}

/** Asks once whether the lead wants no more messages, if that is unclear. Returns null in every other guard state than 'clear'. */
export const askWhetherToStop = (guardState: GuardState): GuardVerdict | null => {
  const { parsedMessages, guard } = guardState
  if (!parsedMessages.intents.has('mayStop') || guard.kind !== 'clear' || getPhraseUseCount(guardState, 'mayStop') > 0)
    return null
  guardState.guard = { kind: 'asked_whether_to_stop' }
  return createAnswerVerdict([renderGuardPhrase(guardState, 'mayStop')], formatFindingReason(guardState, 'mayStop'))
}

/** Phrase for each intent that leads to a handover, most serious first. */
const HAND_OVER_PHRASES = { privacy: 'privacy', leak: 'leak', person: 'personComing', insult: 'insult', angry: 'angry' } as const

const MAX_VOICE_ONLY_TURNS = 1

/** Hands the conversation over to a user of the team. Outside opening hours, adds a note about it, except after a water leak. */
const createHandOverVerdict = (
  guardState: GuardState,
  rule: string,
  replySentence: string,
  attentionReason: string,
): GuardVerdict => {
  const since = guardState.guard.kind === 'awaiting_person' ? guardState.guard.since : guardState.guardContext.now.toISOString()
  guardState.guard = { kind: 'awaiting_person', since, reason: attentionReason }
  const isAway = !guardState.guardContext.isOpen && rule !== 'leak'
  return {
    kind: 'hands_over',
    rule,
    reply: [replySentence, ...(isAway ? [renderGuardPhrase(guardState, 'afterHours')] : [])],
    attentionReason,
  }
}

/**
 * Hands over messages that an agent must not answer alone: data protection, request for a human, anger, insult, water leak. Returns null
 * for others.
 */
export const handOverSensitiveMessages = (guardState: GuardState): GuardVerdict | null => {
  const { parsedMessages, guardContext, guard } = guardState
  const rule = (Object.keys(HAND_OVER_PHRASES) as Array<keyof typeof HAND_OVER_PHRASES>).find((intent) =>
    parsedMessages.intents.has(intent),
  )
  if (!rule) return handOverVoiceOnly(guardState)
  const [reason, reply] = [formatFindingReason(guardState, rule), renderGuardPhrase(guardState, HAND_OVER_PHRASES[rule])]
  const canAgentAnswerFirst =
    guardContext.asksBeforeHandOver && (rule === 'leak' || (rule === 'angry' && getPhraseUseCount(guardState, 'angry') <= 1))
  return canAgentAnswerFirst && guard.kind !== 'awaiting_person'
    ? { kind: 'goes_first', rule, reply: reply, attentionReason: reason }
    : createHandOverVerdict(guardState, rule, reply, reason)
}

/** Hands the conversation over after two turns in a row with only voice messages without a transcript. Returns null otherwise. */
const handOverVoiceOnly = (guardState: GuardState): GuardVerdict | null => {
  const { parsedMessages } = guardState
  const isVoice = parsedMessages.lines.length === 0 && parsedMessages.mediaTypes.some((type) => type.startsWith('audio'))
  guardState.log = { ...guardState.log, voices: isVoice ? guardState.log.voices + 1 : 0 }
  return guardState.log.voices > MAX_VOICE_ONLY_TURNS
    ? createHandOverVerdict(
        guardState,
        'person',
        renderGuardPhrase(guardState, 'voiceToPerson'),
        'Lead só manda áudio: ouvir e responder',
      )
    : null
}

/** Status for the team if the lead is not interested. */
export const NO_INTEREST_STATUS = 'Sem interesse'

/**
 * Adds sentences to the engine's answer: after a false alarm, about pain or bad news. Forbids a question after bad news or a refusal.
 * Returns null if there is nothing to add.
 */
export const appendSafetyReply = (guardState: GuardState): GuardVerdict | null => {
  const { parsedMessages, endedState } = guardState
  const { intents } = parsedMessages
  const sentences: string[] = []
  let attentionReason = endedState === 'danger' ? formatFindingReason(guardState, 'noDanger') : null
  if (endedState) sentences.push(renderGuardPhrase(guardState, 'calmAgain'))
  if (intents.has('unwell') && !endedState) {
    sentences.push(renderGuardPhrase(guardState, 'unwell'))
    attentionReason = formatFindingReason(guardState, 'unwell')
  }
  if (intents.has('hardNews')) {
    sentences.unshift(renderGuardPhrase(guardState, 'hardNews'))
    attentionReason ??= formatFindingReason(guardState, 'hardNews')
  }
  const status = intents.has('refusal') ? NO_INTEREST_STATUS : null
  if (sentences.length === 0 && status === null) return null
  return {
    kind: 'goes_along',
    reply: sentences,
    attentionReason,
    shouldOmitQuestion: intents.has('hardNews') || status !== null,
    status,
  }
}
