import { isUtf8 } from 'node:buffer'
import { KNOWLEDGE } from '@prosa/contract/entities/knowledge'
import type { KnowledgeFormat } from '@prosa/contract/rules/knowledge-files'
import { faqPassages, isFaq } from '../faq.ts'
import type { ReadSource } from '../passage.ts'
import { productPassages, productSheets } from '../products.ts'
import { readCsv, tablePassages } from '../table.ts'
import { textPassages } from '../text.ts'

/** Bytes, and what they are to be read as. */
export interface Given {
  readonly format: KnowledgeFormat | 'html'
  readonly as: 'file' | 'products' | 'page'
  readonly bytes: Uint8Array<ArrayBuffer>
  /** How a page says that its characters are written. */
  readonly charset?: string
  /** Of a PDF's pages so many are read; absent: as many as a source may have. */
  readonly mostPages?: number
}

/** @returns that of UTF-8 for a name that nobody knows */
const decoderOf = (charset: string) => {
  try {
    return new TextDecoder(charset)
  } catch {
    return new TextDecoder('utf-8')
  }
}

/** True where most of what is not ASCII was none of its characters: some bytes that went wrong leave the others as they are. */
const isMostlyLost = (text: string): boolean => {
  let [lost, kept] = [0, 0]
  for (const character of text)
    if (character === '\uFFFD') lost += 1
    else if (character > '\u007F') kept += 1
  return lost > kept
}

/** Decodes text: UTF-16 by its byte order mark, and what is no UTF-8, whatever it says of itself, as Windows writes in Brazil. */
const textOf = (bytes: Uint8Array, charset = 'utf-8'): string => {
  const mark = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : charset
  const decoder = decoderOf(mark)
  const text = decoder.decode(bytes)
  if (decoder.encoding !== 'utf-8' || isUtf8(bytes) || !isMostlyLost(text)) return text
  return new TextDecoder('windows-1252').decode(bytes)
}

/** Reads what a file or a page says; each reader comes when it is needed. @throws UnreadableSource; whatever a reader throws at what is broken */
export async function readBytes({ format, as, bytes, charset, mostPages }: Given): Promise<ReadSource> {
  if (format === 'pdf') return (await import('./pdf.ts')).pdfPassages(bytes, mostPages)
  if (format === 'html') return (await import('./html.ts')).htmlPassages(textOf(bytes, charset))
  if (format === 'docx') return (await import('./office.ts')).docxPassages(Buffer.from(bytes))
  if (format === 'xlsx') {
    const sheets = await (await import('./office.ts')).xlsxSheets(Buffer.from(bytes))
    return as === 'products' ? productSheets(sheets) : tablePassages(sheets, KNOWLEDGE.passageChars)
  }
  const text = textOf(bytes, charset)
  if (as === 'products') return productPassages(text)
  if (format === 'csv') return tablePassages([{ name: null, rows: readCsv(text) }], KNOWLEDGE.passageChars)
  return isFaq(text) ? faqPassages(text) : textPassages(text)
}
