import { detectFarewell } from '../dates/mentions.ts'
import PATTERNS from '../patterns/answers.json' with { type: 'json' }
import INTENT_PATTERNS from '../patterns/intents.json' with { type: 'json' }
import { compilePatterns, isNegated, matchAffirmed } from '../patterns.ts'
import { stripPunctuation } from '../text/normalize-text.ts'
import { loadWordSet } from '../text/word-lists.ts'
import { type AppointmentChange, detectAppointmentChanges } from './appointment-changes.ts'
import { detectEmergency, detectFire, detectIllness, detectSelfHarmWish, detectWaterLeak } from './danger.ts'
import { detectForeignLanguage } from './foreign-language.ts'
import {
  detectAnger,
  detectHumanRequest,
  detectInsult,
  detectNoCallsRequest,
  detectOptOut,
  detectPossibleOptOut,
  detectPrivacyRequest,
  detectRetraction,
} from './lead-requests.ts'
import { detectOffTopic } from './off-topic.ts'
import { detectPromptInjection } from './prompt-injection.ts'
import { detectRefusal } from './refusal.ts'

const MATCHERS = compilePatterns(PATTERNS)

export const refusesMeeting = (normalizedText: string): boolean => isNegated(normalizedText, MATCHERS.meeting)

/** Detectors of each intent, independent of the agent's question. Their input is normalized text (lower case, no accents). */
const INTENT_DETECTORS = {
  ...compilePatterns(INTENT_PATTERNS),
  emergency: detectEmergency,
  despair: detectSelfHarmWish,
  /** Illness or pain that may be serious. */
  unwell: detectIllness,
  leak: detectWaterLeak,
  fire: detectFire,
  privacy: detectPrivacyRequest,
  stop: detectOptOut,
  mayStop: detectPossibleOptOut,
  /** The lead wants no phone calls. */
  byText: detectNoCallsRequest,
  retract: detectRetraction,
  outside: detectPromptInjection,
  offTopic: detectOffTopic,
  person: detectHumanRequest,
  bot: (normalizedText) => MATCHERS.whetherAMachine.test(normalizedText),
  who: (normalizedText) => MATCHERS.who.test(normalizedText) || MATCHERS.whoOnly.test(normalizedText),
  whenStands: (normalizedText) =>
    MATCHERS.whenStands.test(normalizedText) || (normalizedText.endsWith('?') && MATCHERS.stillStands.test(normalizedText)),
  insult: detectInsult,
  angry: detectAnger,
  refusal: detectRefusal,
  meeting: (normalizedText) => matchAffirmed(normalizedText, MATCHERS.meeting) !== null,
  foreign: detectForeignLanguage,
} as const satisfies Readonly<Record<string, RegExp | ((normalizedText: string) => boolean)>>

/** Intents without a pattern. Only the classifier detects them. */
type SimilarityIntent = 'violence' | 'partnerViolence' | 'childAtRisk' | 'hardNews' | 'noDanger'
export type Intent = keyof typeof INTENT_DETECTORS | AppointmentChange | SimilarityIntent
/** Politeness, which carries no information. */
export const POLITE_INTENTS: ReadonlySet<Intent> = new Set(['greeting', 'thanks', 'bye'])

/** Removes greetings, thanks and goodbyes from a sentence. */
export const stripPoliteness = (normalizedText: string): string => {
  const { greeting, thanks, bye } = INTENT_DETECTORS
  return stripPunctuation(
    [greeting, thanks, bye].reduce((rest, polite) => rest.replace(polite, ' '), stripPunctuation(normalizedText)),
  ).replace(/^muito$/, '')
}

/** Returns the intents of a goodbye, or an empty list. A wish such as 'bom dia' may be a greeting or a goodbye, so both are returned. */
const detectFarewellIntents = (normalizedText: string): Intent[] => {
  const farewell = detectFarewell(normalizedText)
  return farewell === null ? [] : farewell === 'wish' ? ['greeting', 'bye'] : ['bye']
}

/** Returns all intents that patterns find in a normalized sentence. */
export const detectIntents = (normalizedText: string): Intent[] => {
  const withoutPunctuation = stripPunctuation(normalizedText)
  const detectedIntents = (Object.keys(INTENT_DETECTORS) as Array<keyof typeof INTENT_DETECTORS>).filter((intent) => {
    const detector = INTENT_DETECTORS[intent]
    return detector instanceof RegExp
      ? detector.test(normalizedText) || detector.test(withoutPunctuation)
      : detector(normalizedText)
  })
  return [
    ...new Set<Intent>([
      ...detectedIntents,
      ...detectAppointmentChanges(normalizedText),
      ...detectFarewellIntents(normalizedText),
    ]),
  ]
}

/** Words of which a bare 'yes' may consist. */
const YES_WORDS = loadWordSet('yes')
/** Words of which a bare 'no' may consist. */
const NO_WORDS = loadWordSet('no')
const consistsOf = (text: string, words: ReadonlySet<string>): boolean => text.split(' ').every((word) => words.has(word))
/** Returns true if a sentence agrees without reservation. Objections and questions do not. */
export const isYes = (normalizedText: string): boolean => {
  const withoutPunctuation = stripPunctuation(normalizedText)
  if (MATCHERS.noObjection.test(withoutPunctuation)) return true
  if (withoutPunctuation === '' || MATCHERS.no.test(withoutPunctuation)) return false
  if (consistsOf(withoutPunctuation, YES_WORDS)) return !MATCHERS.silentYes.test(withoutPunctuation)
  return (
    (MATCHERS.beginsYes.test(withoutPunctuation) || withoutPunctuation.endsWith(' sim')) &&
    !normalizedText.endsWith('?') &&
    !MATCHERS.holdsBack.test(withoutPunctuation)
  )
}

/** Returns true if a sentence is a no or begins with one. */
export const isNo = (normalizedText: string): boolean => MATCHERS.no.test(stripPunctuation(normalizedText))

/** Returns true if a sentence is only a no: 'nn', 'não, valeu', 'tô fora'. */
export const isBareNo = (normalizedText: string): boolean =>
  MATCHERS.bareNo.test(stripPunctuation(normalizedText)) && consistsOf(stripPunctuation(normalizedText), NO_WORDS)

/** Returns true if the lead does not know an answer or declines to give it. */
export const declinesToAnswer = (normalizedText: string): boolean => MATCHERS.doesNotSay.test(normalizedText)

/** Returns true if a sentence is a question, even without a question mark. */
export const isQuestionLine = (normalizedText: string): boolean =>
  (normalizedText.endsWith('?') && /[a-z]/.test(normalizedText)) ||
  MATCHERS.wantsToKnow.test(normalizedText) ||
  (!MATCHERS.whenever.test(normalizedText) && MATCHERS.asks.test(normalizedText))
