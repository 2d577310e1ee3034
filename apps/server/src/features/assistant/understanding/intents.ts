import { despairIn, emergencyIn, fireIn, leakIn, unwellIn } from './danger.ts'
import { bare } from './fold.ts'
import { foreignIn } from './language.ts'
import { saysFarewell } from './mentions.ts'
import { offTopicIn } from './off-topic.ts'
import PATTERNS from './patterns/answers.json' with { type: 'json' }
import INTENT_PATTERNS from './patterns/intents.json' with { type: 'json' }
import { affirmed, denied, patternsOf } from './patterns.ts'
import { type Plan, plansIn } from './plans.ts'
import { refusalIn } from './refusal.ts'
import { steersIn } from './steering.ts'
import { angryIn, byTextIn, insultIn, mayStopIn, personIn, privacyIn, retractIn, stopIn } from './wishes.ts'
import { wordSet } from './words.ts'

const SAID = patternsOf(PATTERNS)

/** Returns true if a line refuses an appointment: 'não quero marcar nada'. */
export const refusesMeeting = (folded: string): boolean => denied(folded, SAID.meeting)

/** Patterns and functions that detect an intent in a lead's line, whatever was asked. They run on folded text (no accents, lower case). */
const INTENTS = {
  ...patternsOf(INTENT_PATTERNS),
  emergency: emergencyIn,
  despair: despairIn,
  /** Illness or pain that may be serious. */
  unwell: unwellIn,
  leak: leakIn,
  fire: fireIn,
  privacy: privacyIn,
  stop: stopIn,
  mayStop: mayStopIn,
  /** The lead does not want to be called by phone. */
  byText: byTextIn,
  retract: retractIn,
  outside: steersIn,
  offTopic: offTopicIn,
  person: personIn,
  bot: (folded) => SAID.whetherAMachine.test(folded),
  who: (folded) => SAID.who.test(folded) || SAID.whoOnly.test(folded),
  whenStands: (folded) => SAID.whenStands.test(folded) || (folded.endsWith('?') && SAID.stillStands.test(folded)),
  insult: insultIn,
  angry: angryIn,
  refusal: refusalIn,
  meeting: (folded) => affirmed(folded, SAID.meeting) !== null,
  foreign: foreignIn,
} as const satisfies Readonly<Record<string, RegExp | ((folded: string) => boolean)>>

/** Intents that are detected only by similarity to examples. */
type Likened = 'violence' | 'partnerViolence' | 'childAtRisk' | 'hardNews' | 'noDanger'
export type Intent = keyof typeof INTENTS | Plan | Likened
/** Intents that are only politeness and carry no information. */
export const POLITE: ReadonlySet<Intent> = new Set(['greeting', 'thanks', 'bye'])

/** Removes greetings, thanks and farewells from a folded line. */
export const withoutPoliteness = (folded: string): string => {
  const { greeting, thanks, bye } = INTENTS
  return bare([greeting, thanks, bye].reduce((rest, polite) => rest.replace(polite, ' '), bare(folded))).replace(/^muito$/, '')
}

/** Returns the intents of a farewell, or an empty list. A wish such as 'bom dia' may be a greeting or a farewell, so it returns both. */
const farewellsOf = (folded: string): Intent[] => {
  const said = saysFarewell(folded)
  return said === null ? [] : said === 'wish' ? ['greeting', 'bye'] : ['bye']
}

/** Returns all intents of a folded line: those of the table above, plans for an appointment, and farewells. */
export const intentsOf = (folded: string): Intent[] => {
  const plain = bare(folded)
  const words = (Object.keys(INTENTS) as Array<keyof typeof INTENTS>).filter((intent) => {
    const means = INTENTS[intent]
    return means instanceof RegExp ? means.test(folded) || means.test(plain) : means(folded)
  })
  return [...new Set<Intent>([...words, ...plansIn(folded), ...farewellsOf(folded)])]
}

/** Words of which a bare 'yes' consists. */
const YES_WORDS = wordSet('yes')
/** Words of which a bare 'no' consists. */
const NO_WORDS = wordSet('no')
const isOnly = (plain: string, words: ReadonlySet<string>): boolean => plain.split(' ').every((word) => words.has(word))
/** Returns true if a line agrees without reservation. Returns false for a worry or a question. */
export const saysYes = (folded: string): boolean => {
  const plain = bare(folded)
  if (SAID.noObjection.test(plain)) return true
  if (plain === '' || SAID.no.test(plain)) return false
  if (isOnly(plain, YES_WORDS)) return !SAID.silentYes.test(plain)
  return (SAID.beginsYes.test(plain) || plain.endsWith(' sim')) && !folded.endsWith('?') && !SAID.holdsBack.test(plain)
}

/** Returns true if a line is a refusal or begins with one. */
export const saysNo = (folded: string): boolean => SAID.no.test(bare(folded))

/** Returns true if a line is only a no, whatever was asked: 'nn', 'não, valeu', 'tô fora'. */
export const isBareNo = (folded: string): boolean => SAID.bareNo.test(bare(folded)) && isOnly(bare(folded), NO_WORDS)

/** Returns true if the lead does not know the answer or declines to give it. */
export const doesNotSay = (folded: string): boolean => SAID.doesNotSay.test(folded)

/** Returns true if a line is a question of the lead. */
export const asksSomething = (folded: string): boolean =>
  (folded.endsWith('?') && /[a-z]/.test(folded)) ||
  SAID.wantsToKnow.test(folded) ||
  (!SAID.whenever.test(folded) && SAID.asks.test(folded))
