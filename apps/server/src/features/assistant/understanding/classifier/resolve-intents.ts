import { isHarmlessFireMention, isHarmlessViolenceMention } from '../intents/danger.ts'
import { type Intent, isNo, POLITE_INTENTS } from '../intents/intents.ts'
import { detectOptIn } from '../intents/lead-requests.ts'
import { detectDealWish } from '../intents/refusal.ts'
import { type ClassProbabilities, classifyLine } from './classify-line.ts'

/** Intent that each classifier class stands for. Classes without an intent exist only to separate them from the others. */
const INTENT_BY_CLASS: Readonly<Record<string, Intent>> = {
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

/** Classes of near misses: sentences that resemble an intent but do not have it. A probable near miss excludes the listed intents. */
const EXCLUDED_INTENTS_BY_CLASS: Readonly<Record<string, readonly Intent[]>> = {
  not_danger: ['emergency', 'despair', 'fire', 'violence', 'partnerViolence', 'childAtRisk', 'unwell', 'leak'],
  no_emergency: ['emergency', 'despair', 'fire', 'violence', 'partnerViolence', 'childAtRisk', 'unwell', 'leak'],
  not_stop: ['stop', 'mayStop'],
  not_off_topic: ['offTopic'],
  not_refusal: ['refusal'],
  not_angry: ['angry', 'insult'],
}

/** Intents of danger to life. A missed danger costs more than a false alarm, so a near miss rarely excludes them. */
const DANGER_INTENTS: ReadonlySet<Intent> = new Set([
  'emergency',
  'despair',
  'fire',
  'violence',
  'partnerViolence',
  'childAtRisk',
])
/** Intents of violence by a person. One word often decides between them, so several may be returned. */
const VIOLENCE_INTENTS: ReadonlySet<Intent> = new Set(['violence', 'partnerViolence', 'childAtRisk'])
/** Intents that the classifier may add only if the patterns found nothing but politeness. */
const WEAK_INTENTS: ReadonlySet<Intent> = new Set(['price', 'address', 'hours', 'reschedule', 'cancel', 'meeting', 'late', 'bot'])

/**
 * Minimum total probability of all danger intents (MIN_DANGER_SHARE), and of any other intent (MIN_SHARE), for the classifier to add it.
 */
const MIN_DANGER_SHARE = 0.4
const MIN_SHARE = 0.25
/** Intents with a lower threshold. A wrong guess is confirmed with the lead and easily corrected. */
const CONFIRMED_INTENTS: ReadonlySet<Intent> = new Set(['cancel', 'reschedule', 'late', 'price', 'angry'])
const MIN_SHARE_CONFIRMED = 0.15
/**
 * Higher threshold for off-topic messages, because declining a real customer costs more than forwarding an off-topic question to the team.
 */
const MIN_SHARE_OFF_TOPIC = 0.4
/** Higher threshold for sentences of one or two words, which contain little evidence. */
const MIN_SHARE_FEW_WORDS = 0.5
const FEW_WORDS = 2
const SHORT_LINE_WORDS = 4
/** Matches a sentence that names only a period: 'semana que vem'. */
const TIME_ONLY_LINE = /^(?:na |no |essa |nessa )?(?:proxim[ao] )?(?:semana|mes|ano)(?: que vem)?$/
/**
 * Minimum probability of a near-miss class to exclude an intent that the patterns found. A danger is excluded only if its own probability
 * is below MAX_EXCLUDED_DANGER_SHARE.
 */
const MIN_EXCLUSION_SHARE = 0.6
const MAX_EXCLUDED_DANGER_SHARE = 0.15
/** Minimum probability of a second violence intent, as a fraction of the probability of the first danger. */
const MIN_SECOND_DANGER_RATIO = 0.15

/**
 * For some intents, the weaker intent that the patterns find if they are not certain. The classifier then adds the stronger intent only
 * with a probability of MIN_SHARE_CERTAIN.
 */
const WEAKER_INTENTS: Readonly<Partial<Record<Intent, Intent>>> = { emergency: 'unwell', stop: 'mayStop', refusal: 'mayStop' }
const MIN_SHARE_CERTAIN = 0.8
const MIN_NONSENSE_SHARE = 0.25
/** Higher threshold for one or two words, because a name may look like random keys. */
const MIN_NONSENSE_SHARE_FEW_WORDS = 0.6
/** Matches a sentence that ends with a word after which another word must follow. */
const BROKEN_OFF = /(?:^| )(?:e|ou|que|de|d[aeo]s?|n[ao]s?|com|por|para|um|uma|os|as|porque|quando)$/
const MAX_BROKEN_OFF_SHARE = 0.5
const MIN_CLASS_SHARE = 0.11
/** Minimum probability for `leans`: the sentence cancels or reschedules an appointment, if the lead has one. */
const MIN_LEANING_SHARE = 0.1
/** Matches a refusal that is more than the answer to a question: it names what is refused, or thanks. */
const FINAL_REFUSAL = /\binteress\w+|\bobrigad[oa]\b|\bagradec\w+/
/** Matches words that waive something: 'Não precisa chamar ninguém'. */
const WAIVER_WORDS = /\bnao precisa\b/
const WAIVABLE_INTENTS: ReadonlySet<Intent> = new Set(['privacy', 'person'])

const CLASS_BY_INTENT = new Map(Object.entries(INTENT_BY_CLASS).map(([name, intent]) => [intent, name]))

interface IntentShare {
  readonly intent: Intent
  readonly share: number
}

/** Returns the intents and their probabilities, highest first. Classes without an intent are left out. */
const getIntentShares = (shares: ClassProbabilities): readonly IntentShare[] =>
  Object.entries(shares)
    .flatMap(([name, share]) => {
      const intent = INTENT_BY_CLASS[name]
      return intent ? [{ intent, share }] : []
    })
    .toSorted((a, b) => b.share - a.share)

/**
 * Returns the danger intents of a sentence by the classifier, most probable first. Returns an empty list if their total probability is too
 * low or the mention is harmless.
 */
const getDangers = (shares: ClassProbabilities, folded: string, heard: readonly Intent[]): Intent[] => {
  const grave = getIntentShares(shares).filter(({ intent }) => DANGER_INTENTS.has(intent))
  const [first] = grave
  const share = grave.reduce((sum, each) => sum + each.share, 0)
  if (!first || share < getRequiredShare(first.intent, folded, heard)) return []
  if (
    VIOLENCE_INTENTS.has(first.intent)
      ? isHarmlessViolenceMention(folded)
      : first.intent === 'fire' && isHarmlessFireMention(folded)
  )
    return []
  const also = VIOLENCE_INTENTS.has(first.intent)
    ? grave
        .slice(1)
        .filter(({ intent, share: other }) => VIOLENCE_INTENTS.has(intent) && other >= first.share * MIN_SECOND_DANGER_RATIO)
    : []
  return [first, ...also].map(({ intent }) => intent)
}

const getRequiredShare = (intent: Intent, folded: string, heard: readonly Intent[]): number => {
  const open = WEAKER_INTENTS[intent]
  if (open && heard.includes(open)) return MIN_SHARE_CERTAIN
  if (folded.split(' ').length <= FEW_WORDS) return MIN_SHARE_FEW_WORDS
  if (CONFIRMED_INTENTS.has(intent)) return MIN_SHARE_CONFIRMED
  if (intent === 'offTopic') return MIN_SHARE_OFF_TOPIC
  return DANGER_INTENTS.has(intent) ? MIN_DANGER_SHARE : MIN_SHARE
}

/** Returns true if an exception excludes an intent that the classifier found in a sentence. `heard`: intents that the patterns found. */
const isExcludedByException = (intent: Intent, folded: string, heard: readonly Intent[]): boolean =>
  (WEAK_INTENTS.has(intent) && heard.some((other) => !POLITE_INTENTS.has(other))) ||
  (WAIVABLE_INTENTS.has(intent) && WAIVER_WORDS.test(folded)) ||
  // 'Pode voltar a me mandar mensagens' contains the words of an opt-out but means the opposite.
  (intent === 'stop' && detectOptIn(folded)) ||
  // One repeated word is not an off-topic request.
  (intent === 'offTopic' && new Set(folded.split(' ')).size <= FEW_WORDS) ||
  (intent === 'meeting' && TIME_ONLY_LINE.test(folded)) ||
  // A short 'Melhor não' answers a question and does not end the lead's interest.
  (intent === 'refusal' && (folded.endsWith('?') || detectDealWish(folded))) ||
  (intent === 'refusal' && isNo(folded) && folded.split(' ').length <= SHORT_LINE_WORDS && !FINAL_REFUSAL.test(folded)) ||
  (intent === 'thanks' && heard.length > 0) ||
  // 'Alguém aí?' is a greeting.
  (intent === 'person' && heard.includes('greeting') && folded.split(' ').length <= SHORT_LINE_WORDS)

/** Intents and other properties of a sentence, determined by patterns and the classifier. */
export interface ResolvedIntents {
  readonly intents: readonly Intent[]
  /** Whether the sentence has no meaning for the agent: random keys, incomplete words, or a message sent to the wrong chat. */
  readonly isNonsense: boolean
  /** Whether the sentence cancels or reschedules an appointment if the lead has one. Null if neither. */
  readonly leans: 'cancel' | 'reschedule' | null
  /** Whether the sentence states that there is no danger or that a danger is over. */
  readonly calms: boolean
}

/**
 * Determines the intents of a normalized sentence from patterns and the classifier. `heard`: intents that the patterns found. `hear`:
 * detects intents by patterns, for training the classifier.
 */
export const resolveIntents = (
  folded: string,
  heard: readonly Intent[],
  hear: (folded: string) => readonly Intent[],
): ResolvedIntents => {
  if (heard.includes('outside')) return { intents: heard, isNonsense: false, leans: null, calms: false }
  const shares = classifyLine(folded, heard, hear)
  const isLost =
    heard.every((intent) => POLITE_INTENTS.has(intent)) &&
    (isNonsense(folded, shares) || isBrokenOff(folded, shares) || resemblesNoClass(folded, shares))
  return {
    // In a longer meaningless sentence, a greeting is accidental: 'E aí que ele'.
    intents: isLost
      ? heard.filter(() => folded.split(' ').length <= SHORT_LINE_WORDS)
      : filterExcludedIntents(folded, heard, shares),
    isNonsense: isLost,
    leans: getAppointmentLeaning(shares),
    calms: isEndOfDanger(shares),
  }
}

/** Returns true if the classes for nonsense and misdirected messages are together at least as probable as any other class. */
const isNonsense = (folded: string, shares: ClassProbabilities): boolean => {
  // A number may be an answer: '5'.
  if (/^\d{1,4}$/.test(folded)) return false
  const lost = (shares['nonsense'] ?? 0) + (shares['wrong_chat'] ?? 0)
  const { nonsense: _nonsense, wrong_chat: _wrong, ...others } = shares
  const needed = folded.split(' ').length > FEW_WORDS ? MIN_NONSENSE_SHARE : MIN_NONSENSE_SHARE_FEW_WORDS
  return lost >= needed && lost >= Math.max(...Object.values(others))
}

/** Returns true if a sentence of more than two words resembles no class. */
const resemblesNoClass = (folded: string, shares: ClassProbabilities): boolean =>
  Math.max(...Object.values(shares)) < MIN_CLASS_SHARE && folded.split(' ').length > FEW_WORDS

/** Returns true if a sentence breaks off and clearly resembles no class: 'então ela pegou e'. */
const isBrokenOff = (folded: string, shares: ClassProbabilities): boolean => {
  const words = folded.split(' ').length
  return (
    words > FEW_WORDS &&
    BROKEN_OFF.test(folded) &&
    Math.max(...Object.values(shares)) < (words > SHORT_LINE_WORDS ? MAX_BROKEN_OFF_SHARE : MIN_SHARE_CERTAIN)
  )
}

/** Returns true if the class for the denial or end of a danger is more probable than all danger intents together. */
const isEndOfDanger = (shares: ClassProbabilities): boolean => {
  const calm = shares['no_emergency'] ?? 0
  const grave = getIntentShares(shares).filter(({ intent }) => DANGER_INTENTS.has(intent))
  return calm >= MIN_LEANING_SHARE && calm > grave.reduce((sum, { share }) => sum + share, 0)
}

const getAppointmentLeaning = ({ cancel = 0, reschedule = 0 }: ClassProbabilities): ResolvedIntents['leans'] => {
  if (Math.max(cancel, reschedule) < MIN_LEANING_SHARE) return null
  return cancel > reschedule ? 'cancel' : 'reschedule'
}

/** Returns true if no class is more probable than the intent. Ignores near-miss classes of other intents. */
const isMostProbable = ({ intent, share }: IntentShare, shares: ClassProbabilities): boolean =>
  Object.entries(shares).every(
    ([name, other]) =>
      other <= share || (name in EXCLUDED_INTENTS_BY_CLASS && !EXCLUDED_INTENTS_BY_CLASS[name]?.includes(intent)),
  )

const filterExcludedIntents = (folded: string, heard: readonly Intent[], shares: ClassProbabilities): readonly Intent[] => {
  const denied = Object.entries(EXCLUDED_INTENTS_BY_CLASS).filter(([name]) => (shares[name] ?? 0) >= MIN_EXCLUSION_SHARE)
  const isDenied = (intent: Intent): boolean => {
    const own = shares[CLASS_BY_INTENT.get(intent) ?? ''] ?? 0
    return denied.some(
      ([name, intents]) =>
        intents.includes(intent) && own < (DANGER_INTENTS.has(intent) ? MAX_EXCLUDED_DANGER_SHARE : (shares[name] ?? 0)),
    )
  }
  const kept = heard.filter((intent) => !isDenied(intent))
  const dangers = getDangers(shares, folded, heard)
  if (dangers.length > 0) return [...new Set([...kept, ...dangers])]
  const isMeant = (meant: IntentShare): boolean =>
    !kept.includes(meant.intent) &&
    isMostProbable(meant, shares) &&
    meant.share >= getRequiredShare(meant.intent, folded, heard) &&
    !isExcludedByException(meant.intent, folded, kept)
  return [
    ...kept,
    ...getIntentShares(shares).flatMap((meant) => (!DANGER_INTENTS.has(meant.intent) && isMeant(meant) ? meant.intent : [])),
  ]
}
