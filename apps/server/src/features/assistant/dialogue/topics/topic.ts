import { STAGES, type Stage } from '@prosa/contract/entities/conversations/conversation'
import {
  declinesToAnswer,
  type Intent,
  isNo,
  isYes,
  POLITE_INTENTS,
  stripPoliteness,
} from '../../understanding/intents/intents.ts'
import type { ParsedLine } from '../../understanding/parse-messages.ts'
import { cleanUpText, sanitizeQuote } from '../../understanding/text/normalize-text.ts'
import { hasContent, isBackchannel } from '../../understanding/values/business-facts.ts'
import type { DialogueContext, PhraseValues, TopicPhrases } from '../dialogue-context.ts'
import COMMON from '../phrases/topics.json' with { type: 'json' }

/** Value for a topic that the lead declines to answer. The topic is then skipped. */
export const DECLINED_VALUE = '\u0000declined'

/** The lead's messages as input for one topic. */
export interface TopicInput {
  readonly lines: readonly ParsedLine[]
  readonly text: string
  readonly isAffirmative: boolean
  readonly isNegative: boolean
  /** Whether the lead does not know or will not say: 'não sei', 'prefiro não dizer'. */
  readonly isUnsure: boolean
  /** Whether the agent asked for this topic just before the messages. */
  readonly wasAsked: boolean
}

export const createTopicInput = (lines: readonly ParsedLine[], wasAsked: boolean): TopicInput => ({
  lines,
  text: lines.map(({ normalizedText }) => normalizedText).join(' '),
  isAffirmative: lines.some(({ normalizedText }) => isYes(normalizedText)),
  isNegative: lines.some(({ normalizedText, intents }) => isNo(normalizedText) && !intents.has('later')),
  isUnsure: lines.some(({ normalizedText, intents }) => declinesToAnswer(normalizedText) && !intents.has('refusal')),
  wasAsked,
})

/** One piece of information that the agent asks for, for example name, budget or day. */
export interface Topic {
  readonly key: string
  /** Stage of the conversation in which the agent asks. */
  readonly stage: Stage
  /**
   * Wordings by occasion. 'waiting': status while the question is open. 'ask': the question, once per wording. 'ack': reply to a new value.
   * 'corrected': reply to a correction; without it, the value cannot be corrected. 'alert': reason to notify the team.
   */
  readonly phrases: TopicPhrases
  /** Returns values for placeholders of this topic's wordings. */
  getPhraseValues?(context: DialogueContext): PhraseValues
  /** Returns which variants of 'ask' to use, for example 'patients'. */
  getQuestionVariants?(context: DialogueContext): readonly string[]
  /** Returns which variant of 'ack' or 'alert' to use. Default: the value itself. */
  getPhrasingVariant?(value: string, context: DialogueContext, occasion: string): string
  /** Extracts the value from any message. Returns null if there is none. */
  extract?(input: TopicInput, context: DialogueContext): string | null
  /** Extracts a value that is clear only as an answer to the question, such as 'sim'. Returns null if there is none. */
  extractAnswer?(input: TopicInput, context: DialogueContext): string | null
  formatValue?(value: string): string
  /** Whether this topic's acknowledgement replaces those of all other topics. */
  readonly isExclusive?: boolean
  /** Formats text that fits no topic, so that it can be appended to this topic's value. */
  readonly formatUnmatchedText?: (raw: string) => string
  /** Whether the agent should ask for this topic. Default: always. */
  isApplicable?(context: DialogueContext): boolean
  readonly canChange?: boolean
  /** Stores the value in the lead's record or the appointment. */
  store?(value: string, context: DialogueContext): void
  /** Whether the lead's data already contains the value. */
  isAlreadyKnown?(context: DialogueContext): boolean
  /** Returns the stored value, if it is not stored in `memory.facts` under the topic's key. */
  getStoredValue?(context: DialogueContext): string | undefined
}

/** Functions of a topic. Wordings, stage and flags come from `TopicData`. */
export type TopicBehavior = Omit<Topic, 'key' | 'phrases' | 'stage' | 'isExclusive' | 'canChange'> &
  Partial<Pick<Topic, 'phrases'>>

/** Wordings, stages and flags of topics, by topic key. Topics without a stage belong to 'qualificacao'. */
export interface TopicData {
  readonly topics: Readonly<Record<string, TopicPhrases>>
  readonly stages?: Readonly<Partial<Record<Stage, readonly string[]>>>
  readonly loud?: readonly string[]
  readonly changing?: readonly string[]
}

/**
 * Combines data and functions of topics. The order of `behaviors` is the order of the questions. 'followUp:preço' uses the data of
 * 'followUp'.
 */
export const createTopics = (
  { topics, stages, loud, changing }: TopicData,
  behaviors: Readonly<Record<string, TopicBehavior>>,
): Topic[] =>
  Object.entries(behaviors).map(([key, behavior]) => {
    const [kind = ''] = key.split(':')
    const phrases = { ...(COMMON as Readonly<Record<string, TopicPhrases>>)[kind], ...topics[kind], ...behavior.phrases }
    const stage = STAGES.find((each) => stages?.[each]?.includes(kind)) ?? 'qualificacao'
    return {
      ...behavior,
      key,
      phrases,
      stage,
      isExclusive: loud?.includes(kind) ?? false,
      canChange: changing?.includes(kind) ?? false,
    }
  })

/** Extracts a topic's value from the lead's messages. Returns null if there is none. */
export const extractTopicValue = (topic: Topic, input: TopicInput, context: DialogueContext): string | null =>
  topic.extract?.(input, context) ?? (input.wasAsked ? (topic.extractAnswer?.(input, context) ?? null) : null)

/** Returns the first result that is not null, or null. */
export const findFirstValue = <T>(lines: readonly ParsedLine[], extract: (line: ParsedLine) => T | null): T | null => {
  for (const line of lines) {
    const value = extract(line)
    if (value !== null) return value
  }
  return null
}

const DATE_REQUEST_INTENTS: readonly Intent[] = ['meeting', 'reschedule', 'cancel', 'cancelIt']
const MAX_REQUEST_WORDS = 5
/** Returns true if a sentence cannot answer an open question: politeness, a refusal or a short request for an appointment. */
export const isNotAnAnswer = ({ normalizedText, intents }: ParsedLine): boolean =>
  intents.has('refusal') ||
  (DATE_REQUEST_INTENTS.some((intent) => intents.has(intent)) && normalizedText.split(' ').length <= MAX_REQUEST_WORDS) ||
  (intents.size > 0 &&
    [...intents].every((intent) => POLITE_INTENTS.has(intent)) &&
    isBackchannel(stripPoliteness(normalizedText)))

/** Returns the answer in the lead's own words: all meaningful sentences, at most 140 characters. Returns null if there are none. */
export const extractOpenAnswer = (lines: TopicInput['lines'], format: (raw: string) => string = (raw) => raw): string | null => {
  const sentences = lines
    .filter((line) => line.canBeAnswer && hasContent(line.normalizedText) && !isNotAnAnswer(line))
    .map((line) => format(cleanUpText(line.raw)))
    .filter(Boolean)
  return sentences.length > 0 ? sanitizeQuote(sentences.join('. '), 140) : null
}

/** Returns the answer to an optional question: the lead's own words, or DECLINED_VALUE if the lead does not know or will not say. */
export const extractOptionalAnswer = ({ lines }: Pick<TopicInput, 'lines'>): string | null =>
  lines.some(({ normalizedText }) => declinesToAnswer(normalizedText) && normalizedText.length < 40)
    ? DECLINED_VALUE
    : extractOpenAnswer(lines)

export const detectDontKnow = ({ isUnsure }: TopicInput): string | null => (isUnsure ? DECLINED_VALUE : null)
export const detectDontKnowOrNo = ({ isNegative, isUnsure }: TopicInput): string | null =>
  isNegative || isUnsure ? DECLINED_VALUE : null
