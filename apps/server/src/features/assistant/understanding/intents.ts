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

/** 'Não quero marcar nada'. */
export const refusesMeeting = (folded: string): boolean => denied(folded, SAID.meeting)

/** What a line of the lead may mean, whatever was asked. Patterns and readers run on folded text (no accents, lower case). */
const INTENTS = {
  ...patternsOf(INTENT_PATTERNS),
  emergency: emergencyIn,
  despair: despairIn,
  /** Not well, and perhaps worse. */
  unwell: unwellIn,
  leak: leakIn,
  fire: fireIn,
  privacy: privacyIn,
  stop: stopIn,
  mayStop: mayStopIn,
  /** No calls, please. */
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

/** What is told by likeness to examples alone. */
type Likened = 'violence' | 'partnerViolence' | 'childAtRisk' | 'hardNews' | 'noDanger'
export type Intent = keyof typeof INTENTS | Plan | Likened
/** What is said to anybody: it tells nothing of the matter. */
export const POLITE: ReadonlySet<Intent> = new Set(['greeting', 'thanks', 'bye'])

/** Returns a folded line without words of greeting, thanks and farewell. */
export const withoutPoliteness = (folded: string): string => {
  const { greeting, thanks, bye } = INTENTS
  return bare([greeting, thanks, bye].reduce((rest, polite) => rest.replace(polite, ' '), bare(folded))).replace(/^muito$/, '')
}

/** A wish for a day greets at first and says goodbye later. */
const farewellsOf = (folded: string): Intent[] => {
  const said = saysFarewell(folded)
  return said === null ? [] : said === 'wish' ? ['greeting', 'bye'] : ['bye']
}

/** Everything that the folded line means: by the table above, for an appointment, and as a goodbye. */
export const intentsOf = (folded: string): Intent[] => {
  const plain = bare(folded)
  const words = (Object.keys(INTENTS) as Array<keyof typeof INTENTS>).filter((intent) => {
    const means = INTENTS[intent]
    return means instanceof RegExp ? means.test(folded) || means.test(plain) : means(folded)
  })
  return [...new Set<Intent>([...words, ...plansIn(folded), ...farewellsOf(folded)])]
}

/** A line of nothing but these is a yes. */
const YES_WORDS = wordSet('yes')
/** Whether a line of nothing but these may be a no. */
const NO_WORDS = wordSet('no')
const isOnly = (plain: string, words: ReadonlySet<string>): boolean => plain.split(' ').every((word) => words.has(word))
/** A plain agreement: the whole line, or its start with nothing that holds it back. A worry or a question is none. */
export const saysYes = (folded: string): boolean => {
  const plain = bare(folded)
  if (SAID.noObjection.test(plain)) return true
  if (plain === '' || SAID.no.test(plain)) return false
  if (isOnly(plain, YES_WORDS)) return !SAID.silentYes.test(plain)
  return (SAID.beginsYes.test(plain) || plain.endsWith(' sim')) && !folded.endsWith('?') && !SAID.holdsBack.test(plain)
}

/** A plain refusal, alone or at the start of the line. */
export const saysNo = (folded: string): boolean => SAID.no.test(bare(folded))

/** Whether a line is a no and nothing else, whatever was asked: 'nn', 'não, valeu', 'tô fora'. */
export const isBareNo = (folded: string): boolean => SAID.bareNo.test(bare(folded)) && isOnly(bare(folded), NO_WORDS)

/** The lead does not know, or would rather not say. */
export const doesNotSay = (folded: string): boolean => SAID.doesNotSay.test(folded)

/** A question of the lead. */
export const asksSomething = (folded: string): boolean =>
  (folded.endsWith('?') && /[a-z]/.test(folded)) ||
  SAID.wantsToKnow.test(folded) ||
  (!SAID.whenever.test(folded) && SAID.asks.test(folded))
