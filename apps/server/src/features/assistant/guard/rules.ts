import { DANGER_SIGNS, type DangerSign } from '../../../kernel/guard-memory.ts'
import { saysNo, saysYes } from '../understanding/intents.ts'
import { reasonFor, speak, timesSaid } from './log.ts'
import REASONS from './reasons.json' with { type: 'json' }
import type { Screen, Verdict } from './verdict.ts'

const answers = (said: readonly string[], reason: string): Verdict => ({ kind: 'answers', said, reason, drops: true })

/**
 * Answers a danger to life with the help number, asks nothing, and stops selling. Of several dangers the first of the list counts; if a
 * partner's violence affects a child, both help numbers are given.
 */
export const inDanger = (screen: Screen): Verdict | null => {
  const { understood, moment, calmed } = screen
  const sign = calmed === 'danger' ? undefined : DANGER_SIGNS.find((danger) => understood.intents.has(danger))
  if (sign === undefined) return null
  screen.guard = { kind: 'danger', sign, since: moment.now.toISOString() }
  const both = sign === 'childAtRisk' && understood.intents.has('partnerViolence')
  return answers([speak(screen, both ? 'partnerAndChild' : sign)], reasonFor(screen, sign))
}

const BY_HANDS: ReadonlySet<DangerSign> = new Set<DangerSign>(['childAtRisk', 'partnerViolence', 'violence'])
const WAIT_SAID_AT_MOST = 3

/** Answers further messages after a danger: calls the team again and sells nothing. */
export const stillInDanger = (screen: Screen): Verdict | null => {
  const { guard, understood } = screen
  if (guard.kind !== 'danger') return null
  if (understood.intents.has('person')) return answers([speak(screen, 'personComing')], reasonFor(screen, 'dangerPerson'))
  const phrase = BY_HANDS.has(guard.sign) ? 'urgentWaitUnsafe' : 'urgentWait'
  return answers(timesSaid(screen, phrase) < WAIT_SAID_AT_MOST ? [speak(screen, phrase)] : [], reasonFor(screen, 'dangerGoesOn'))
}

/** Sends nothing after the farewell until the lead comes back with something to say. */
export const staysSilent = ({ guard }: Screen): Verdict | null =>
  guard.kind === 'stopped' ? { kind: 'answers', said: [], reason: null, drops: false } : null

/** Sends one farewell if the lead asks for no more messages, or confirms 'quer que eu pare de te escrever?'. */
export const wantsToStop = (screen: Screen): Verdict | null => {
  const { understood } = screen
  const wasAsked = screen.guard.kind === 'asked_whether_to_stop'
  if (wasAsked) screen.guard = { kind: 'clear' }
  const confirms = wasAsked && understood.lines.some(({ folded }) => saysYes(folded))
  if (!understood.intents.has('stop') && !confirms) {
    if (wasAsked && understood.lines.some(({ folded }) => saysNo(folded))) screen.calmed = 'question'
    return null
  }
  screen.guard = { kind: 'stopped' }
  return answers([speak(screen, 'stop')], understood.intents.has('stop') ? reasonFor(screen, 'stop') : REASONS.stop)
}

/** Asks once whether the lead wants no more messages, if that is unclear. Never while the lead waits for a user. */
export const asksWhetherToStop = (screen: Screen): Verdict | null => {
  const { understood, guard } = screen
  if (!understood.intents.has('mayStop') || guard.kind !== 'clear' || timesSaid(screen, 'mayStop') > 0) return null
  screen.guard = { kind: 'asked_whether_to_stop' }
  return answers([speak(screen, 'mayStop')], reasonFor(screen, 'mayStop'))
}

/** Phrase for each intent that calls a user, most serious first. */
const CALLS = { privacy: 'privacy', leak: 'leak', person: 'personComing', insult: 'insult', angry: 'angry' } as const

const VOICES_AT_MOST = 1

/** Hands the conversation over to a user. */
const give = (screen: Screen, rule: string, reply: string, reason: string): Verdict => {
  const since = screen.guard.kind === 'awaiting_person' ? screen.guard.since : screen.moment.now.toISOString()
  screen.guard = { kind: 'awaiting_person', since, reason }
  const isAway = !screen.moment.isOpen && rule !== 'leak'
  return { kind: 'hands_over', rule, said: [reply, ...(isAway ? [speak(screen, 'afterHours')] : [])], reason }
}

/** Handles data requests and requests for a human, and what an agent should not answer alone: anger, insults, water leaks. */
export const handsOver = (screen: Screen): Verdict | null => {
  const { understood, moment, guard } = screen
  const rule = (Object.keys(CALLS) as Array<keyof typeof CALLS>).find((intent) => understood.intents.has(intent))
  if (!rule) return onlySpeaks(screen)
  const [reason, reply] = [reasonFor(screen, rule), speak(screen, CALLS[rule])]
  const isCaredFor = moment.cares && (rule === 'leak' || (rule === 'angry' && timesSaid(screen, 'angry') <= 1))
  return isCaredFor && guard.kind !== 'awaiting_person'
    ? { kind: 'goes_first', rule, said: reply, reason }
    : give(screen, rule, reply, reason)
}

/** Hands over to a user at the second consecutive turn with only voice messages. */
const onlySpeaks = (screen: Screen): Verdict | null => {
  const { understood } = screen
  const isVoice = understood.lines.length === 0 && understood.media.some((type) => type.startsWith('audio'))
  screen.log = { ...screen.log, voices: isVoice ? screen.log.voices + 1 : 0 }
  return screen.log.voices > VOICES_AT_MOST
    ? give(screen, 'person', speak(screen, 'voiceToPerson'), 'Lead só manda áudio: ouvir e responder')
    : null
}

/** Status of a conversation whose lead is not interested. */
export const NO_INTEREST = 'Sem interesse'

/**
 * Adds the guard's words to the engine's answer: after a false alarm, to pain, to bad news. A lead who ends the matter gets no question.
 */
export const caresBeside = (screen: Screen): Verdict | null => {
  const { understood, calmed } = screen
  const { intents } = understood
  const said: string[] = []
  let reason = calmed === 'danger' ? reasonFor(screen, 'noDanger') : null
  if (calmed) said.push(speak(screen, 'calmAgain'))
  if (intents.has('unwell') && !calmed) {
    said.push(speak(screen, 'unwell'))
    reason = reasonFor(screen, 'unwell')
  }
  if (intents.has('hardNews')) {
    said.unshift(speak(screen, 'hardNews'))
    reason ??= reasonFor(screen, 'hardNews')
  }
  const status = intents.has('refusal') ? NO_INTEREST : null
  if (said.length === 0 && status === null) return null
  return { kind: 'goes_along', said, reason, asksNothing: intents.has('hardNews') || status !== null, status }
}
