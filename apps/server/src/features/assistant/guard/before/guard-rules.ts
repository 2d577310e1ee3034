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
 * Answers a reported danger to life with the emergency number and asks no question. Of several dangers, the first of DANGER_SIGNS counts.
 * If a partner's violence affects a child, the answer contains both help numbers. Returns null if there is no danger.
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
 * Answers messages after a reported danger: requests attention from the team again and sells nothing. After three replies it stays silent.
 * Returns null if no danger was reported.
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

/**
 * Returns a silent verdict after the farewell to a lead who opted out, until the lead starts to talk again. Returns null if the lead did
 * not opt out.
 */
export const staySilentAfterOptOut = ({ guard }: GuardState): GuardVerdict | null =>
  guard.kind === 'stopped' ? { kind: 'answers', reply: [], attentionReason: null, dropsPendingQuestion: false } : null

/**
 * Sends one farewell if the lead asks for no more messages or answers yes to the question 'quer que eu pare de te escrever?'. Returns null
 * otherwise.
 */
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

/**
 * Asks once whether the lead wants no more messages, if a message leaves that unclear. Returns null while another guard state applies, for
 * example while the lead waits for a user.
 */
export const askWhetherToStop = (guardState: GuardState): GuardVerdict | null => {
  const { parsedMessages, guard } = guardState
  if (!parsedMessages.intents.has('mayStop') || guard.kind !== 'clear' || getPhraseUseCount(guardState, 'mayStop') > 0)
    return null
  guardState.guard = { kind: 'asked_whether_to_stop' }
  return createAnswerVerdict([renderGuardPhrase(guardState, 'mayStop')], formatFindingReason(guardState, 'mayStop'))
}

/** Phrase for each intent that hands the conversation over to a user of the team, most serious intent first. */
const HAND_OVER_PHRASES = { privacy: 'privacy', leak: 'leak', person: 'personComing', insult: 'insult', angry: 'angry' } as const

const MAX_VOICE_ONLY_TURNS = 1

/** Hands the conversation over to a user of the team. Adds a note if the team is closed, except for a water leak. */
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
 * Hands over messages that an agent must not answer alone: data protection requests, requests for a human, anger, insults, water leaks.
 * Returns null for other messages.
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

/**
 * Hands the conversation over at the second consecutive turn in which the lead sent only voice messages without a transcript. Returns null
 * otherwise.
 */
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

/** Status text of a conversation whose lead is not interested. */
export const NO_INTEREST_STATUS = 'Sem interesse'

/**
 * Adds the guard's sentences to the engine's answer: after a false alarm, about pain, about bad news. The engine asks no question after bad
 * news or if the lead is not interested. Returns null if there is nothing to add.
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
