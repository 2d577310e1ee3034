import { KNOWLEDGE_LIMITS } from '@prosa/contract/entities/agents/knowledge'
import { type ParsedPassage, type SourceParseResult, UnreadableSourceError } from './source-parse-result.ts'

const SENTENCES = new Intl.Segmenter('pt-BR', { granularity: 'sentence' })

/** Splits a text into pieces of at most `most` characters, between sentences if these are short enough. Takes linear time. */
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

/** Returns true for a short paragraph that is not a sentence, which is taken for a heading. */
const isHeading = (paragraph: string): boolean =>
  paragraph.length <= 80 && !paragraph.includes('\n') && !/[.!?;,]$/.test(paragraph)

/** Returns true for a marked heading, in a text where only marked lines are headings. */
const isMarkedHeading = (paragraph: string): boolean => paragraph.startsWith('# ') && !paragraph.includes('\n')

const formatPlace = (place: string | undefined, heading: string | null): string | null =>
  [place, heading].filter(Boolean).join(', ') || null

interface TextOptions {
  /** Location in the source, such as a page. */
  place?: string
  /** Headings are marked with '# '; no other lines are headings. */
  marked?: boolean
}

/**
 * Returns the passages of a text: paragraphs, split between sentences if they are too long, each with the heading above it.
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
  // If there are only headings, they are the text.
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
