import { compile, type FormatCallback } from 'html-to-text'
import { isFaq, parseFaqPassages } from '../parse-faq.ts'
import { parseTextPassages } from '../parse-text.ts'
import type { SourceParseResult } from '../source-parse-result.ts'

/** Formats a heading with '# ', so that it can be distinguished from other short lines. */
const formatHeading: FormatCallback = (element, walk, builder) => {
  builder.openBlock({ leadingLineBreaks: 2 })
  builder.addLiteral('# ')
  walk(element.children, builder)
  builder.closeBlock({ trailingLineBreaks: 2 })
}

const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, format: 'marked' }))
/** Elements without page content, such as navigation and forms. */
const SKIPPED_ELEMENTS = ['nav', 'header', 'footer', 'form', 'img', 'script', 'style', 'noscript', 'template', 'svg'].map(
  (selector) => ({
    selector,
    format: 'skip',
  }),
)

/** Maximum number of HTML characters to read. Downloaded pages are smaller, but a converted DOCX file may be larger. */
const MAX_CHARS = 4 * 1024 * 1024
const TOO_LONG_TEXT = 'Só o começo entrou: o arquivo é longo demais. Divida-o em partes menores.'

const htmlToText = compile({
  wordwrap: false,
  formatters: { marked: formatHeading },
  limits: { maxInputLength: MAX_CHARS, maxDepth: 200 },
  selectors: [
    { selector: 'a', options: { ignoreHref: true } },
    { selector: 'table', format: 'dataTable', options: { uppercaseHeaderCells: false, colSpacing: 2, rowSpacing: 0 } },
    { selector: 'ul', options: { itemPrefix: '• ' } },
    ...HEADINGS,
    ...SKIPPED_ELEMENTS,
  ],
})

/**
 * Splits the text of an HTML document into passages: paragraphs with their headings, or questions with answers.
 * @throws UnreadableSourceError if there is no text
 */
export const parseHtmlPassages = (html: string): SourceParseResult => {
  const text = htmlToText(html)
  const truncationReport = html.length > MAX_CHARS ? [TOO_LONG_TEXT] : []
  if (isFaq(text)) {
    const { passages, report } = parseFaqPassages(text)
    return { passages: passages.map((passage) => ({ ...passage, place: null })), report: [...truncationReport, ...report] }
  }
  const { passages, report } = parseTextPassages(text, { hasMarkedHeadings: /^# /m.test(text) })
  return { passages, report: [...truncationReport, ...report] }
}
