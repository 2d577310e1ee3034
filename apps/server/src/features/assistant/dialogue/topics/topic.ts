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

/** Value of a topic that the lead declines to answer: the topic is skipped and nothing is stored. */
export const DECLINED_VALUE = '\u0000declined'

/** Input of a topic's reader: the lines of a burst of messages, and properties of all of them together. */
export interface TopicInput {
  readonly lines: readonly ParsedLine[]
  readonly said: string
  readonly yes: boolean
  readonly no: boolean
  /** 'Não sei', 'prefiro não dizer'. */
  readonly unsure: boolean
  /** Whether the topic's question was the last one asked. */
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

/** A piece of information that the agent asks leads for. */
export interface Topic {
  readonly key: string
  /** Stage of a conversation in which the topic is asked. */
  readonly stage: Stage
  /**
   * Phrasings by occasion. 'waiting': status_message while the question is open. 'ask': the question; once all phrasings are used, the
   * topic is skipped. 'ack': the value became known. 'corrected': the lead corrects the value; without it the value is never replaced.
   * 'alert': reason to notify the team.
   */
  readonly words: TopicPhrases
  /** Values for placeholders, in addition to those of all phrasings. */
  values?(talk: DialogueContext): PhraseValues
  /** Variants of 'ask'. */
  asks?(talk: DialogueContext): readonly string[]
  /** Variant of 'ack' and 'alert'; by default the value itself. */
  tone?(value: string, talk: DialogueContext, occasion: string): string
  /** Reads the value, whether or not it was asked. Returns null if there is none. */
  read?(burst: TopicInput, talk: DialogueContext): string | null
  /** Reads further forms of the value that are valid only right after the question. */
  answer?(burst: TopicInput, talk: DialogueContext): string | null
  /** Formats the value for an acknowledgement. */
  shows?(value: string): string
  /** Whether its acknowledgement takes precedence over those of other topics in the same turn. */
  readonly isLoud?: boolean
  /** Formats text that answers no other topic; it is appended to this topic's value. */
  readonly takesRest?: (raw: string) => string
  /** Whether there is a reason to ask. */
  applies?(talk: DialogueContext): boolean
  /** Whether a new value may replace the old one. */
  readonly mayChange?: boolean
  /** Stores the value elsewhere as well: in the lead's data or in the appointment. */
  keep?(value: string, talk: DialogueContext): void
  /** Whether the lead's data already contains the value. */
  isKnown?(talk: DialogueContext): boolean
  /** Returns the stored value, for topics that are not stored as a fact under their key. */
  kept?(talk: DialogueContext): string | undefined
}

/** Behaviour of a topic; its phrasings, stage and flags come from `TopicData`. */
export type TopicBehavior = Omit<Topic, 'key' | 'words' | 'stage' | 'isLoud' | 'mayChange'> & Partial<Pick<Topic, 'words'>>

/** Data of a playbook's topics, by key. Topics without a stage of their own belong to 'qualificacao'. */
export interface TopicData {
  readonly topics: Readonly<Record<string, TopicPhrases>>
  readonly stages?: Readonly<Partial<Record<Stage, readonly string[]>>>
  readonly loud?: readonly string[]
  readonly changing?: readonly string[]
}

/** Returns the topics in the order in which they are asked. A topic 'followUp:preço' uses the data of 'followUp'. */
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

/** Returns the value of a topic in a burst of messages, or null if there is none. */
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
/** Returns true if a line is not an answer in the lead's own words: pure politeness, a refusal, or a short request for a date. */
export const isNotAnAnswer = ({ folded, intents }: ParsedLine): boolean =>
  intents.has('refusal') ||
  (DATE_REQUEST_INTENTS.some((intent) => intents.has(intent)) && folded.split(' ').length <= MAX_REQUEST_WORDS) ||
  (intents.size > 0 && [...intents].every((intent) => POLITE_INTENTS.has(intent)) && isBackchannel(stripPoliteness(folded)))

/**
 * Returns the lead's answer in their own words, cleaned and at most 140 characters long: all lines that contain information. Returns null
 * if there is none.
 */
export const extractOpenAnswer = (lines: TopicInput['lines'], shape: (raw: string) => string = (raw) => raw): string | null => {
  const said = lines
    .filter((line) => line.isFree && hasContent(line.folded) && !isNotAnAnswer(line))
    .map((line) => shape(cleanUpText(line.raw)))
    .filter(Boolean)
  return said.length > 0 ? sanitizeQuote(said.join('. '), 140) : null
}

/** Like `extractOpenAnswer`, for an optional question: returns DECLINED for 'não sei'. */
export const extractOptionalAnswer = ({ lines }: Pick<TopicInput, 'lines'>): string | null =>
  lines.some(({ folded }) => declinesToAnswer(folded) && folded.length < 40) ? DECLINED_VALUE : extractOpenAnswer(lines)

/** Returns DECLINED for 'não sei', otherwise null. */
export const detectDontKnow = ({ unsure }: TopicInput): string | null => (unsure ? DECLINED_VALUE : null)
/** Returns DECLINED for 'não sei' or a no, otherwise null. */
export const detectDontKnowOrNo = ({ no, unsure }: TopicInput): string | null => (no || unsure ? DECLINED_VALUE : null)
