import type { LeadMessage } from '../decision.ts'
import { mattersOf } from './business.ts'
import { nameIn } from './contact.ts'
import { fold, quotable } from './fold.ts'
import { asksSomething, type Intent, intentsOf, POLITE } from './intents.ts'
import { judge } from './likeness/judge.ts'

/** A parsed sentence of the lead. */
export interface Line {
  readonly raw: string
  readonly folded: string
  readonly intents: ReadonlySet<Intent>
  readonly isQuestion: boolean
  /** Matters that the sentence asks about and only the team knows. */
  readonly matters: readonly string[]
  /** True if nobody could answer the sentence. */
  readonly isNonsense: boolean
  /** The change of plans that the sentence means if an appointment exists. */
  readonly leans: 'cancel' | 'reschedule' | null
  /** True if the sentence says that a danger was none or is over. */
  readonly calms: boolean
  /** True if the sentence has content of its own, so that it may answer an open question. */
  readonly isFree: boolean
}

/** The lead's messages of one turn, parsed. */
export interface Understood {
  /** Sentences, without those that try to steer the agent. */
  readonly lines: readonly Line[]
  readonly intents: ReadonlySet<Intent>
  /** Types of the messages that are not text, oldest first. */
  readonly media: readonly string[]
  /** The lead's text in a form that can be quoted to staff. */
  readonly quote: string
}

const OF_PLANS: readonly Intent[] = ['meeting', 'reschedule', 'cancel', 'cancelIt']
/** Intents that leave room for an answer in the same sentence. */
const LIGHT: ReadonlySet<Intent> = new Set([...POLITE, ...OF_PLANS, 'angry', 'leak', 'unwell', 'noDanger', 'refusal'])

/** Matches the end of a sentence, but not the point of an abbreviation like 'dra.' or 'apto.'. */
const SENTENCE_END = /(?<=[.!?…])(?<!\b(?:dr|dra|sr|sra|av|apto|ap|prof|profa|tel|etc|obs|ex|n)\.)\s+|\n+/iu
/** Matches the comma before a question that follows a statement. The question becomes a sentence of its own. */
const QUESTION_HANGS_ON =
  /,\s+(?=(?:e |mas |ah |ai )?(?:posso|pode|podem|aceita|aceitam|vcs|voc[eê]s?|tem|quanto|qual|quais|como|onde|quando|d[aá] p(?:ra|ara)|consigo|ser[aá] que)\s[^,]*\?)/iu
const MAX_LINES = 40
/** Maximum number of characters parsed per message and per turn, so that long messages do not block other leads. */
const MESSAGE_CHARS = 2_000
const BURST_CHARS = 8_000

const toLine = (raw: string): Line => {
  const folded = fold(raw)
  const judged = judge(folded, intentsOf(folded), intentsOf)
  const intents = new Set(judged.intents)
  const isQuestion = asksSomething(folded)
  const matters = mattersOf(folded, isQuestion)
  // A line with the sender's name is not nonsense: 'sou o Beto da Padaria Pão Quente'.
  const isNonsense = judged.isNonsense && !(isQuestion && matters.length > 0) && nameIn(raw, false) === null
  const isFree = !isQuestion && !isNonsense && [...intents].every((intent) => LIGHT.has(intent))
  return { raw, folded, intents, isQuestion, matters, isNonsense, leans: judged.leans, calms: judged.calms, isFree }
}

/** Returns the first texts up to a total number of characters. */
const upTo = (most: number, texts: readonly string[]): string[] => {
  let left = most
  const kept: string[] = []
  for (const text of texts) {
    if (left <= 0) break
    kept.push(text.slice(0, left))
    left -= text.length
  }
  return kept
}

/** Parses the lead's messages: texts and captions into sentences, other messages by type. */
export const understand = (messages: readonly LeadMessage[]): Understood => {
  const texts = messages.filter((message) => message.type === 'text' || message.type === 'template')
  const media = messages.filter((message) => !texts.includes(message)).map((message) => message.type)
  const whole = upTo(
    BURST_CHARS,
    texts.map((message) => message.content.slice(0, MESSAGE_CHARS)),
  )
  const lines = whole
    .flatMap((content) => content.split(SENTENCE_END))
    .flatMap((sentence) => sentence.split(QUESTION_HANGS_ON))
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '')
    .slice(0, MAX_LINES)
    .map(toLine)
  const steers =
    whole.some((content) => intentsOf(fold(content)).includes('outside')) || lines.some((line) => line.intents.has('outside'))
  const kept = steers ? [] : lines
  const intents = new Set<Intent>(steers ? ['outside'] : kept.flatMap((line) => [...line.intents]))
  return { lines: kept, intents, media, quote: quotable(whole.join(' / '), 120) }
}
