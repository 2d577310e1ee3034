import { KNOWLEDGE_LIMITS } from '@prosa/contract/entities/agents/knowledge'
import { type ParsedPassage, type SourceParseResult, UnreadableSourceError } from './source-parse-result.ts'

const SENTENCES = new Intl.Segmenter('pt-BR', { granularity: 'sentence' })

/**
 * Splits a text into pieces of at most `most` characters, between sentences if the sentences are short enough. Takes linear time.
 */
function splitText(text: string, most: number): string[] {
  const split: string[] = []
  let piece = ''
  for (const { segment } of SENTENCES.segment(text)) {
    for (let at = 0; at < segment.length; at += most) {
      const part = segment.slice(at, at + most)
      if (piece.length + part.length > most) {
        split.push(piece)
        piece = ''
      }
      piece += part
    }
  }
  return piece === '' ? split : [...split, piece]
}

/** Whether a paragraph counts as a heading: it is short and not a sentence. */
const isHeading = (paragraph: string): boolean =>
  paragraph.length <= 80 && !paragraph.includes('\n') && !/[.!?;,]$/.test(paragraph)

/** Whether a paragraph is a heading that is marked with '# '. Used for texts in which all headings are marked. */
const isMarkedHeading = (paragraph: string): boolean => paragraph.startsWith('# ') && !paragraph.includes('\n')

const formatPlace = (place: string | undefined, heading: string | null): string | null =>
  [place, heading].filter(Boolean).join(', ') || null

interface TextOptions {
  /** Location of the text in the knowledge source, such as a page. */
  place?: string
  /** Whether headings are marked with '# ', so that no other lines are headings. */
  marked?: boolean
}

/**
 * Splits a text into passages: its paragraphs, each with the heading above it. Paragraphs that are too long are split between sentences.
 * @throws UnreadableSourceError for an empty text
 */
export const parseTextPassages = (text: string, { place, marked = false }: TextOptions = {}): SourceParseResult => {
  const paragraphs = text
    .replaceAll('\r\n', '\n')
    .split(/\n[ \t]*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
  let heading: string | null = null
  const passages: ParsedPassage[] = []
  for (const paragraph of paragraphs) {
    const [first = '', ...rest] = paragraph.split('\n')
    const isAlone = marked ? isMarkedHeading(paragraph) : isHeading(paragraph)
    const isAbove = !marked && rest.length > 0 && isHeading(first) && !/^[-•*\d]/.test(first)
    const headed = isAlone ? paragraph : isAbove ? first : null
    if (headed !== null) heading = headed.replace(/^#+\s*/, '').replace(/:$/, '')
    const body = headed === null ? paragraph : rest.join('\n').trim()
    if (body === '') continue
    for (const piece of splitText(body, KNOWLEDGE_LIMITS.passageChars))
      passages.push({ place: formatPlace(place, heading), heading, text: piece.trim(), question: null, product: null })
  }
  if (passages.length > 0) return { passages, report: [] }
  // A text that consists only of headings is treated as plain text.
  const all = splitText(paragraphs.join('\n'), KNOWLEDGE_LIMITS.passageChars)
  if (all.length === 0) throw new UnreadableSourceError('Não há texto para ler.')
  return {
    passages: all.map((said) => ({
      place: formatPlace(place, null),
      heading: null,
      text: said.trim(),
      question: null,
      product: null,
    })),
    report: [],
  }
}
