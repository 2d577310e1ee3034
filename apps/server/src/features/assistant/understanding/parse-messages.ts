import type { LeadMessage } from '../turn-input.ts'
import { resolveIntents } from './classifier/resolve-intents.ts'
import { detectIntents, type Intent, isQuestionLine, POLITE_INTENTS } from './intents/intents.ts'
import { normalizeText, sanitizeQuote } from './text/normalize-text.ts'
import { detectTeamMatters } from './values/business-facts.ts'
import { extractName } from './values/contact-data.ts'

/** A parsed sentence of the lead. */
export interface ParsedLine {
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
export interface ParsedMessages {
  /** Sentences, without those that try to steer the agent. */
  readonly lines: readonly ParsedLine[]
  readonly intents: ReadonlySet<Intent>
  /** Types of the messages that are not text, oldest first. */
  readonly media: readonly string[]
  /** The lead's text in a form that can be quoted to staff. */
  readonly quote: string
}

const APPOINTMENT_INTENTS: readonly Intent[] = ['meeting', 'reschedule', 'cancel', 'cancelIt']
/** Intents that leave room for an answer in the same sentence. */
const INTENTS_BESIDE_ANSWER: ReadonlySet<Intent> = new Set([
  ...POLITE_INTENTS,
  ...APPOINTMENT_INTENTS,
  'angry',
  'leak',
  'unwell',
  'noDanger',
  'refusal',
])

/** Matches the end of a sentence, but not the point of an abbreviation like 'dra.' or 'apto.'. */
const SENTENCE_END = /(?<=[.!?…])(?<!\b(?:dr|dra|sr|sra|av|apto|ap|prof|profa|tel|etc|obs|ex|n)\.)\s+|\n+/iu
/** Matches the comma before a question that follows a statement. The question becomes a sentence of its own. */
const COMMA_BEFORE_QUESTION =
  /,\s+(?=(?:e |mas |ah |ai )?(?:posso|pode|podem|aceita|aceitam|vcs|voc[eê]s?|tem|quanto|qual|quais|como|onde|quando|d[aá] p(?:ra|ara)|consigo|ser[aá] que)\s[^,]*\?)/iu
const MAX_LINES = 40
/** Maximum number of characters parsed per message and per turn, so that long messages do not block other leads. */
const MAX_MESSAGE_CHARS = 2_000
const MAX_BURST_CHARS = 8_000

const parseLine = (raw: string): ParsedLine => {
  const folded = normalizeText(raw)
  const judged = resolveIntents(folded, detectIntents(folded), detectIntents)
  const intents = new Set(judged.intents)
  const isQuestion = isQuestionLine(folded)
  const matters = detectTeamMatters(folded, isQuestion)
  // A line with the sender's name is not nonsense: 'sou o Beto da Padaria Pão Quente'.
  const isNonsense = judged.isNonsense && !(isQuestion && matters.length > 0) && extractName(raw, false) === null
  const isFree = !isQuestion && !isNonsense && [...intents].every((intent) => INTENTS_BESIDE_ANSWER.has(intent))
  return { raw, folded, intents, isQuestion, matters, isNonsense, leans: judged.leans, calms: judged.calms, isFree }
}

/** Returns the first texts up to a total number of characters. */
const takeUpToChars = (most: number, texts: readonly string[]): string[] => {
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
export const parseMessages = (messages: readonly LeadMessage[]): ParsedMessages => {
  const texts = messages.filter((message) => message.type === 'text' || message.type === 'template')
  const media = messages.filter((message) => !texts.includes(message)).map((message) => message.type)
  const whole = takeUpToChars(
    MAX_BURST_CHARS,
    texts.map((message) => message.content.slice(0, MAX_MESSAGE_CHARS)),
  )
  const lines = whole
    .flatMap((content) => content.split(SENTENCE_END))
    .flatMap((sentence) => sentence.split(COMMA_BEFORE_QUESTION))
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '')
    .slice(0, MAX_LINES)
    .map(parseLine)
  const steers =
    whole.some((content) => detectIntents(normalizeText(content)).includes('outside')) ||
    lines.some((line) => line.intents.has('outside'))
  const kept = steers ? [] : lines
  const intents = new Set<Intent>(steers ? ['outside'] : kept.flatMap((line) => [...line.intents]))
  return { lines: kept, intents, media, quote: sanitizeQuote(whole.join(' / '), 120) }
}
