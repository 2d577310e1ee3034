import type { LeadMessage } from '../turn-input.ts'
import { resolveIntents } from './classifier/resolve-intents.ts'
import { detectIntents, type Intent, isQuestionLine, POLITE_INTENTS } from './intents/intents.ts'
import { normalizeText, sanitizeQuote } from './text/normalize-text.ts'
import { detectTeamMatters } from './values/business-facts.ts'
import { extractName } from './values/contact-data.ts'

/** A parsed sentence of the lead. `raw` is the original text. */
export interface ParsedLine {
  readonly raw: string
  readonly normalizedText: string
  readonly intents: ReadonlySet<Intent>
  readonly isQuestion: boolean
  /** Matters in the sentence that only the team can answer, for example 'o convênio'. */
  readonly teamMatters: readonly string[]
  /** Whether the sentence is meaningless for the agent, for example random keys. */
  readonly isNonsense: boolean
  /** Likely change of the appointment, if the lead has one. Null if there is none. */
  readonly likelyAppointmentChange: 'cancel' | 'reschedule' | null
  /** Whether the sentence denies a danger or says that it is over. */
  readonly deniesDanger: boolean
  /** Whether the sentence may answer an open question. Questions and some intents exclude that. */
  readonly canBeAnswer: boolean
}

/** All messages of the lead in one turn, parsed. */
export interface ParsedMessages {
  /** Sentences of the text messages. Empty if a message contains a prompt injection. */
  readonly lines: readonly ParsedLine[]
  readonly intents: ReadonlySet<Intent>
  /** Types of all messages that are not text. */
  readonly mediaTypes: readonly string[]
  /** Quotable text of the lead: sanitised and truncated. */
  readonly quote: string
}

const APPOINTMENT_INTENTS: readonly Intent[] = ['meeting', 'reschedule', 'cancel', 'cancelIt']
/** Intents that a sentence may have and still answer a question. */
const INTENTS_BESIDE_ANSWER: ReadonlySet<Intent> = new Set([
  ...POLITE_INTENTS,
  ...APPOINTMENT_INTENTS,
  'angry',
  'leak',
  'unwell',
  'noDanger',
  'refusal',
])

/** Matches the end of a sentence, except after abbreviations such as 'dra.' or 'apto.'. */
const SENTENCE_END = /(?<=[.!?…])(?<!\b(?:dr|dra|sr|sra|av|apto|ap|prof|profa|tel|etc|obs|ex|n)\.)\s+|\n+/iu
/** Matches the comma before a question, which becomes a sentence of its own. */
const COMMA_BEFORE_QUESTION =
  /,\s+(?=(?:e |mas |ah |ai )?(?:posso|pode|podem|aceita|aceitam|vcs|voc[eê]s?|tem|quanto|qual|quais|como|onde|quando|d[aá] p(?:ra|ara)|consigo|ser[aá] que)\s[^,]*\?)/iu
const MAX_LINES = 40
/** Maximum number of characters parsed per message. With MAX_BURST_CHARS per turn, keeps long messages from delaying other leads. */
const MAX_MESSAGE_CHARS = 2_000
const MAX_BURST_CHARS = 8_000

const parseLine = (raw: string): ParsedLine => {
  const normalizedText = normalizeText(raw)
  const resolved = resolveIntents(normalizedText, detectIntents(normalizedText), detectIntents)
  const intents = new Set(resolved.intents)
  const isQuestion = isQuestionLine(normalizedText)
  const teamMatters = detectTeamMatters(normalizedText, isQuestion)
  // A sentence with a name is no nonsense: 'sou o Beto da Padaria Pão Quente'.
  const isNonsense = resolved.isNonsense && !(isQuestion && teamMatters.length > 0) && extractName(raw, false) === null
  const canBeAnswer = !isQuestion && !isNonsense && [...intents].every((intent) => INTENTS_BESIDE_ANSWER.has(intent))
  return {
    raw,
    normalizedText,
    intents,
    isQuestion,
    teamMatters,
    isNonsense,
    likelyAppointmentChange: resolved.likelyAppointmentChange,
    deniesDanger: resolved.deniesDanger,
    canBeAnswer,
  }
}

/** Returns the first texts with at most `maxChars` characters in total. Truncates the last one if necessary. */
const truncateToTotalChars = (maxChars: number, texts: readonly string[]): string[] => {
  let remainingChars = maxChars
  const truncatedTexts: string[] = []
  for (const text of texts) {
    if (remainingChars <= 0) break
    truncatedTexts.push(text.slice(0, remainingChars))
    remainingChars -= text.length
  }
  return truncatedTexts
}

/** Splits the lead's texts into sentences and determines their intents. Of other messages, returns only the type. */
export const parseMessages = (messages: readonly LeadMessage[]): ParsedMessages => {
  const texts = messages.filter((message) => message.type === 'text' || message.type === 'template')
  const mediaTypes = messages.filter((message) => !texts.includes(message)).map((message) => message.type)
  const parsedTexts = truncateToTotalChars(
    MAX_BURST_CHARS,
    texts.map((message) => message.content.slice(0, MAX_MESSAGE_CHARS)),
  )
  const lines = parsedTexts
    .flatMap((content) => content.split(SENTENCE_END))
    .flatMap((sentence) => sentence.split(COMMA_BEFORE_QUESTION))
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '')
    .slice(0, MAX_LINES)
    .map(parseLine)
  const isInjection =
    parsedTexts.some((content) => detectIntents(normalizeText(content)).includes('outside')) ||
    lines.some((line) => line.intents.has('outside'))
  const safeLines = isInjection ? [] : lines
  const intents = new Set<Intent>(isInjection ? ['outside'] : safeLines.flatMap((line) => [...line.intents]))
  return { lines: safeLines, intents, mediaTypes, quote: sanitizeQuote(parsedTexts.join(' / '), 120) }
}
