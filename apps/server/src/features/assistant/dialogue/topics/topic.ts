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

/** Value of a topic that the lead declines to answer. The topic is then skipped and nothing is stored. */
export const DECLINED_VALUE = '\u0000declined'

/**
 * Messages of the lead in one turn, from which a topic extracts its value: the parsed sentences, and properties of all of them together.
 */
export interface TopicInput {
  readonly lines: readonly ParsedLine[]
  readonly text: string
  readonly isAffirmative: boolean
  readonly isNegative: boolean
  /** Whether the lead does not know or does not want to say: 'não sei', 'prefiro não dizer'. */
  readonly isUnsure: boolean
  /** Whether the lead's messages follow the topic's own question. */
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

/** A topic: one piece of information that the agent asks leads for, for example name, budget or day of the meeting. */
export interface Topic {
  readonly key: string
  /** Stage of the conversation in which the agent asks for the topic. */
  readonly stage: Stage
  /**
   * Phrasings by occasion. 'waiting': status text while the question is open. 'ask': the question; when all phrasings are used, the topic
   * is skipped. 'ack': acknowledges a new value. 'corrected': acknowledges a corrected value; if missing, the value cannot be corrected.
   * 'alert': reason for attention.
   */
  readonly phrases: TopicPhrases
  /** Values for placeholders in the topic's phrasings, in addition to the general ones. */
  getPhraseValues?(context: DialogueContext): PhraseValues
  /** Returns the variants of the phrasing 'ask' to use, for example 'patients'. */
  getQuestionVariants?(context: DialogueContext): readonly string[]
  /** Returns the variant of the phrasings 'ack' and 'alert'. Default: the value itself. */
  getPhrasingVariant?(value: string, context: DialogueContext, occasion: string): string
  /** Extracts the value, whether or not the agent asked for it. Returns null if the messages contain none. */
  extract?(input: TopicInput, context: DialogueContext): string | null
  /** Extracts forms of the value that are unambiguous only right after the question, such as 'sim'. Returns null if there is none. */
  extractAnswer?(input: TopicInput, context: DialogueContext): string | null
  /** Formats the stored value for an acknowledgement to the lead. */
  formatValue?(value: string): string
  /** Whether the acknowledgement of this topic is sent instead of those of other topics in the same turn. */
  readonly isExclusive?: boolean
  /** Formats text that belongs to no other topic, so that the text is appended to this topic's value. */
  readonly formatUnmatchedText?: (raw: string) => string
  /** Whether the agent has a reason to ask for this topic. Default: always. */
  isApplicable?(context: DialogueContext): boolean
  /** Whether a new value may replace the old one. */
  readonly canChange?: boolean
  /** Stores the value elsewhere too: in the lead's record or in the appointment. */
  store?(value: string, context: DialogueContext): void
  /** Whether the lead's data already contains the value. */
  isAlreadyKnown?(context: DialogueContext): boolean
  /** Returns the stored value, for topics whose value is not stored in `memory.facts` under their key. */
  getStoredValue?(context: DialogueContext): string | undefined
}

/** Code of a topic. The phrasings, stage and flags of the topic come from `TopicData`. */
export type TopicBehavior = Omit<Topic, 'key' | 'phrases' | 'stage' | 'isExclusive' | 'canChange'> &
  Partial<Pick<Topic, 'phrases'>>

/** Phrasings, stages and flags of a playbook's topics, by topic key. Topics without a stage belong to 'qualificacao'. */
export interface TopicData {
  readonly topics: Readonly<Record<string, TopicPhrases>>
  readonly stages?: Readonly<Partial<Record<Stage, readonly string[]>>>
  readonly loud?: readonly string[]
  readonly changing?: readonly string[]
}

/**
 * Combines the data and the code (`bodies`) of topics. The order of `bodies` is the order in which the agent asks. A key like
 * 'followUp:preço' uses the data of 'followUp'.
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

/** Extracts the value of a topic from the lead's messages of a turn. Returns null if they contain none. */
export const extractTopicValue = (topic: Topic, input: TopicInput, context: DialogueContext): string | null =>
  topic.extract?.(input, context) ?? (input.wasAsked ? (topic.extractAnswer?.(input, context) ?? null) : null)

/** Returns the first result of `read` that is not null, or null if there is none. */
export const findFirstValue = <T>(lines: readonly ParsedLine[], extract: (line: ParsedLine) => T | null): T | null => {
  for (const line of lines) {
    const value = extract(line)
    if (value !== null) return value
  }
  return null
}

const DATE_REQUEST_INTENTS: readonly Intent[] = ['meeting', 'reschedule', 'cancel', 'cancelIt']
const MAX_REQUEST_WORDS = 5
/**
 * Returns true if a sentence cannot be an answer in the lead's own words: mere politeness, a refusal, or a short request for an
 * appointment.
 */
export const isNotAnAnswer = ({ normalizedText, intents }: ParsedLine): boolean =>
  intents.has('refusal') ||
  (DATE_REQUEST_INTENTS.some((intent) => intents.has(intent)) && normalizedText.split(' ').length <= MAX_REQUEST_WORDS) ||
  (intents.size > 0 &&
    [...intents].every((intent) => POLITE_INTENTS.has(intent)) &&
    isBackchannel(stripPoliteness(normalizedText)))

/**
 * Returns the lead's answer in their own words: all sentences with content, cleaned and at most 140 characters long. `shape`: formats each
 * sentence. Returns null if there is no such sentence.
 */
export const extractOpenAnswer = (lines: TopicInput['lines'], format: (raw: string) => string = (raw) => raw): string | null => {
  const sentences = lines
    .filter((line) => line.canBeAnswer && hasContent(line.normalizedText) && !isNotAnAnswer(line))
    .map((line) => format(cleanUpText(line.raw)))
    .filter(Boolean)
  return sentences.length > 0 ? sanitizeQuote(sentences.join('. '), 140) : null
}

/**
 * Returns the answer to an optional question, like `extractOpenAnswer`, or DECLINED_VALUE if the lead does not know or does not want to
 * say.
 */
export const extractOptionalAnswer = ({ lines }: Pick<TopicInput, 'lines'>): string | null =>
  lines.some(({ normalizedText }) => declinesToAnswer(normalizedText) && normalizedText.length < 40)
    ? DECLINED_VALUE
    : extractOpenAnswer(lines)

/** Returns DECLINED_VALUE if the lead answers 'não sei', otherwise null. */
export const detectDontKnow = ({ isUnsure }: TopicInput): string | null => (isUnsure ? DECLINED_VALUE : null)
/** Returns DECLINED_VALUE if the lead answers 'não sei' or no, otherwise null. */
export const detectDontKnowOrNo = ({ isNegative, isUnsure }: TopicInput): string | null =>
  isNegative || isUnsure ? DECLINED_VALUE : null
