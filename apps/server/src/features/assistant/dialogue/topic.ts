import { STAGES, type Stage } from '@prosa/contract/entities/conversation'
import { isMurmur, saysSomething } from '../understanding/business.ts'
import { quotable, tidy } from '../understanding/fold.ts'
import { doesNotSay, type Intent, POLITE, saysNo, saysYes, withoutPoliteness } from '../understanding/intents.ts'
import type { Line } from '../understanding/understand.ts'
import COMMON from './phrases/topics.json' with { type: 'json' }
import type { Talk, Values, Wording } from './talk.ts'

/** What a topic's reader answers when the lead would rather not say: the topic is left, nothing is kept. */
export const DECLINED = '\u0000declined'

/** What a topic reads: the lines of a burst, and what may be said of all of them. */
export interface Burst {
  readonly lines: readonly Line[]
  readonly said: string
  readonly yes: boolean
  readonly no: boolean
  /** 'Não sei', 'prefiro não dizer'. */
  readonly unsure: boolean
  /** True: the topic's question was the last one asked. */
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

/** Something the agent wants to know. */
export interface Topic {
  readonly key: string
  /** Where a talk is that asks for it. */
  readonly stage: Stage
  /**
   * What is said of it. 'waiting': status_message while the question waits. 'ask': when all ways were used the topic is left. 'ack': when it
   * becomes known. 'corrected': when the lead puts it right; without it nothing of theirs is replaced. 'alert': why a person should look.
   */
  readonly words: Wording
  /** Besides what any phrase may name. */
  values?(talk: Talk): Values
  /** Cases of 'ask'. */
  asks?(talk: Talk): readonly string[]
  /** The case of 'ack' and 'alert'; without it the value is the case. */
  tone?(value: string, talk: Talk, occasion: string): string
  /** What was told of it, asked or not. */
  read?(burst: Burst, talk: Talk): string | null
  /** What else is an answer, said right after the question. */
  answer?(burst: Burst, talk: Talk): string | null
  /** The value as it is said back. */
  shows?(value: string): string
  /** True: what is said to it matters more than what is said to other news of the same turn. */
  readonly isLoud?: boolean
  /** Takes what fits nowhere else, in this shape, also on top of what it has. */
  readonly takesRest?: (raw: string) => string
  /** False while there is no reason to ask. */
  applies?(talk: Talk): boolean
  /** True: a new value may replace the old one. */
  readonly mayChange?: boolean
  /** Keeps the value elsewhere as well: in the lead's data, or in what is agreed. */
  keep?(value: string, talk: Talk): void
  /** True when the lead's data holds it already. */
  isKnown?(talk: Talk): boolean
  /** The value that was kept, where it is none of the lead's words on a topic. */
  kept?(talk: Talk): string | undefined
}

/** What a topic does. */
export type TopicBody = Omit<Topic, 'key' | 'words' | 'stage' | 'isLoud' | 'mayChange'> & Partial<Pick<Topic, 'words'>>

/** What else is known of a playbook's topics, by their keys: data. Topics without a stage of their own qualify the lead. */
export interface TopicData {
  readonly topics: Readonly<Record<string, Wording>>
  readonly stages?: Readonly<Partial<Record<Stage, readonly string[]>>>
  readonly loud?: readonly string[]
  readonly changing?: readonly string[]
}

/** Topics in the order in which they are asked. Of 'followUp:preço' all that is known of 'followUp' is true. */
export const topicsOf = ({ topics, stages, loud, changing }: TopicData, bodies: Readonly<Record<string, TopicBody>>): Topic[] =>
  Object.entries(bodies).map(([key, body]) => {
    const [kind = ''] = key.split(':')
    const words = { ...(COMMON as Readonly<Record<string, Wording>>)[kind], ...topics[kind], ...body.words }
    const stage = STAGES.find((each) => stages?.[each]?.includes(kind)) ?? 'qualificacao'
    return { ...body, key, words, stage, isLoud: loud?.includes(kind) ?? false, mayChange: changing?.includes(kind) ?? false }
  })

/** What a burst says of a topic. */
export const readTopic = (topic: Topic, burst: Burst, talk: Talk): string | null =>
  topic.read?.(burst, talk) ?? (burst.answering ? (topic.answer?.(burst, talk) ?? null) : null)

/** The first value that a line gives. */
export const firstOf = <T>(lines: readonly Line[], read: (line: Line) => T | null): T | null => {
  for (const line of lines) {
    const value = read(line)
    if (value !== null) return value
  }
  return null
}

const REQUESTS: readonly Intent[] = ['meeting', 'reschedule', 'cancel', 'cancelIt']
const REQUEST_WORDS = 5
/** Whether a line is recognised as something else than an answer in words: mere politeness, a refusal, a short request for a date. */
export const isNoAnswer = ({ folded, intents }: Line): boolean =>
  intents.has('refusal') ||
  (REQUESTS.some((intent) => intents.has(intent)) && folded.split(' ').length <= REQUEST_WORDS) ||
  (intents.size > 0 && [...intents].every((intent) => POLITE.has(intent)) && isMurmur(withoutPoliteness(folded)))

/** An answer in the lead's own words, tidied: every sentence that says something of its own. */
export const openAnswer = (lines: Burst['lines'], shape: (raw: string) => string = (raw) => raw): string | null => {
  const said = lines
    .filter((line) => line.isFree && saysSomething(line.folded) && !isNoAnswer(line))
    .map((line) => shape(tidy(line.raw)))
    .filter(Boolean)
  return said.length > 0 ? quotable(said.join('. '), 140) : null
}

/** The same for a question that may stay open: 'não sei' leaves it. */
export const openOrLeft = ({ lines }: Pick<Burst, 'lines'>): string | null =>
  lines.some(({ folded }) => doesNotSay(folded) && folded.length < 40) ? DECLINED : openAnswer(lines)

/** 'Não sei' leaves a question that may stay open. */
export const left = ({ unsure }: Burst): string | null => (unsure ? DECLINED : null)
/** So does a no. */
export const leftOrRefused = ({ no, unsure }: Burst): string | null => (no || unsure ? DECLINED : null)
