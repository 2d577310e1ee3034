import { compile, type FormatCallback } from 'html-to-text'
import { faqPassages, isFaq } from '../faq.ts'
import type { ReadSource } from '../passage.ts'
import { textPassages } from '../text.ts'

/** A heading is marked, so that no other short line is taken for one. */
const asHeading: FormatCallback = (element, walk, builder) => {
  builder.openBlock({ leadingLineBreaks: 2 })
  builder.addLiteral('# ')
  walk(element.children, builder)
  builder.closeBlock({ trailingLineBreaks: 2 })
}

const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, format: 'marked' }))
/** What leads around the page, and what is filled in, is none of what it says. */
const SKIPPED = ['nav', 'header', 'footer', 'form', 'img', 'script', 'style', 'noscript', 'template', 'svg'].map((selector) => ({
  selector,
  format: 'skip',
}))

/** Characters of markup that are read: a page has fewer, what a DOCX becomes may have more. */
const MOST_CHARS = 4 * 1024 * 1024
const TOO_LONG = 'Só o começo entrou: o arquivo é longo demais. Divida-o em partes menores.'

const toText = compile({
  wordwrap: false,
  formatters: { marked: asHeading },
  limits: { maxInputLength: MOST_CHARS, maxDepth: 200 },
  selectors: [
    { selector: 'a', options: { ignoreHref: true } },
    { selector: 'table', format: 'dataTable', options: { uppercaseHeaderCells: false, colSpacing: 2, rowSpacing: 0 } },
    { selector: 'ul', options: { itemPrefix: '• ' } },
    ...HEADINGS,
    ...SKIPPED,
  ],
})

/** What markup says, as paragraphs under their headings, or as questions where it is written so. @throws UnreadableSource */
export const htmlPassages = (html: string): ReadSource => {
  const text = toText(html)
  const cut = html.length > MOST_CHARS ? [TOO_LONG] : []
  if (isFaq(text)) {
    const { passages, report } = faqPassages(text)
    return { passages: passages.map((passage) => ({ ...passage, place: null })), report: [...cut, ...report] }
  }
  const { passages, report } = textPassages(text, { marked: /^# /m.test(text) })
  return { passages, report: [...cut, ...report] }
}
