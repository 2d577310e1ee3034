import type { LeadMessage } from '../turn-input.ts'
import { resolveIntents } from './classifier/resolve-intents.ts'
import { detectIntents, type Intent, isQuestionLine, POLITE_INTENTS } from './intents/intents.ts'
import { normalizeText, sanitizeQuote } from './text/normalize-text.ts'
import { detectTeamMatters } from './values/business-facts.ts'
import { extractName } from './values/contact-data.ts'

/** A parsed sentence of the lead. `raw`: original text; `folded`: normalized text. */
export interface ParsedLine {
  readonly raw: string
  readonly normalizedText: string
  readonly intents: ReadonlySet<Intent>
  readonly isQuestion: boolean
  /** Names of the matters that the sentence asks about and that only the team knows, for example 'o convênio'. */
  readonly teamMatters: readonly string[]
  /** Whether the sentence has no meaning for the agent, for example random keys. */
  readonly isNonsense: boolean
  /** Whether the sentence cancels or reschedules an appointment if the lead has one. Null if neither. */
  readonly likelyAppointmentChange: 'cancel' | 'reschedule' | null
  /** Whether the sentence states that there is no danger or that a danger is over. */
  readonly deniesDanger: boolean
  /**
   * Whether the sentence may answer an open question of the agent: it is not a question itself and has no intent that excludes an answer.
   */
  readonly canBeAnswer: boolean
}

/** Parsed messages of the lead in one turn. */
export interface ParsedMessages {
  /** Sentences of the text messages. Empty if a message tries to manipulate the agent (prompt injection). */
  readonly lines: readonly ParsedLine[]
  readonly intents: ReadonlySet<Intent>
  /** Types of the messages that are not text, in their order. */
  readonly mediaTypes: readonly string[]
  /** The lead's text, sanitised and truncated so that it can be quoted to users of the team. */
  readonly quote: string
}

const APPOINTMENT_INTENTS: readonly Intent[] = ['meeting', 'reschedule', 'cancel', 'cancelIt']
/** Intents that a sentence may have while it also answers a question of the agent. */
const INTENTS_BESIDE_ANSWER: ReadonlySet<Intent> = new Set([
  ...POLITE_INTENTS,
  ...APPOINTMENT_INTENTS,
  'angry',
  'leak',
  'unwell',
  'noDanger',
  'refusal',
])

/** Matches the end of a sentence, but not the point of an abbreviation such as 'dra.' or 'apto.'. */
const SENTENCE_END = /(?<=[.!?…])(?<!\b(?:dr|dra|sr|sra|av|apto|ap|prof|profa|tel|etc|obs|ex|n)\.)\s+|\n+/iu
/** Matches the comma between a statement and a following question, so that the question becomes a sentence of its own. */
const COMMA_BEFORE_QUESTION =
  /,\s+(?=(?:e |mas |ah |ai )?(?:posso|pode|podem|aceita|aceitam|vcs|voc[eê]s?|tem|quanto|qual|quais|como|onde|quando|d[aá] p(?:ra|ara)|consigo|ser[aá] que)\s[^,]*\?)/iu
const MAX_LINES = 40
/** Maximum number of characters parsed per message. With MAX_BURST_CHARS per turn, it prevents long messages from delaying other leads. */
const MAX_MESSAGE_CHARS = 2_000
const MAX_BURST_CHARS = 8_000

const parseLine = (raw: string): ParsedLine => {
  const normalizedText = normalizeText(raw)
  const resolved = resolveIntents(normalizedText, detectIntents(normalizedText), detectIntents)
  const intents = new Set(resolved.intents)
  const isQuestion = isQuestionLine(normalizedText)
  const teamMatters = detectTeamMatters(normalizedText, isQuestion)
  // A sentence with the sender's name is not nonsense: 'sou o Beto da Padaria Pão Quente'.
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

/** Returns the first texts with together at most `most` characters. The last one may be truncated. */
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

/** Parses the lead's messages: splits texts into sentences and determines their intents. Of other messages, only the type is returned. */
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
