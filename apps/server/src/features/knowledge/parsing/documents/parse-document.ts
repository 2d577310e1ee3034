import { KNOWLEDGE_LIMITS } from '@prosa/contract/entities/agents/knowledge'
import { decodeText } from '@prosa/contract/rules/files/decode-text'
import type { KnowledgeFormat } from '@prosa/contract/rules/files/knowledge-files'
import { isFaq, parseFaqPassages } from '../parse-faq.ts'
import { parseProductPassages, parseProductSheets } from '../parse-products.ts'
import { parseCsvRows, parseTablePassages } from '../parse-table.ts'
import { parseTextPassages } from '../parse-text.ts'
import type { SourceParseResult } from '../source-parse-result.ts'

export interface DocumentContent {
  readonly format: KnowledgeFormat | 'html'
  readonly contentKind: 'file' | 'products' | 'page'
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Declared character set of a web page. */
  readonly charset?: string
  /** Maximum number of PDF pages to read. Defaults to the limit for knowledge sources. */
  readonly maxPages?: number
}

/**
 * Splits the text of a file or web page into passages. Loads parsers only when they are needed.
 * @throws UnreadableSourceError; any error of a parser if the file is damaged
 */
export async function parseDocument({
  format,
  contentKind,
  bytes,
  charset,
  maxPages,
}: DocumentContent): Promise<SourceParseResult> {
  if (format === 'pdf') return (await import('./parse-pdf.ts')).parsePdfPassages(bytes, maxPages)
  if (format === 'html') return (await import('./parse-html.ts')).parseHtmlPassages(decodeText(bytes, charset))
  if (format === 'docx') return (await import('./parse-office.ts')).parseDocxPassages(Buffer.from(bytes))
  if (format === 'xlsx') {
    const sheets = await (await import('./parse-office.ts')).parseXlsxSheets(Buffer.from(bytes))
    return contentKind === 'products' ? parseProductSheets(sheets) : parseTablePassages(sheets, KNOWLEDGE_LIMITS.passageChars)
  }
  const text = decodeText(bytes, charset)
  if (contentKind === 'products') return parseProductPassages(text)
  if (format === 'csv') return parseTablePassages([{ name: null, rows: parseCsvRows(text) }], KNOWLEDGE_LIMITS.passageChars)
  return isFaq(text) ? parseFaqPassages(text) : parseTextPassages(text)
}
