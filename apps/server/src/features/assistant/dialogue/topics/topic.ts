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
  readonly said: string
  readonly yes: boolean
  readonly no: boolean
  /** Whether the lead does not know or does not want to say: 'não sei', 'prefiro não dizer'. */
  readonly unsure: boolean
  /** Whether the lead's messages follow the topic's own question. */
  readonly answering: boolean
}

export const createTopicInput = (lines: readonly ParsedLine[], answering: boolean): TopicInput => ({
  lines,
  said: lines.map(({ folded }) => folded).join(' '),
  yes: lines.some(({ folded }) => isYes(folded)),
  no: lines.some(({ folded, intents }) => isNo(folded) && !intents.has('later')),
  unsure: lines.some(({ folded, intents }) => declinesToAnswer(folded) && !intents.has('refusal')),
  answering,
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
  readonly words: TopicPhrases
  /** Values for placeholders in the topic's phrasings, in addition to the general ones. */
  values?(talk: DialogueContext): PhraseValues
  /** Returns the variants of the phrasing 'ask' to use, for example 'patients'. */
  asks?(talk: DialogueContext): readonly string[]
  /** Returns the variant of the phrasings 'ack' and 'alert'. Default: the value itself. */
  tone?(value: string, talk: DialogueContext, occasion: string): string
  /** Extracts the value, whether or not the agent asked for it. Returns null if the messages contain none. */
  read?(burst: TopicInput, talk: DialogueContext): string | null
  /** Extracts forms of the value that are unambiguous only right after the question, such as 'sim'. Returns null if there is none. */
  answer?(burst: TopicInput, talk: DialogueContext): string | null
  /** Formats the stored value for an acknowledgement to the lead. */
  shows?(value: string): string
  /** Whether the acknowledgement of this topic is sent instead of those of other topics in the same turn. */
  readonly isLoud?: boolean
  /** Formats text that belongs to no other topic, so that the text is appended to this topic's value. */
  readonly takesRest?: (raw: string) => string
  /** Whether the agent has a reason to ask for this topic. Default: always. */
  applies?(talk: DialogueContext): boolean
  /** Whether a new value may replace the old one. */
  readonly mayChange?: boolean
  /** Stores the value elsewhere too: in the lead's record or in the appointment. */
  keep?(value: string, talk: DialogueContext): void
  /** Whether the lead's data already contains the value. */
  isKnown?(talk: DialogueContext): boolean
  /** Returns the stored value, for topics whose value is not stored in `memory.facts` under their key. */
  kept?(talk: DialogueContext): string | undefined
}

/** Code of a topic. The phrasings, stage and flags of the topic come from `TopicData`. */
export type TopicBehavior = Omit<Topic, 'key' | 'words' | 'stage' | 'isLoud' | 'mayChange'> & Partial<Pick<Topic, 'words'>>

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
  bodies: Readonly<Record<string, TopicBehavior>>,
): Topic[] =>
  Object.entries(bodies).map(([key, body]) => {
    const [kind = ''] = key.split(':')
    const words = { ...(COMMON as Readonly<Record<string, TopicPhrases>>)[kind], ...topics[kind], ...body.words }
    const stage = STAGES.find((each) => stages?.[each]?.includes(kind)) ?? 'qualificacao'
    return { ...body, key, words, stage, isLoud: loud?.includes(kind) ?? false, mayChange: changing?.includes(kind) ?? false }
  })

/** Extracts the value of a topic from the lead's messages of a turn. Returns null if they contain none. */
export const extractTopicValue = (topic: Topic, burst: TopicInput, talk: DialogueContext): string | null =>
  topic.read?.(burst, talk) ?? (burst.answering ? (topic.answer?.(burst, talk) ?? null) : null)

/** Returns the first result of `read` that is not null, or null if there is none. */
export const findFirstValue = <T>(lines: readonly ParsedLine[], read: (line: ParsedLine) => T | null): T | null => {
  for (const line of lines) {
    const value = read(line)
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
export const isNotAnAnswer = ({ folded, intents }: ParsedLine): boolean =>
  intents.has('refusal') ||
  (DATE_REQUEST_INTENTS.some((intent) => intents.has(intent)) && folded.split(' ').length <= MAX_REQUEST_WORDS) ||
  (intents.size > 0 && [...intents].every((intent) => POLITE_INTENTS.has(intent)) && isBackchannel(stripPoliteness(folded)))

/**
 * Returns the lead's answer in their own words: all sentences with content, cleaned and at most 140 characters long. `shape`: formats each
 * sentence. Returns null if there is no such sentence.
 */
export const extractOpenAnswer = (lines: TopicInput['lines'], shape: (raw: string) => string = (raw) => raw): string | null => {
  const said = lines
    .filter((line) => line.isFree && hasContent(line.folded) && !isNotAnAnswer(line))
    .map((line) => shape(cleanUpText(line.raw)))
    .filter(Boolean)
  return said.length > 0 ? sanitizeQuote(said.join('. '), 140) : null
}

/**
 * Returns the answer to an optional question, like `extractOpenAnswer`, or DECLINED_VALUE if the lead does not know or does not want to
 * say.
 */
export const extractOptionalAnswer = ({ lines }: Pick<TopicInput, 'lines'>): string | null =>
  lines.some(({ folded }) => declinesToAnswer(folded) && folded.length < 40) ? DECLINED_VALUE : extractOpenAnswer(lines)

/** Returns DECLINED_VALUE if the lead answers 'não sei', otherwise null. */
export const detectDontKnow = ({ unsure }: TopicInput): string | null => (unsure ? DECLINED_VALUE : null)
/** Returns DECLINED_VALUE if the lead answers 'não sei' or no, otherwise null. */
export const detectDontKnowOrNo = ({ no, unsure }: TopicInput): string | null => (no || unsure ? DECLINED_VALUE : null)
