import type { LeadMessage } from '../decision.ts'
import { mattersOf } from './business.ts'
import { nameIn } from './contact.ts'
import { fold, quotable } from './fold.ts'
import { asksSomething, type Intent, intentsOf, POLITE } from './intents.ts'
import { judge } from './likeness/judge.ts'

/** One sentence of the lead. */
export interface Line {
  readonly raw: string
  readonly folded: string
  readonly intents: ReadonlySet<Intent>
  readonly isQuestion: boolean
  /** What it asks about that only the team knows. */
  readonly matters: readonly string[]
  /** Nothing that anybody could answer. */
  readonly isNonsense: boolean
  /** The change of plans that it would be, said of something that is agreed. */
  readonly leans: 'cancel' | 'reschedule' | null
  /** True: said of a danger, that it was none or is over. */
  readonly calms: boolean
  /** True when it says something of its own: it may answer an open question. */
  readonly isFree: boolean
}

/** A burst of messages, read as one turn. */
export interface Understood {
  /** Sentences, without those that try to steer the agent. */
  readonly lines: readonly Line[]
  readonly intents: ReadonlySet<Intent>
  /** Types of the messages that are no text, oldest first. */
  readonly media: readonly string[]
  /** The lead's words, fit to be quoted to staff. */
  readonly quote: string
}

const OF_PLANS: readonly Intent[] = ['meeting', 'reschedule', 'cancel', 'cancelIt']
/** Intents that leave room for an answer in the same sentence. */
const LIGHT: ReadonlySet<Intent> = new Set([...POLITE, ...OF_PLANS, 'angry', 'leak', 'unwell', 'noDanger', 'refusal'])

/** The end of a sentence; the point of 'dra.' or 'apto.' is none. */
const SENTENCE_END = /(?<=[.!?…])(?<!\b(?:dr|dra|sr|sra|av|apto|ap|prof|profa|tel|etc|obs|ex|n)\.)\s+|\n+/iu
/** A question that a comma hangs on to a statement is a sentence of its own. */
const QUESTION_HANGS_ON =
  /,\s+(?=(?:e |mas |ah |ai )?(?:posso|pode|podem|aceita|aceitam|vcs|voc[eê]s?|tem|quanto|qual|quais|como|onde|quando|d[aá] p(?:ra|ara)|consigo|ser[aá] que)\s[^,]*\?)/iu
const MAX_LINES = 40
/** What is read of one message, and of a burst: fifty full messages of a stranger must not hold everybody else up. */
const MESSAGE_CHARS = 2_000
const BURST_CHARS = 8_000

const toLine = (raw: string): Line => {
  const folded = fold(raw)
  const judged = judge(folded, intentsOf(folded), intentsOf)
  const intents = new Set(judged.intents)
  const isQuestion = asksSomething(folded)
  const matters = mattersOf(folded, isQuestion)
  // Who says a name speaks to us: 'sou o Beto da Padaria Pão Quente'.
  const isNonsense = judged.isNonsense && !(isQuestion && matters.length > 0) && nameIn(raw, false) === null
  const isFree = !isQuestion && !isNonsense && [...intents].every((intent) => LIGHT.has(intent))
  return { raw, folded, intents, isQuestion, matters, isNonsense, leans: judged.leans, calms: judged.calms, isFree }
}

/** The texts from the first on, as far as they go together. */
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

/** Reads a burst: sentences of the texts and captions, kinds of everything else. */
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
