import { KNOWLEDGE_LIMITS } from '@prosa/contract/entities/agents/knowledge'
import { type ParsedPassage, type SourceParseResult, UnreadableSourceError } from './source-parse-result.ts'

const SENTENCES = new Intl.Segmenter('pt-BR', { granularity: 'sentence' })

/** Splits a text into pieces of at most `maxChars` characters, if possible between sentences. Takes linear time. */
function splitText(text: string, maxChars: number): string[] {
  const pieces: string[] = []
  let piece = ''
  for (const { segment } of SENTENCES.segment(text)) {
    for (let start = 0; start < segment.length; start += maxChars) {
      const part = segment.slice(start, start + maxChars)
      if (piece.length + part.length > maxChars) {
        pieces.push(piece)
        piece = ''
      }
      piece += part
    }
  }
  return piece === '' ? pieces : [...pieces, piece]
}

/** Whether a paragraph is a heading: short, and not a sentence. */
const isHeading = (paragraph: string): boolean =>
  paragraph.length <= 80 && !paragraph.includes('\n') && !/[.!?;,]$/.test(paragraph)

const isMarkedHeading = (paragraph: string): boolean => paragraph.startsWith('# ') && !paragraph.includes('\n')

const formatPlace = (place: string | undefined, heading: string | null): string | null =>
  [place, heading].filter(Boolean).join(', ') || null

interface TextOptions {
  /** Location of the text in the knowledge source, such as a page. */
  place?: string
  /** Whether all headings start with '# '. Other lines are then no headings. */
  hasMarkedHeadings?: boolean
}

/**
 * Splits a text into passages: one per paragraph, with the heading above it. Long paragraphs are split between sentences.
 * @throws UnreadableSourceError for an empty text
 */
export const parseTextPassages = (text: string, { place, hasMarkedHeadings = false }: TextOptions = {}): SourceParseResult => {
  const paragraphs = text
    .replaceAll('\r\n', '\n')
    .split(/\n[ \t]*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
  let heading: string | null = null
  const passages: ParsedPassage[] = []
  for (const paragraph of paragraphs) {
    const [first = '', ...rest] = paragraph.split('\n')
    const isHeadingOnly = hasMarkedHeadings ? isMarkedHeading(paragraph) : isHeading(paragraph)
    const startsWithHeading = !hasMarkedHeadings && rest.length > 0 && isHeading(first) && !/^[-•*\d]/.test(first)
    const headingLine = isHeadingOnly ? paragraph : startsWithHeading ? first : null
    if (headingLine !== null) heading = headingLine.replace(/^#+\s*/, '').replace(/:$/, '')
    const body = headingLine === null ? paragraph : rest.join('\n').trim()
    if (body === '') continue
    for (const piece of splitText(body, KNOWLEDGE_LIMITS.passageChars))
      passages.push({ place: formatPlace(place, heading), heading, text: piece.trim(), question: null, product: null })
  }
  if (passages.length > 0) return { passages, report: [] }
  // A text of headings only is treated as plain text.
  const pieces = splitText(paragraphs.join('\n'), KNOWLEDGE_LIMITS.passageChars)
  if (pieces.length === 0) throw new UnreadableSourceError('Não há texto para ler.')
  return {
    passages: pieces.map((pieceText) => ({
      place: formatPlace(place, null),
      heading: null,
      text: pieceText.trim(),
      question: null,
      product: null,
    })),
    report: [],
  }
}
