import { KNOWLEDGE } from '@prosa/contract/entities/knowledge'
import { decodeText } from '@prosa/contract/rules/decode-text'
import type { KnowledgeFormat } from '@prosa/contract/rules/knowledge-files'
import { faqPassages, isFaq } from '../faq.ts'
import type { ReadSource } from '../passage.ts'
import { productPassages, productSheets } from '../products.ts'
import { readCsv, tablePassages } from '../table.ts'
import { textPassages } from '../text.ts'

/** Content, and how it is to be read. */
export interface Given {
  readonly format: KnowledgeFormat | 'html'
  readonly as: 'file' | 'products' | 'page'
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Character set of a page. */
  readonly charset?: string
  /** Maximum number of pages of a PDF; by default that of a source. */
  readonly mostPages?: number
}

/**
 * Returns the passages of a file or page; parsers are imported on demand.
 * @throws UnreadableSource; any error of a parser for a damaged file
 */
export async function readBytes({ format, as, bytes, charset, mostPages }: Given): Promise<ReadSource> {
  if (format === 'pdf') return (await import('./pdf.ts')).pdfPassages(bytes, mostPages)
  if (format === 'html') return (await import('./html.ts')).htmlPassages(decodeText(bytes, charset))
  if (format === 'docx') return (await import('./office.ts')).docxPassages(Buffer.from(bytes))
  if (format === 'xlsx') {
    const sheets = await (await import('./office.ts')).xlsxSheets(Buffer.from(bytes))
    return as === 'products' ? productSheets(sheets) : tablePassages(sheets, KNOWLEDGE.passageChars)
  }
  const text = decodeText(bytes, charset)
  if (as === 'products') return productPassages(text)
  if (format === 'csv') return tablePassages([{ name: null, rows: readCsv(text) }], KNOWLEDGE.passageChars)
  return isFaq(text) ? faqPassages(text) : textPassages(text)
}
