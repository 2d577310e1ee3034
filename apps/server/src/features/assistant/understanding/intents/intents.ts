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

/** Returns true if a sentence refuses an appointment: 'não quero marcar nada'. */
export const refusesMeeting = (folded: string): boolean => isNegated(folded, MATCHERS.meeting)

/**
 * Patterns and functions that detect each intent in a sentence of the lead, whatever the agent asked. They receive normalized text (no
 * accents, lower case).
 */
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
  /** The lead does not want to be called by phone. */
  byText: detectNoCallsRequest,
  retract: detectRetraction,
  outside: detectPromptInjection,
  offTopic: detectOffTopic,
  person: detectHumanRequest,
  bot: (folded) => MATCHERS.whetherAMachine.test(folded),
  who: (folded) => MATCHERS.who.test(folded) || MATCHERS.whoOnly.test(folded),
  whenStands: (folded) => MATCHERS.whenStands.test(folded) || (folded.endsWith('?') && MATCHERS.stillStands.test(folded)),
  insult: detectInsult,
  angry: detectAnger,
  refusal: detectRefusal,
  meeting: (folded) => matchAffirmed(folded, MATCHERS.meeting) !== null,
  foreign: detectForeignLanguage,
} as const satisfies Readonly<Record<string, RegExp | ((folded: string) => boolean)>>

/** Intents that no pattern detects. Only the classifier finds them, by similarity to example sentences. */
type SimilarityIntent = 'violence' | 'partnerViolence' | 'childAtRisk' | 'hardNews' | 'noDanger'
export type Intent = keyof typeof INTENT_DETECTORS | AppointmentChange | SimilarityIntent
/** Intents of mere politeness, which carry no information. */
export const POLITE_INTENTS: ReadonlySet<Intent> = new Set(['greeting', 'thanks', 'bye'])

/** Removes greetings, thanks and farewells from a normalized sentence. */
export const stripPoliteness = (folded: string): string => {
  const { greeting, thanks, bye } = INTENT_DETECTORS
  return stripPunctuation(
    [greeting, thanks, bye].reduce((rest, polite) => rest.replace(polite, ' '), stripPunctuation(folded)),
  ).replace(/^muito$/, '')
}

/** Returns the intents of a farewell, or an empty list. A wish such as 'bom dia' may be a greeting or a farewell, so both are returned. */
const detectFarewellIntents = (folded: string): Intent[] => {
  const said = detectFarewell(folded)
  return said === null ? [] : said === 'wish' ? ['greeting', 'bye'] : ['bye']
}

/** Returns all intents that patterns find in a normalized sentence: those of INTENT_DETECTORS, changes of an appointment, and farewells. */
export const detectIntents = (folded: string): Intent[] => {
  const plain = stripPunctuation(folded)
  const words = (Object.keys(INTENT_DETECTORS) as Array<keyof typeof INTENT_DETECTORS>).filter((intent) => {
    const means = INTENT_DETECTORS[intent]
    return means instanceof RegExp ? means.test(folded) || means.test(plain) : means(folded)
  })
  return [...new Set<Intent>([...words, ...detectAppointmentChanges(folded), ...detectFarewellIntents(folded)])]
}

/** Words that a mere 'yes' may consist of. */
const YES_WORDS = loadWordSet('yes')
/** Words that a mere 'no' may consist of. */
const NO_WORDS = loadWordSet('no')
const consistsOf = (plain: string, words: ReadonlySet<string>): boolean => plain.split(' ').every((word) => words.has(word))
/** Returns true if a normalized sentence agrees without reservation. Returns false for a worry or a question. */
export const isYes = (folded: string): boolean => {
  const plain = stripPunctuation(folded)
  if (MATCHERS.noObjection.test(plain)) return true
  if (plain === '' || MATCHERS.no.test(plain)) return false
  if (consistsOf(plain, YES_WORDS)) return !MATCHERS.silentYes.test(plain)
  return (MATCHERS.beginsYes.test(plain) || plain.endsWith(' sim')) && !folded.endsWith('?') && !MATCHERS.holdsBack.test(plain)
}

/** Returns true if a normalized sentence is a no or begins with one. */
export const isNo = (folded: string): boolean => MATCHERS.no.test(stripPunctuation(folded))

/** Returns true if a sentence is nothing but a no, whatever the agent asked: 'nn', 'não, valeu', 'tô fora'. */
export const isBareNo = (folded: string): boolean =>
  MATCHERS.bareNo.test(stripPunctuation(folded)) && consistsOf(stripPunctuation(folded), NO_WORDS)

/** Returns true if the lead does not know the answer to a question or declines to give it. */
export const declinesToAnswer = (folded: string): boolean => MATCHERS.doesNotSay.test(folded)

/** Returns true if a normalized sentence is a question, even without a question mark. */
export const isQuestionLine = (folded: string): boolean =>
  (folded.endsWith('?') && /[a-z]/.test(folded)) ||
  MATCHERS.wantsToKnow.test(folded) ||
  (!MATCHERS.whenever.test(folded) && MATCHERS.asks.test(folded))
