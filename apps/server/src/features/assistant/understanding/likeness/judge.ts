import { isNoFire, isNoViolence } from '../danger.ts'
import { type Intent, POLITE, saysNo } from '../intents.ts'
import { wantsDealIn } from '../refusal.ts'
import { asksForMessagesIn } from '../wishes.ts'
import { type Shares, sharesOf } from './classify.ts'

/** Intent of each class. Classes without an intent exist only to separate them from the others. */
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

/** Classes of near misses, with the intents that they exclude. */
const DENIES: Readonly<Record<string, readonly Intent[]>> = {
  not_danger: ['emergency', 'despair', 'fire', 'violence', 'partnerViolence', 'childAtRisk', 'unwell', 'leak'],
  no_emergency: ['emergency', 'despair', 'fire', 'violence', 'partnerViolence', 'childAtRisk', 'unwell', 'leak'],
  not_stop: ['stop', 'mayStop'],
  not_off_topic: ['offTopic'],
  not_refusal: ['refusal'],
  not_angry: ['angry', 'insult'],
}

/** Intents of danger to life. They have lower thresholds, because a false alarm costs less than a missed danger. */
const GRAVE: ReadonlySet<Intent> = new Set(['emergency', 'despair', 'fire', 'violence', 'partnerViolence', 'childAtRisk'])
/** Dangers by a person's hands. One word often decides between them, so several may be returned. */
const BY_HANDS: ReadonlySet<Intent> = new Set(['violence', 'partnerViolence', 'childAtRisk'])
/** Intents that the classifier may add only if the patterns found nothing but polite words. */
const LIGHT: ReadonlySet<Intent> = new Set(['price', 'address', 'hours', 'reschedule', 'cancel', 'meeting', 'late', 'bot'])

/** Minimum total probability of all dangers, and of one other intent. */
const GRAVE_SHARE = 0.4
const SHARE = 0.25
/** Intents with a lower threshold, because a wrong guess is confirmed with the lead and easily corrected. */
const ASKED_BACK: ReadonlySet<Intent> = new Set(['cancel', 'reschedule', 'late', 'price', 'angry'])
const SHARE_OF_ASKED_BACK = 0.15
/** Higher threshold, because declining a real customer costs more than forwarding an off-topic question to the team. */
const SHARE_OF_OFF_TOPIC = 0.4
/** Higher threshold for lines of one or two words, which contain little evidence. */
const SHARE_OF_FEW_WORDS = 0.5
const FEW_WORDS = 2
const SHORT = 4
/** Matches a line with only a time: 'semana que vem'. */
const ONLY_WHEN = /^(?:na |no |essa |nessa )?(?:proxim[ao] )?(?:semana|mes|ano)(?: que vem)?$/
/** Minimum probability of a near-miss class to reject a pattern's intent, and for dangers the maximum probability of the intent itself. */
const DENIED = 0.6
const HARDLY = 0.15
/** Minimum fraction of the first danger's probability for a second danger by a person's hands. */
const ALSO = 0.15

/**
 * For each intent, the weaker one that the patterns report if they are not certain. The classifier then needs a probability of `SURELY` to
 * report the stronger one.
 */
const LEFT_OPEN: Readonly<Partial<Record<Intent, Intent>>> = { emergency: 'unwell', stop: 'mayStop', refusal: 'mayStop' }
const SURELY = 0.8
const NONSENSE = 0.25
/** Higher threshold, because a name may look like random keys. */
const NONSENSE_OF_FEW_WORDS = 0.6
/** Matches a line that ends with a word after which another must follow. */
const BROKEN_OFF = /(?:^| )(?:e|ou|que|de|d[aeo]s?|n[ao]s?|com|por|para|um|uma|os|as|porque|quando)$/
const HALF = 0.5
const UNLIKE = 0.11
/** Minimum probability of a change of plans if an appointment exists. */
const LEANING = 0.1
/** Matches a refusal that is not just an answer to a question: it names what is refused, or gives thanks. */
const ENDS_IT = /\binteress\w+|\bobrigad[oa]\b|\bagradec\w+/
/** Matches 'Não precisa chamar ninguém'. */
const WAIVED = /\bnao precisa\b/
const MAY_BE_WAIVED: ReadonlySet<Intent> = new Set(['privacy', 'person'])

const CLASS_OF = new Map(Object.entries(MEANS).map(([name, intent]) => [intent, name]))

interface Meant {
  readonly intent: Intent
  readonly share: number
}

/** Returns the probability of each intent, highest first. Classes without an intent are left out. */
const meantBy = (shares: Shares): readonly Meant[] =>
  Object.entries(shares)
    .flatMap(([name, share]) => {
      const intent = MEANS[name]
      return intent ? [{ intent, share }] : []
    })
    .toSorted((a, b) => b.share - a.share)

/** Returns the dangers of a line, most probable first. Empty if their total probability is too low. */
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

/** Returns true if the classifier's intent is rejected for a line by an exception. */
const isBarred = (intent: Intent, folded: string, heard: readonly Intent[]): boolean =>
  (LIGHT.has(intent) && heard.some((other) => !POLITE.has(other))) ||
  (MAY_BE_WAIVED.has(intent) && WAIVED.test(folded)) ||
  // 'Pode voltar a me mandar mensagens' has the words of its opposite.
  (intent === 'stop' && asksForMessagesIn(folded)) ||
  // One repeated word is not an off-topic request.
  (intent === 'offTopic' && new Set(folded.split(' ')).size <= FEW_WORDS) ||
  (intent === 'meeting' && ONLY_WHEN.test(folded)) ||
  // 'Melhor não' answers a question.
  (intent === 'refusal' && (folded.endsWith('?') || wantsDealIn(folded))) ||
  (intent === 'refusal' && saysNo(folded) && folded.split(' ').length <= SHORT && !ENDS_IT.test(folded)) ||
  (intent === 'thanks' && heard.length > 0) ||
  // 'Alguém aí?' is a greeting.
  (intent === 'person' && heard.includes('greeting') && folded.split(' ').length <= SHORT)

/** Meaning of a line by patterns and classifier. */
export interface Judged {
  readonly intents: readonly Intent[]
  /** True for a line that nobody could answer: random keys, incomplete words, or words meant for somebody else. */
  readonly isNonsense: boolean
  /** The change of plans that the line means if an appointment exists. */
  readonly leans: 'cancel' | 'reschedule' | null
  /** True if the line says that a danger was none or is over. */
  readonly calms: boolean
}

/** Classifies a normalized line. `heard`: the intents that the patterns found. */
export const judge = (folded: string, heard: readonly Intent[], hear: (folded: string) => readonly Intent[]): Judged => {
  if (heard.includes('outside')) return { intents: heard, isNonsense: false, leans: null, calms: false }
  const shares = sharesOf(folded, heard, hear)
  const isLost =
    heard.every((intent) => POLITE.has(intent)) &&
    (isNonsense(folded, shares) || isBrokenOff(folded, shares) || isUnlike(folded, shares))
  return {
    // In a longer meaningless line a greeting is not real: 'E aí que ele'.
    intents: isLost ? heard.filter(() => folded.split(' ').length <= SHORT) : meantIn(folded, heard, shares),
    isNonsense: isLost,
    leans: leaningOf(shares),
    calms: calmsIn(shares),
  }
}

/** Returns true if a line resembles the nonsense classes more than any other. */
const isNonsense = (folded: string, shares: Shares): boolean => {
  // A figure may be an answer: '5'.
  if (/^\d{1,4}$/.test(folded)) return false
  const lost = (shares['nonsense'] ?? 0) + (shares['wrong_chat'] ?? 0)
  const { nonsense: _nonsense, wrong_chat: _wrong, ...others } = shares
  const needed = folded.split(' ').length > FEW_WORDS ? NONSENSE : NONSENSE_OF_FEW_WORDS
  return lost >= needed && lost >= Math.max(...Object.values(others))
}

/** Returns true if a line with enough words resembles no class. */
const isUnlike = (folded: string, shares: Shares): boolean =>
  Math.max(...Object.values(shares)) < UNLIKE && folded.split(' ').length > FEW_WORDS

/** Returns true if a sentence breaks off and resembles no class: 'então ela pegou e'. */
const isBrokenOff = (folded: string, shares: Shares): boolean => {
  const words = folded.split(' ').length
  return words > FEW_WORDS && BROKEN_OFF.test(folded) && Math.max(...Object.values(shares)) < (words > SHORT ? HALF : SURELY)
}

/** Returns true if a line resembles the end of a danger more than any danger. */
const calmsIn = (shares: Shares): boolean => {
  const calm = shares['no_emergency'] ?? 0
  const grave = meantBy(shares).filter(({ intent }) => GRAVE.has(intent))
  return calm >= LEANING && calm > grave.reduce((sum, { share }) => sum + share, 0)
}

const leaningOf = ({ cancel = 0, reschedule = 0 }: Shares): Judged['leans'] => {
  if (Math.max(cancel, reschedule) < LEANING) return null
  return cancel > reschedule ? 'cancel' : 'reschedule'
}

/** Returns true if an intent is the most probable, apart from near-miss classes of other intents. */
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
