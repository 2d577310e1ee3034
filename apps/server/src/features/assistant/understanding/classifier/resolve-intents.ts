import { isHarmlessFireMention, isHarmlessViolenceMention } from '../intents/danger.ts'
import { type Intent, isNo, POLITE_INTENTS } from '../intents/intents.ts'
import { detectOptIn } from '../intents/lead-requests.ts'
import { detectDealWish } from '../intents/refusal.ts'
import { type ClassProbabilities, classifyLine } from './classify-line.ts'

/** Intent of each classifier class. Other classes only help to separate these. */
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

/** Near-miss classes: sentences that resemble an intent but do not have it. A probable near miss excludes the listed intents. */
const EXCLUDED_INTENTS_BY_CLASS: Readonly<Record<string, readonly Intent[]>> = {
  not_danger: ['emergency', 'despair', 'fire', 'violence', 'partnerViolence', 'childAtRisk', 'unwell', 'leak'],
  no_emergency: ['emergency', 'despair', 'fire', 'violence', 'partnerViolence', 'childAtRisk', 'unwell', 'leak'],
  not_stop: ['stop', 'mayStop'],
  not_off_topic: ['offTopic'],
  not_refusal: ['refusal'],
  not_angry: ['angry', 'insult'],
}

/** Danger to life. A missed danger is worse than a false alarm, so near misses rarely exclude these. */
const DANGER_INTENTS: ReadonlySet<Intent> = new Set([
  'emergency',
  'despair',
  'fire',
  'violence',
  'partnerViolence',
  'childAtRisk',
])
/** Violence by a person. One word often decides between them, so several may be returned. */
const VIOLENCE_INTENTS: ReadonlySet<Intent> = new Set(['violence', 'partnerViolence', 'childAtRisk'])
/** Added by the classifier only if the patterns found nothing but politeness. */
const WEAK_INTENTS: ReadonlySet<Intent> = new Set(['price', 'address', 'hours', 'reschedule', 'cancel', 'meeting', 'late', 'bot'])

/** Minimum probability of all danger intents together for the classifier to add one. */
const MIN_DANGER_SHARE = 0.4
/** Minimum probability of an intent that is no danger. */
const MIN_SHARE = 0.25
/** Intents with a lower threshold: the agent confirms them with the lead, so a wrong guess is easily corrected. */
const CONFIRMED_INTENTS: ReadonlySet<Intent> = new Set(['cancel', 'reschedule', 'late', 'price', 'angry'])
const MIN_SHARE_CONFIRMED = 0.15
/** Higher threshold, because rejecting a customer is worse than forwarding an off-topic question. */
const MIN_SHARE_OFF_TOPIC = 0.4
/** Higher threshold for one or two words, which contain little evidence. */
const MIN_SHARE_FEW_WORDS = 0.5
const FEW_WORDS = 2
const SHORT_LINE_WORDS = 4
/** Matches sentences with only a period: 'semana que vem'. */
const TIME_ONLY_LINE = /^(?:na |no |essa |nessa )?(?:proxim[ao] )?(?:semana|mes|ano)(?: que vem)?$/
/** Minimum probability of a near-miss class to exclude an intent. A danger intent must also be below MAX_EXCLUDED_DANGER_SHARE. */
const MIN_EXCLUSION_SHARE = 0.6
const MAX_EXCLUDED_DANGER_SHARE = 0.15
/** Minimum probability of a second violence intent, relative to the first. */
const MIN_SECOND_DANGER_RATIO = 0.15

/** Weaker intents that the patterns find when unsure. The classifier then needs MIN_SHARE_CERTAIN to add the stronger one. */
const WEAKER_INTENTS: Readonly<Partial<Record<Intent, Intent>>> = { emergency: 'unwell', stop: 'mayStop', refusal: 'mayStop' }
const MIN_SHARE_CERTAIN = 0.8
const MIN_NONSENSE_SHARE = 0.25
/** Higher threshold for one or two words, because a name may look like random keys. */
const MIN_NONSENSE_SHARE_FEW_WORDS = 0.6
/** Matches sentences that end with a word that needs a continuation. */
const BROKEN_OFF = /(?:^| )(?:e|ou|que|de|d[aeo]s?|n[ao]s?|com|por|para|um|uma|os|as|porque|quando)$/
const MAX_BROKEN_OFF_SHARE = 0.5
const MIN_CLASS_SHARE = 0.11
/** Minimum probability for `likelyAppointmentChange` and `deniesDanger`. */
const MIN_LEANING_SHARE = 0.1
/** Matches a refusal that names what is refused, or thanks. It is then more than the answer to a question. */
const FINAL_REFUSAL = /\binteress\w+|\bobrigad[oa]\b|\bagradec\w+/
/** Matches words that decline something: 'Não precisa chamar ninguém'. */
const WAIVER_WORDS = /\bnao precisa\b/
const WAIVABLE_INTENTS: ReadonlySet<Intent> = new Set(['privacy', 'person'])

const CLASS_BY_INTENT = new Map(Object.entries(INTENT_BY_CLASS).map(([name, intent]) => [intent, name]))

interface IntentProbability {
  readonly intent: Intent
  readonly probability: number
}

/** Returns intents by probability, highest first. Omits classes without an intent. */
const getIntentProbabilities = (probabilities: ClassProbabilities): readonly IntentProbability[] =>
  Object.entries(probabilities)
    .flatMap(([name, probability]) => {
      const intent = INTENT_BY_CLASS[name]
      return intent ? [{ intent, probability }] : []
    })
    .toSorted((a, b) => b.probability - a.probability)

/**
 * Returns the danger intents that the classifier finds, most probable first. Returns an empty list if their total probability is too low or
 * the mention is harmless.
 */
const getDangers = (probabilities: ClassProbabilities, normalizedText: string, patternIntents: readonly Intent[]): Intent[] => {
  const dangerIntents = getIntentProbabilities(probabilities).filter(({ intent }) => DANGER_INTENTS.has(intent))
  const [first] = dangerIntents
  const totalProbability = dangerIntents.reduce((sum, each) => sum + each.probability, 0)
  if (!first || totalProbability < getRequiredProbability(first.intent, normalizedText, patternIntents)) return []
  if (
    VIOLENCE_INTENTS.has(first.intent)
      ? isHarmlessViolenceMention(normalizedText)
      : first.intent === 'fire' && isHarmlessFireMention(normalizedText)
  )
    return []
  const secondaryDangers = VIOLENCE_INTENTS.has(first.intent)
    ? dangerIntents
        .slice(1)
        .filter(
          ({ intent, probability: other }) =>
            VIOLENCE_INTENTS.has(intent) && other >= first.probability * MIN_SECOND_DANGER_RATIO,
        )
    : []
  return [first, ...secondaryDangers].map(({ intent }) => intent)
}

const getRequiredProbability = (intent: Intent, normalizedText: string, patternIntents: readonly Intent[]): number => {
  const weakerIntent = WEAKER_INTENTS[intent]
  if (weakerIntent && patternIntents.includes(weakerIntent)) return MIN_SHARE_CERTAIN
  if (normalizedText.split(' ').length <= FEW_WORDS) return MIN_SHARE_FEW_WORDS
  if (CONFIRMED_INTENTS.has(intent)) return MIN_SHARE_CONFIRMED
  if (intent === 'offTopic') return MIN_SHARE_OFF_TOPIC
  return DANGER_INTENTS.has(intent) ? MIN_DANGER_SHARE : MIN_SHARE
}

/** Returns true if an exception excludes an intent of the classifier. */
const isExcludedByException = (intent: Intent, normalizedText: string, patternIntents: readonly Intent[]): boolean =>
  (WEAK_INTENTS.has(intent) && patternIntents.some((other) => !POLITE_INTENTS.has(other))) ||
  (WAIVABLE_INTENTS.has(intent) && WAIVER_WORDS.test(normalizedText)) ||
  // 'Pode voltar a me mandar mensagens' contains opt-out words but means the opposite.
  (intent === 'stop' && detectOptIn(normalizedText)) ||
  // One or two different words are no off-topic request.
  (intent === 'offTopic' && new Set(normalizedText.split(' ')).size <= FEW_WORDS) ||
  (intent === 'meeting' && TIME_ONLY_LINE.test(normalizedText)) ||
  // A short 'Melhor não' answers a question without ending the lead's interest.
  (intent === 'refusal' && (normalizedText.endsWith('?') || detectDealWish(normalizedText))) ||
  (intent === 'refusal' &&
    isNo(normalizedText) &&
    normalizedText.split(' ').length <= SHORT_LINE_WORDS &&
    !FINAL_REFUSAL.test(normalizedText)) ||
  (intent === 'thanks' && patternIntents.length > 0) ||
  // 'Alguém aí?' is a greeting.
  (intent === 'person' && patternIntents.includes('greeting') && normalizedText.split(' ').length <= SHORT_LINE_WORDS)

/** Result of patterns and classifier for a sentence. */
export interface ResolvedIntents {
  readonly intents: readonly Intent[]
  /** Whether the sentence is meaningless for the agent: random keys, incomplete, or meant for another chat. */
  readonly isNonsense: boolean
  /** Likely change of the appointment, if the lead has one. Null if there is none. */
  readonly likelyAppointmentChange: 'cancel' | 'reschedule' | null
  /** Whether the sentence denies a danger or says that it is over. */
  readonly deniesDanger: boolean
}

/** Determines the intents of a sentence from patterns and classifier. `detectByPatterns`: needed to train the classifier at first use. */
export const resolveIntents = (
  normalizedText: string,
  patternIntents: readonly Intent[],
  detectByPatterns: (normalizedText: string) => readonly Intent[],
): ResolvedIntents => {
  if (patternIntents.includes('outside'))
    return { intents: patternIntents, isNonsense: false, likelyAppointmentChange: null, deniesDanger: false }
  const probabilities = classifyLine(normalizedText, patternIntents, detectByPatterns)
  const isMeaningless =
    patternIntents.every((intent) => POLITE_INTENTS.has(intent)) &&
    (isNonsense(normalizedText, probabilities) ||
      isBrokenOff(normalizedText, probabilities) ||
      resemblesNoClass(normalizedText, probabilities))
  return {
    // In a longer meaningless sentence, a greeting is accidental: 'E aí que ele'.
    intents: isMeaningless
      ? patternIntents.filter(() => normalizedText.split(' ').length <= SHORT_LINE_WORDS)
      : filterExcludedIntents(normalizedText, patternIntents, probabilities),
    isNonsense: isMeaningless,
    likelyAppointmentChange: getLikelyAppointmentChange(probabilities),
    deniesDanger: isEndOfDanger(probabilities),
  }
}

/** Returns true if nonsense and misdirected messages together are at least as probable as every other class. */
const isNonsense = (normalizedText: string, probabilities: ClassProbabilities): boolean => {
  // A number may be an answer.
  if (/^\d{1,4}$/.test(normalizedText)) return false
  const nonsenseProbability = (probabilities['nonsense'] ?? 0) + (probabilities['wrong_chat'] ?? 0)
  const { nonsense: _nonsense, wrong_chat: _wrong, ...others } = probabilities
  const requiredProbability = normalizedText.split(' ').length > FEW_WORDS ? MIN_NONSENSE_SHARE : MIN_NONSENSE_SHARE_FEW_WORDS
  return nonsenseProbability >= requiredProbability && nonsenseProbability >= Math.max(...Object.values(others))
}

/** Returns true if a sentence of more than two words resembles no class. */
const resemblesNoClass = (normalizedText: string, probabilities: ClassProbabilities): boolean =>
  Math.max(...Object.values(probabilities)) < MIN_CLASS_SHARE && normalizedText.split(' ').length > FEW_WORDS

/** Returns true if a sentence breaks off and clearly resembles no class: 'então ela pegou e'. */
const isBrokenOff = (normalizedText: string, probabilities: ClassProbabilities): boolean => {
  const words = normalizedText.split(' ').length
  return (
    words > FEW_WORDS &&
    BROKEN_OFF.test(normalizedText) &&
    Math.max(...Object.values(probabilities)) < (words > SHORT_LINE_WORDS ? MAX_BROKEN_OFF_SHARE : MIN_SHARE_CERTAIN)
  )
}

/** Returns true if the denial or end of a danger is more probable than all danger intents together. */
const isEndOfDanger = (probabilities: ClassProbabilities): boolean => {
  const denialProbability = probabilities['no_emergency'] ?? 0
  const dangerIntents = getIntentProbabilities(probabilities).filter(({ intent }) => DANGER_INTENTS.has(intent))
  return (
    denialProbability >= MIN_LEANING_SHARE &&
    denialProbability > dangerIntents.reduce((sum, { probability }) => sum + probability, 0)
  )
}

const getLikelyAppointmentChange = ({
  cancel = 0,
  reschedule = 0,
}: ClassProbabilities): ResolvedIntents['likelyAppointmentChange'] => {
  if (Math.max(cancel, reschedule) < MIN_LEANING_SHARE) return null
  return cancel > reschedule ? 'cancel' : 'reschedule'
}

/** Returns true if no class is more probable than the intent. Near-miss classes of other intents do not count. */
const isMostProbable = ({ intent, probability }: IntentProbability, probabilities: ClassProbabilities): boolean =>
  Object.entries(probabilities).every(
    ([name, other]) =>
      other <= probability || (name in EXCLUDED_INTENTS_BY_CLASS && !EXCLUDED_INTENTS_BY_CLASS[name]?.includes(intent)),
  )

const filterExcludedIntents = (
  normalizedText: string,
  patternIntents: readonly Intent[],
  probabilities: ClassProbabilities,
): readonly Intent[] => {
  const excludingClasses = Object.entries(EXCLUDED_INTENTS_BY_CLASS).filter(
    ([name]) => (probabilities[name] ?? 0) >= MIN_EXCLUSION_SHARE,
  )
  const isExcluded = (intent: Intent): boolean => {
    const ownProbability = probabilities[CLASS_BY_INTENT.get(intent) ?? ''] ?? 0
    return excludingClasses.some(
      ([name, intents]) =>
        intents.includes(intent) &&
        ownProbability < (DANGER_INTENTS.has(intent) ? MAX_EXCLUDED_DANGER_SHARE : (probabilities[name] ?? 0)),
    )
  }
  const remainingIntents = patternIntents.filter((intent) => !isExcluded(intent))
  const dangers = getDangers(probabilities, normalizedText, patternIntents)
  if (dangers.length > 0) return [...new Set([...remainingIntents, ...dangers])]
  const isAccepted = (candidate: IntentProbability): boolean =>
    !remainingIntents.includes(candidate.intent) &&
    isMostProbable(candidate, probabilities) &&
    candidate.probability >= getRequiredProbability(candidate.intent, normalizedText, patternIntents) &&
    !isExcludedByException(candidate.intent, normalizedText, remainingIntents)
  return [
    ...remainingIntents,
    ...getIntentProbabilities(probabilities).flatMap((candidate) =>
      !DANGER_INTENTS.has(candidate.intent) && isAccepted(candidate) ? candidate.intent : [],
    ),
  ]
}
