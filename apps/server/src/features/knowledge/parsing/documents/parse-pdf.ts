import { getDocumentProxy } from 'unpdf'
import { isFaq, parseFaqPassages } from '../parse-faq.ts'
import { parseTextPassages } from '../parse-text.ts'
import { type SourceParseResult, UnreadableSourceError } from '../source-parse-result.ts'
import { DOCUMENT_DAMAGED_TEXT } from './document-error-texts.ts'

const MAX_PAGES = 500

interface PdfTextItem {
  readonly str: string
  /** Transformation matrix: size and position, in points from the bottom of the page. */
  readonly transform: readonly number[]
  readonly hasEOL: boolean
}

interface PdfLine {
  text: string
  readonly y: number
  readonly size: number
}

/** Joins pieces of text at the same height of the page into lines. */
const joinLines = (items: readonly PdfTextItem[]): PdfLine[] => {
  const lines: PdfLine[] = []
  for (const { str, transform } of items) {
    const [, , c = 0, d = 0, , y = 0] = transform
    const [size, last] = [Math.hypot(c, d), lines.at(-1)]
    if (last && Math.abs(last.y - y) < last.size / 2) last.text += str
    else if (str.trim() !== '') lines.push({ text: str, y, size })
  }
  return lines
}

/** A gap between two lines starts a new paragraph if it exceeds the usual gap by this factor. */
const PARAGRAPH_GAP_FACTOR = 1.25

/**
 * Joins the lines of a page, with an empty line before each paragraph. A new paragraph starts after a large gap, or when the font size or
 * the column changes.
 */
const joinParagraphs = (lines: readonly PdfLine[]): string => {
  const gaps = lines.slice(1).map(({ y }, index) => (lines[index]?.y ?? y) - y)
  // The smallest gap between lines that do not overlap is the line spacing within a paragraph.
  const usualGap = Math.min(...gaps.filter((gap, index) => gap > (lines[index]?.size ?? 0) * 0.9))
  return lines
    .map(({ text, size }, index) => {
      const [gap, previousLine] = [gaps[index - 1], lines[index - 1]]
      if (gap === undefined || previousLine === undefined) return text.trim()
      const startsParagraph = gap <= 0 || gap > usualGap * PARAGRAPH_GAP_FACTOR || Math.abs(previousLine.size - size) > 1
      return `${startsParagraph ? '\n\n' : '\n'}${text.trim()}`
    })
    .join('')
}

const PASSWORD_PROTECTED_TEXT = 'Este PDF tem senha.'
const IMAGE_ONLY_TEXT = 'Este PDF é só imagem: não há texto para ler.'
const TOO_MANY_PAGES_TEXT = `Só as primeiras ${MAX_PAGES} páginas entraram.`

const OBJECT = /\b(\d{1,10})\s{1,20}\d{1,5}\s{1,20}obj/g
const OBJECT_END = /endobj/g
/**
 * Maximum number of PDF objects without an end mark. To recover such an object, the parser may read the rest of the file, which takes too
 * long for many objects.
 */
const MAX_ENDLESS_OBJECTS = 20
/** Maximum number of objects whose number was used before. Programs append changed objects, so larger files may contain more. */
const MAX_REPEATED_OBJECTS = 50
const BYTES_PER_REPEATED_OBJECT = 1_000

/**
 * Verifies that a PDF contains few damaged or repeated objects, because recovering them takes long.
 * @throws UnreadableSourceError if there are too many
 */
function validateObjects(bytes: Uint8Array): void {
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
  const numbers = Array.from(source.matchAll(OBJECT), ([, number]) => number)
  const endless = numbers.length - (source.match(OBJECT_END)?.length ?? 0)
  const repeated = numbers.length - new Set(numbers).size
  if (endless > MAX_ENDLESS_OBJECTS || repeated > Math.max(MAX_REPEATED_OBJECTS, bytes.length / BYTES_PER_REPEATED_OBJECT))
    throw new UnreadableSourceError(DOCUMENT_DAMAGED_TEXT)
}

async function openPdf(bytes: Uint8Array) {
  validateObjects(bytes)
  try {
    // Disables the parser's warnings: they are not used, and take half of the parsing time of damaged files.
    return await getDocumentProxy(bytes, { verbosity: 0 })
  } catch (error) {
    if (error instanceof Error && error.name === 'PasswordException') throw new UnreadableSourceError(PASSWORD_PROTECTED_TEXT)
    throw error
  }
}

/**
 * Splits the text of a PDF into passages, each with its page number.
 * @throws UnreadableSourceError with a message for the user; any error of the parser if the file is damaged
 */
export async function parsePdfPassages(bytes: Uint8Array, maxPages = MAX_PAGES): Promise<SourceParseResult> {
  const pdf = await openPdf(bytes)
  const pages: { text: string; place: string }[] = []
  for (let number = 1; number <= Math.min(pdf.numPages, maxPages); number += 1) {
    const page = await pdf.getPage(number)
    const { items } = await page.getTextContent()
    const text = joinParagraphs(joinLines(items.filter((item) => 'str' in item)))
    if (text.trim() !== '') pages.push({ text, place: `página ${number}` })
    page.cleanup()
  }
  if (pages.length === 0) throw new UnreadableSourceError(IMAGE_ONLY_TEXT)
  const report = pdf.numPages > MAX_PAGES ? [TOO_MANY_PAGES_TEXT] : []
  const fullText = pages.map(({ text }) => text).join('\n')
  if (isFaq(fullText)) {
    const { passages, report: lines } = parseFaqPassages(fullText)
    // These places are line numbers of the extracted text. They are removed, because users cannot find them in the PDF.
    return { passages: passages.map((passage) => ({ ...passage, place: null })), report: [...report, ...lines] }
  }
  const passages = pages.flatMap(({ text, place }) => parseTextPassages(text, { place }).passages)
  return { passages, report }
}
