import { isNoFire, isNoViolence } from '../danger.ts'
import { type Intent, POLITE, saysNo } from '../intents.ts'
import { wantsDealIn } from '../refusal.ts'
import { asksForMessagesIn } from '../wishes.ts'
import { type Shares, sharesOf } from './classify.ts'

/** What a line that is like the examples of a class means. Classes that stand nowhere here are there to be told from these. */
const MEANS: Readonly<Record<string, Intent>> = {
  emergency: 'emergency',
  despair: 'despair',
  fire: 'fire',
  violence: 'violence',
  partner_violence: 'partnerViolence',
  child_at_risk: 'childAtRisk',
  unwell: 'unwell',
  leak: 'leak',
  no_emergency: 'noDanger',
  hard_news: 'hardNews',
  stop: 'stop',
  privacy: 'privacy',
  person: 'person',
  bot: 'bot',
  insult: 'insult',
  angry: 'angry',
  steering: 'outside',
  off_topic: 'offTopic',
  refusal: 'refusal',
  price: 'price',
  address: 'address',
  hours: 'hours',
  reschedule: 'reschedule',
  late: 'late',
  meeting: 'meeting',
  cancel: 'cancel',
  thanks_bye: 'thanks',
}

/** What sounds like something that it is not, and what it is not. */
const DENIES: Readonly<Record<string, readonly Intent[]>> = {
  not_danger: ['emergency', 'despair', 'fire', 'violence', 'partnerViolence', 'childAtRisk', 'unwell', 'leak'],
  no_emergency: ['emergency', 'despair', 'fire', 'violence', 'partnerViolence', 'childAtRisk', 'unwell', 'leak'],
  not_stop: ['stop', 'mayStop'],
  not_off_topic: ['offTopic'],
  not_refusal: ['refusal'],
  not_angry: ['angry', 'insult'],
}

/** What must not be missed: a wrong alarm costs less than none. */
const GRAVE: ReadonlySet<Intent> = new Set(['emergency', 'despair', 'fire', 'violence', 'partnerViolence', 'childAtRisk'])
/** Who does it, and to whom, is often told by one word: the help for both is named. */
const BY_HANDS: ReadonlySet<Intent> = new Set(['violence', 'partnerViolence', 'childAtRisk'])
/** What the patterns know better where they heard anything but a greeting. */
const LIGHT: ReadonlySet<Intent> = new Set(['price', 'address', 'hours', 'reschedule', 'cancel', 'meeting', 'late', 'bot'])

/** How much of a line must fall to all dangers together, and to one of another kind. */
const GRAVE_SHARE = 0.4
const SHARE = 0.25
/** A wrong guess of these is asked about and put right at once. */
const ASKED_BACK: ReadonlySet<Intent> = new Set(['cancel', 'reschedule', 'late', 'price', 'angry'])
const SHARE_OF_ASKED_BACK = 0.15
/** Business that is declined costs more than a riddle that the team is asked. */
const SHARE_OF_OFF_TOPIC = 0.4
/** A line of one or two words tells little; what it is taken for it must be like. */
const SHARE_OF_FEW_WORDS = 0.5
const FEW_WORDS = 2
const SHORT = 4
/** A time that is no more than that: 'semana que vem'. */
const ONLY_WHEN = /^(?:na |no |essa |nessa )?(?:proxim[ao] )?(?:semana|mes|ano)(?: que vem)?$/
/** How much must fall to what a line is not, for a pattern to be wrong, and how little to what the pattern heard where a life hangs on it. */
const DENIED = 0.6
const HARDLY = 0.15
/** So much of the greatest share, and another way of being hurt by somebody is meant as well. */
const ALSO = 0.15

/** A sign that is all there is of an emergency, or an order that may be one to stop: the patterns leave these open on purpose. */
const LEFT_OPEN: Readonly<Partial<Record<Intent, Intent>>> = { emergency: 'unwell', stop: 'mayStop', refusal: 'mayStop' }
const SURELY = 0.8
const NONSENSE = 0.25
/** A name may look like mashed keys. */
const NONSENSE_OF_FEW_WORDS = 0.6
/** What a next word must come behind. */
const BROKEN_OFF = /(?:^| )(?:e|ou|que|de|d[aeo]s?|n[ao]s?|com|por|para|um|uma|os|as|porque|quando)$/
const HALF = 0.5
const UNLIKE = 0.11
/** What little likeness to a change of plans is enough for where there are plans. */
const LEANING = 0.1
/** A no that answers no question: it says what of, or thanks for all. */
const ENDS_IT = /\binteress\w+|\bobrigad[oa]\b|\bagradec\w+/
/** 'Não precisa chamar ninguém'. */
const WAIVED = /\bnao precisa\b/
const MAY_BE_WAIVED: ReadonlySet<Intent> = new Set(['privacy', 'person'])

const CLASS_OF = new Map(Object.entries(MEANS).map(([name, intent]) => [intent, name]))

interface Meant {
  readonly intent: Intent
  readonly share: number
}

/** How much of a line falls to each intent, the greatest first; what means none of them is left out. */
const meantBy = (shares: Shares): readonly Meant[] =>
  Object.entries(shares)
    .flatMap(([name, share]) => {
      const intent = MEANS[name]
      return intent ? [{ intent, share }] : []
    })
    .toSorted((a, b) => b.share - a.share)

/** The dangers of a line, the greatest first; none where they are too little of it together. */
const dangersOf = (shares: Shares, folded: string, heard: readonly Intent[]): Intent[] => {
  const grave = meantBy(shares).filter(({ intent }) => GRAVE.has(intent))
  const [first] = grave
  const share = grave.reduce((sum, each) => sum + each.share, 0)
  if (!first || share < neededFor(first.intent, folded, heard)) return []
  if (BY_HANDS.has(first.intent) ? isNoViolence(folded) : first.intent === 'fire' && isNoFire(folded)) return []
  const also = BY_HANDS.has(first.intent)
    ? grave.slice(1).filter(({ intent, share: other }) => BY_HANDS.has(intent) && other >= first.share * ALSO)
    : []
  return [first, ...also].map(({ intent }) => intent)
}

const neededFor = (intent: Intent, folded: string, heard: readonly Intent[]): number => {
  const open = LEFT_OPEN[intent]
  if (open && heard.includes(open)) return SURELY
  if (folded.split(' ').length <= FEW_WORDS) return SHARE_OF_FEW_WORDS
  if (ASKED_BACK.has(intent)) return SHARE_OF_ASKED_BACK
  if (intent === 'offTopic') return SHARE_OF_OFF_TOPIC
  return GRAVE.has(intent) ? GRAVE_SHARE : SHARE
}

/** Whether likeness to examples may not say this of a line, though it does. */
const isBarred = (intent: Intent, folded: string, heard: readonly Intent[]): boolean =>
  (LIGHT.has(intent) && heard.some((other) => !POLITE.has(other))) ||
  (MAY_BE_WAIVED.has(intent) && WAIVED.test(folded)) ||
  // 'Pode voltar a me mandar mensagens' has the words of its opposite.
  (intent === 'stop' && asksForMessagesIn(folded)) ||
  // One word again and again is a request for nothing.
  (intent === 'offTopic' && new Set(folded.split(' ')).size <= FEW_WORDS) ||
  (intent === 'meeting' && ONLY_WHEN.test(folded)) ||
  // 'Melhor não' answers a question.
  (intent === 'refusal' && (folded.endsWith('?') || wantsDealIn(folded))) ||
  (intent === 'refusal' && saysNo(folded) && folded.split(' ').length <= SHORT && !ENDS_IT.test(folded)) ||
  (intent === 'thanks' && heard.length > 0) ||
  // 'Alguém aí?' greets.
  (intent === 'person' && heard.includes('greeting') && folded.split(' ').length <= SHORT)

/** What a line means by its likeness to examples, beside what the patterns heard in it. */
export interface Judged {
  readonly intents: readonly Intent[]
  /** Nothing that anybody here could answer: mashed keys, half words, words meant for somebody else. */
  readonly isNonsense: boolean
  /** The change of plans that it would be, said of something that is agreed. */
  readonly leans: 'cancel' | 'reschedule' | null
  /** True: said of a danger, that it was none or is over. */
  readonly calms: boolean
}

/** Reads a folded line in which the patterns heard `heard`. */
export const judge = (folded: string, heard: readonly Intent[], hear: (folded: string) => readonly Intent[]): Judged => {
  if (heard.includes('outside')) return { intents: heard, isNonsense: false, leans: null, calms: false }
  const shares = sharesOf(folded, heard, hear)
  const isLost =
    heard.every((intent) => POLITE.has(intent)) &&
    (isNonsense(folded, shares) || isBrokenOff(folded, shares) || isUnlike(folded, shares))
  return {
    // 'E aí que ele' greets nobody.
    intents: isLost ? heard.filter(() => folded.split(' ').length <= SHORT) : meantIn(folded, heard, shares),
    isNonsense: isLost,
    leans: leaningOf(shares),
    calms: calmsIn(shares),
  }
}

/** Words for somebody else, half sentences, mashed keys: more like these than like anything that is said here. */
const isNonsense = (folded: string, shares: Shares): boolean => {
  // A figure answers something: '5'.
  if (/^\d{1,4}$/.test(folded)) return false
  const lost = (shares['nonsense'] ?? 0) + (shares['wrong_chat'] ?? 0)
  const { nonsense: _nonsense, wrong_chat: _wrong, ...others } = shares
  const needed = folded.split(' ').length > FEW_WORDS ? NONSENSE : NONSENSE_OF_FEW_WORDS
  return lost >= needed && lost >= Math.max(...Object.values(others))
}

/** Like nothing at all that leads write, in words enough to tell. */
const isUnlike = (folded: string, shares: Shares): boolean =>
  Math.max(...Object.values(shares)) < UNLIKE && folded.split(' ').length > FEW_WORDS

/** A sentence that ends where its next word should be, and is like nothing: 'então ela pegou e'. */
const isBrokenOff = (folded: string, shares: Shares): boolean => {
  const words = folded.split(' ').length
  return words > FEW_WORDS && BROKEN_OFF.test(folded) && Math.max(...Object.values(shares)) < (words > SHORT ? HALF : SURELY)
}

/** Behind a danger, words a little like those that end one, and more like them than like any danger. */
const calmsIn = (shares: Shares): boolean => {
  const calm = shares['no_emergency'] ?? 0
  const grave = meantBy(shares).filter(({ intent }) => GRAVE.has(intent))
  return calm >= LEANING && calm > grave.reduce((sum, { share }) => sum + share, 0)
}

const leaningOf = ({ cancel = 0, reschedule = 0 }: Shares): Judged['leans'] => {
  if (Math.max(cancel, reschedule) < LEANING) return null
  return cancel > reschedule ? 'cancel' : 'reschedule'
}

/** More of a line than any other class, of which near misses of something else say nothing. */
const isMost = ({ intent, share }: Meant, shares: Shares): boolean =>
  Object.entries(shares).every(([name, other]) => other <= share || (name in DENIES && !DENIES[name]?.includes(intent)))

const meantIn = (folded: string, heard: readonly Intent[], shares: Shares): readonly Intent[] => {
  const denied = Object.entries(DENIES).filter(([name]) => (shares[name] ?? 0) >= DENIED)
  const isDenied = (intent: Intent): boolean => {
    const own = shares[CLASS_OF.get(intent) ?? ''] ?? 0
    return denied.some(([name, intents]) => intents.includes(intent) && own < (GRAVE.has(intent) ? HARDLY : (shares[name] ?? 0)))
  }
  const kept = heard.filter((intent) => !isDenied(intent))
  const dangers = dangersOf(shares, folded, heard)
  if (dangers.length > 0) return [...new Set([...kept, ...dangers])]
  const isMeant = (meant: Meant): boolean =>
    !kept.includes(meant.intent) &&
    isMost(meant, shares) &&
    meant.share >= neededFor(meant.intent, folded, heard) &&
    !isBarred(meant.intent, folded, kept)
  return [...kept, ...meantBy(shares).flatMap((meant) => (!GRAVE.has(meant.intent) && isMeant(meant) ? meant.intent : []))]
}
