import { STAGES, type Stage } from '@prosa/contract/entities/conversation'
import { isMurmur, saysSomething } from '../understanding/business.ts'
import { quotable, tidy } from '../understanding/fold.ts'
import { doesNotSay, type Intent, POLITE, saysNo, saysYes, withoutPoliteness } from '../understanding/intents.ts'
import type { Line } from '../understanding/understand.ts'
import COMMON from './phrases/topics.json' with { type: 'json' }
import type { Talk, Values, Wording } from './talk.ts'

/** Value of a topic that the lead declines to answer: the topic is skipped and nothing is stored. */
export const DECLINED = '\u0000declined'

/** Input of a topic's reader: the lines of a burst of messages, and properties of all of them together. */
export interface Burst {
  readonly lines: readonly Line[]
  readonly said: string
  readonly yes: boolean
  readonly no: boolean
  /** 'Não sei', 'prefiro não dizer'. */
  readonly unsure: boolean
  /** Whether the topic's question was the last one asked. */
  readonly answering: boolean
}

export const burstOf = (lines: readonly Line[], answering: boolean): Burst => ({
  lines,
  said: lines.map(({ folded }) => folded).join(' '),
  yes: lines.some(({ folded }) => saysYes(folded)),
  no: lines.some(({ folded, intents }) => saysNo(folded) && !intents.has('later')),
  unsure: lines.some(({ folded, intents }) => doesNotSay(folded) && !intents.has('refusal')),
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
  readonly words: Wording
  /** Values for placeholders, in addition to those of all phrasings. */
  values?(talk: Talk): Values
  /** Variants of 'ask'. */
  asks?(talk: Talk): readonly string[]
  /** Variant of 'ack' and 'alert'; by default the value itself. */
  tone?(value: string, talk: Talk, occasion: string): string
  /** Reads the value, whether or not it was asked. Returns null if there is none. */
  read?(burst: Burst, talk: Talk): string | null
  /** Reads further forms of the value that are valid only right after the question. */
  answer?(burst: Burst, talk: Talk): string | null
  /** Formats the value for an acknowledgement. */
  shows?(value: string): string
  /** Whether its acknowledgement takes precedence over those of other topics in the same turn. */
  readonly isLoud?: boolean
  /** Formats text that answers no other topic; it is appended to this topic's value. */
  readonly takesRest?: (raw: string) => string
  /** Whether there is a reason to ask. */
  applies?(talk: Talk): boolean
  /** Whether a new value may replace the old one. */
  readonly mayChange?: boolean
  /** Stores the value elsewhere as well: in the lead's data or in the appointment. */
  keep?(value: string, talk: Talk): void
  /** Whether the lead's data already contains the value. */
  isKnown?(talk: Talk): boolean
  /** Returns the stored value, for topics that are not stored as a fact under their key. */
  kept?(talk: Talk): string | undefined
}

/** Behaviour of a topic; its phrasings, stage and flags come from `TopicData`. */
export type TopicBody = Omit<Topic, 'key' | 'words' | 'stage' | 'isLoud' | 'mayChange'> & Partial<Pick<Topic, 'words'>>

/** Data of a playbook's topics, by key. Topics without a stage of their own belong to 'qualificacao'. */
export interface TopicData {
  readonly topics: Readonly<Record<string, Wording>>
  readonly stages?: Readonly<Partial<Record<Stage, readonly string[]>>>
  readonly loud?: readonly string[]
  readonly changing?: readonly string[]
}

/** Returns the topics in the order in which they are asked. A topic 'followUp:preço' uses the data of 'followUp'. */
export const topicsOf = ({ topics, stages, loud, changing }: TopicData, bodies: Readonly<Record<string, TopicBody>>): Topic[] =>
  Object.entries(bodies).map(([key, body]) => {
    const [kind = ''] = key.split(':')
    const words = { ...(COMMON as Readonly<Record<string, Wording>>)[kind], ...topics[kind], ...body.words }
    const stage = STAGES.find((each) => stages?.[each]?.includes(kind)) ?? 'qualificacao'
    return { ...body, key, words, stage, isLoud: loud?.includes(kind) ?? false, mayChange: changing?.includes(kind) ?? false }
  })

/** Returns the value of a topic in a burst of messages, or null if there is none. */
export const readTopic = (topic: Topic, burst: Burst, talk: Talk): string | null =>
  topic.read?.(burst, talk) ?? (burst.answering ? (topic.answer?.(burst, talk) ?? null) : null)

/** Returns the first result of `read` that is not null, or null if there is none. */
export const firstOf = <T>(lines: readonly Line[], read: (line: Line) => T | null): T | null => {
  for (const line of lines) {
    const value = read(line)
    if (value !== null) return value
  }
  return null
}

const REQUESTS: readonly Intent[] = ['meeting', 'reschedule', 'cancel', 'cancelIt']
const REQUEST_WORDS = 5
/** Returns true if a line is not an answer in the lead's own words: pure politeness, a refusal, or a short request for a date. */
export const isNoAnswer = ({ folded, intents }: Line): boolean =>
  intents.has('refusal') ||
  (REQUESTS.some((intent) => intents.has(intent)) && folded.split(' ').length <= REQUEST_WORDS) ||
  (intents.size > 0 && [...intents].every((intent) => POLITE.has(intent)) && isMurmur(withoutPoliteness(folded)))

/**
 * Returns the lead's answer in their own words, cleaned and at most 140 characters long: all lines that contain information. Returns null
 * if there is none.
 */
export const openAnswer = (lines: Burst['lines'], shape: (raw: string) => string = (raw) => raw): string | null => {
  const said = lines
    .filter((line) => line.isFree && saysSomething(line.folded) && !isNoAnswer(line))
    .map((line) => shape(tidy(line.raw)))
    .filter(Boolean)
  return said.length > 0 ? quotable(said.join('. '), 140) : null
}

/** Like `openAnswer`, for an optional question: returns DECLINED for 'não sei'. */
export const openOrLeft = ({ lines }: Pick<Burst, 'lines'>): string | null =>
  lines.some(({ folded }) => doesNotSay(folded) && folded.length < 40) ? DECLINED : openAnswer(lines)

/** Returns DECLINED for 'não sei', otherwise null. */
export const left = ({ unsure }: Burst): string | null => (unsure ? DECLINED : null)
/** Returns DECLINED for 'não sei' or a no, otherwise null. */
export const leftOrRefused = ({ no, unsure }: Burst): string | null => (no || unsure ? DECLINED : null)
