import { DANGER_SIGNS, type DangerSign } from '../../../../platform/leads/guard-memory.ts'
import { isNo, isYes } from '../../understanding/intents/intents.ts'
import { formatFindingReason, getPhraseUseCount, renderGuardPhrase } from '../guard-log.ts'
import REASONS from '../reasons.json' with { type: 'json' }
import type { GuardState, GuardVerdict } from '../verdict.ts'

const createAnswerVerdict = (said: readonly string[], reason: string): GuardVerdict => ({
  kind: 'answers',
  said,
  reason,
  drops: true,
})

/**
 * Answers a reported danger to life with the emergency number and asks no question. Of several dangers, the first of DANGER_SIGNS counts.
 * If a partner's violence affects a child, the answer contains both help numbers. Returns null if there is no danger.
 */
export const answerDanger = (screen: GuardState): GuardVerdict | null => {
  const { understood, moment, calmed } = screen
  const sign = calmed === 'danger' ? undefined : DANGER_SIGNS.find((danger) => understood.intents.has(danger))
  if (sign === undefined) return null
  screen.guard = { kind: 'danger', sign, since: moment.now.toISOString() }
  const both = sign === 'childAtRisk' && understood.intents.has('partnerViolence')
  return createAnswerVerdict([renderGuardPhrase(screen, both ? 'partnerAndChild' : sign)], formatFindingReason(screen, sign))
}

const VIOLENCE_SIGNS: ReadonlySet<DangerSign> = new Set<DangerSign>(['childAtRisk', 'partnerViolence', 'violence'])
const MAX_WAIT_REPLIES = 3

/**
 * Answers messages after a reported danger: requests attention from the team again and sells nothing. After three replies it stays silent.
 * Returns null if no danger was reported.
 */
export const answerAfterDanger = (screen: GuardState): GuardVerdict | null => {
  const { guard, understood } = screen
  if (guard.kind !== 'danger') return null
  if (understood.intents.has('person'))
    return createAnswerVerdict([renderGuardPhrase(screen, 'personComing')], formatFindingReason(screen, 'dangerPerson'))
  const phrase = VIOLENCE_SIGNS.has(guard.sign) ? 'urgentWaitUnsafe' : 'urgentWait'
  return createAnswerVerdict(
    getPhraseUseCount(screen, phrase) < MAX_WAIT_REPLIES ? [renderGuardPhrase(screen, phrase)] : [],
    formatFindingReason(screen, 'dangerGoesOn'),
  )
}

/**
 * Returns a silent verdict after the farewell to a lead who opted out, until the lead starts to talk again. Returns null if the lead did
 * not opt out.
 */
export const staySilentAfterOptOut = ({ guard }: GuardState): GuardVerdict | null =>
  guard.kind === 'stopped' ? { kind: 'answers', said: [], reason: null, drops: false } : null

/**
 * Sends one farewell if the lead asks for no more messages or answers yes to the question 'quer que eu pare de te escrever?'. Returns null
 * otherwise.
 */
export const answerOptOut = (screen: GuardState): GuardVerdict | null => {
  const { understood } = screen
  const wasAsked = screen.guard.kind === 'asked_whether_to_stop'
  if (wasAsked) screen.guard = { kind: 'clear' }
  const confirms = wasAsked && understood.lines.some(({ folded }) => isYes(folded))
  if (!understood.intents.has('stop') && !confirms) {
    if (wasAsked && understood.lines.some(({ folded }) => isNo(folded))) screen.calmed = 'question'
    return null
  }
  screen.guard = { kind: 'stopped' }
  return createAnswerVerdict(
    [renderGuardPhrase(screen, 'stop')],
    understood.intents.has('stop') ? formatFindingReason(screen, 'stop') : REASONS.stop,
  )
}

/**
 * Asks once whether the lead wants no more messages, if a message leaves that unclear. Returns null while another guard state applies, for
 * example while the lead waits for a user.
 */
export const askWhetherToStop = (screen: GuardState): GuardVerdict | null => {
  const { understood, guard } = screen
  if (!understood.intents.has('mayStop') || guard.kind !== 'clear' || getPhraseUseCount(screen, 'mayStop') > 0) return null
  screen.guard = { kind: 'asked_whether_to_stop' }
  return createAnswerVerdict([renderGuardPhrase(screen, 'mayStop')], formatFindingReason(screen, 'mayStop'))
}

/** Phrase for each intent that hands the conversation over to a user of the team, most serious intent first. */
const HAND_OVER_PHRASES = { privacy: 'privacy', leak: 'leak', person: 'personComing', insult: 'insult', angry: 'angry' } as const

const MAX_VOICE_ONLY_TURNS = 1

/** Hands the conversation over to a user of the team. Adds a note if the team is closed, except for a water leak. */
const createHandOverVerdict = (screen: GuardState, rule: string, reply: string, reason: string): GuardVerdict => {
  const since = screen.guard.kind === 'awaiting_person' ? screen.guard.since : screen.moment.now.toISOString()
  screen.guard = { kind: 'awaiting_person', since, reason }
  const isAway = !screen.moment.isOpen && rule !== 'leak'
  return { kind: 'hands_over', rule, said: [reply, ...(isAway ? [renderGuardPhrase(screen, 'afterHours')] : [])], reason }
}

/**
 * Hands over messages that an agent must not answer alone: data protection requests, requests for a human, anger, insults, water leaks.
 * Returns null for other messages.
 */
export const handOverSensitiveMessages = (screen: GuardState): GuardVerdict | null => {
  const { understood, moment, guard } = screen
  const rule = (Object.keys(HAND_OVER_PHRASES) as Array<keyof typeof HAND_OVER_PHRASES>).find((intent) =>
    understood.intents.has(intent),
  )
  if (!rule) return handOverVoiceOnly(screen)
  const [reason, reply] = [formatFindingReason(screen, rule), renderGuardPhrase(screen, HAND_OVER_PHRASES[rule])]
  const isCaredFor = moment.cares && (rule === 'leak' || (rule === 'angry' && getPhraseUseCount(screen, 'angry') <= 1))
  return isCaredFor && guard.kind !== 'awaiting_person'
    ? { kind: 'goes_first', rule, said: reply, reason }
    : createHandOverVerdict(screen, rule, reply, reason)
}

/**
 * Hands the conversation over at the second consecutive turn in which the lead sent only voice messages without a transcript. Returns null
 * otherwise.
 */
const handOverVoiceOnly = (screen: GuardState): GuardVerdict | null => {
  const { understood } = screen
  const isVoice = understood.lines.length === 0 && understood.media.some((type) => type.startsWith('audio'))
  screen.log = { ...screen.log, voices: isVoice ? screen.log.voices + 1 : 0 }
  return screen.log.voices > MAX_VOICE_ONLY_TURNS
    ? createHandOverVerdict(
        screen,
        'person',
        renderGuardPhrase(screen, 'voiceToPerson'),
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
export const appendSafetyReply = (screen: GuardState): GuardVerdict | null => {
  const { understood, calmed } = screen
  const { intents } = understood
  const said: string[] = []
  let reason = calmed === 'danger' ? formatFindingReason(screen, 'noDanger') : null
  if (calmed) said.push(renderGuardPhrase(screen, 'calmAgain'))
  if (intents.has('unwell') && !calmed) {
    said.push(renderGuardPhrase(screen, 'unwell'))
    reason = formatFindingReason(screen, 'unwell')
  }
  if (intents.has('hardNews')) {
    said.unshift(renderGuardPhrase(screen, 'hardNews'))
    reason ??= formatFindingReason(screen, 'hardNews')
  }
  const status = intents.has('refusal') ? NO_INTEREST_STATUS : null
  if (said.length === 0 && status === null) return null
  return { kind: 'goes_along', said, reason, asksNothing: intents.has('hardNews') || status !== null, status }
}
