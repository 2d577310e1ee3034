import { getDocumentProxy } from 'unpdf'
import { faqPassages, isFaq } from '../faq.ts'
import { type ReadSource, UnreadableSource } from '../passage.ts'
import { textPassages } from '../text.ts'

const MOST_PAGES = 500

/** A piece of text as it lies on its page, in points from the bottom. */
interface Item {
  readonly str: string
  readonly transform: readonly number[]
  readonly hasEOL: boolean
}

interface Line {
  text: string
  readonly y: number
  readonly size: number
}

/** What lies at one height is one line. */
const linesOf = (items: readonly Item[]): Line[] => {
  const lines: Line[] = []
  for (const { str, transform } of items) {
    const [, , c = 0, d = 0, , y = 0] = transform
    const [size, last] = [Math.hypot(c, d), lines.at(-1)]
    if (last && Math.abs(last.y - y) < last.size / 2) last.text += str
    else if (str.trim() !== '') lines.push({ text: str, y, size })
  }
  return lines
}

/** How much farther than usual a line lies from the one above it where a paragraph begins. */
const FARTHER = 1.25

/** A page's lines with an empty one where a paragraph begins: more room above, another size, or another column. */
const paragraphsOf = (lines: readonly Line[]): string => {
  const gaps = lines.slice(1).map(({ y }, at) => (lines[at]?.y ?? y) - y)
  // The least room between two lines that do not touch is that within a paragraph.
  const usual = Math.min(...gaps.filter((gap, at) => gap > (lines[at]?.size ?? 0) * 0.9))
  return lines
    .map(({ text, size }, at) => {
      const [gap, above] = [gaps[at - 1], lines[at - 1]]
      if (gap === undefined || above === undefined) return text.trim()
      const begins = gap <= 0 || gap > usual * FARTHER || Math.abs(above.size - size) > 1
      return `${begins ? '\n\n' : '\n'}${text.trim()}`
    })
    .join('')
}

const LOCKED = 'Este PDF tem senha.'
const NO_TEXT = 'Este PDF é só imagem: não há texto para ler.'
const TOO_LONG = `Só as primeiras ${MOST_PAGES} páginas entraram.`

async function open(bytes: Uint8Array) {
  try {
    return await getDocumentProxy(bytes)
  } catch (error) {
    if (error instanceof Error && error.name === 'PasswordException') throw new UnreadableSource(LOCKED)
    throw error
  }
}

/** What the pages of a PDF say, each passage with its page. @throws UnreadableSource in words; whatever the reader throws at a broken one */
export async function pdfPassages(bytes: Uint8Array, mostPages = MOST_PAGES): Promise<ReadSource> {
  const pdf = await open(bytes)
  const pages: { text: string; place: string }[] = []
  for (let number = 1; number <= Math.min(pdf.numPages, mostPages); number += 1) {
    const page = await pdf.getPage(number)
    const { items } = await page.getTextContent()
    const text = paragraphsOf(linesOf(items.filter((item) => 'str' in item)))
    if (text.trim() !== '') pages.push({ text, place: `página ${number}` })
    page.cleanup()
  }
  if (pages.length === 0) throw new UnreadableSource(NO_TEXT)
  const report = pdf.numPages > MOST_PAGES ? [TOO_LONG] : []
  const whole = pages.map(({ text }) => text).join('\n')
  if (isFaq(whole)) {
    const { passages, report: lines } = faqPassages(whole)
    // Lines of a page's text are no lines that anybody can look up.
    return { passages: passages.map((passage) => ({ ...passage, place: null })), report: [...report, ...lines] }
  }
  const passages = pages.flatMap(({ text, place }) => textPassages(text, { place }).passages)
  return { passages, report }
}
