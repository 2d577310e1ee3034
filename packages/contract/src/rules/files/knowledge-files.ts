import { formatMegabytes } from './file-size.ts'

/**
 * Rules for files in the knowledge base (2-agents.md, sections 5 and 9). The browser checks a file before the upload, and the server checks
 * it again.
 */

const MB = 1024 * 1024
/** Maximum size in bytes of a file that is used as a knowledge source. */
const MAX_FILE_BYTES = 20 * MB

const OFFICE = 'application/vnd.openxmlformats-officedocument.'
const FORMAT_BY_MIME_TYPE: Readonly<Record<string, KnowledgeFormat>> = {
  'application/pdf': 'pdf',
  [`${OFFICE}wordprocessingml.document`]: 'docx',
  [`${OFFICE}spreadsheetml.sheet`]: 'xlsx',
}
export type KnowledgeFormat = 'pdf' | 'docx' | 'xlsx' | 'csv' | 'txt'

const TABLE_FORMATS: readonly KnowledgeFormat[] = ['xlsx', 'csv']
const UNSUPPORTED_FORMAT_MESSAGE = 'Envie PDF, DOCX, XLSX, CSV ou TXT.'
const NOT_A_TABLE_MESSAGE = 'Envie a planilha em XLSX ou CSV.'
const TOO_LARGE_MESSAGE = `O arquivo passa de ${formatMegabytes(MAX_FILE_BYTES)} MB.`

/**
 * A file for the knowledge base. `mimeType`: type of its content. `filename`: distinguishes CSV from plain text, which have the same MIME
 * type.
 */
export interface KnowledgeFile {
  readonly mimeType: string
  readonly filename: string
  /** Size in bytes. */
  readonly size: number
}

/**
 * Returns the format as which a file is read, or in `refused` the error message why it is not accepted. `kind`: kind of knowledge source
 * that the file is for.
 */
export function classifyKnowledgeFile(
  kind: 'file' | 'products',
  { mimeType, filename, size }: KnowledgeFile,
): { format: KnowledgeFormat } | { refused: string } {
  const textFormat = filename.toLowerCase().endsWith('.csv') ? 'csv' : 'txt'
  const format = mimeType === 'text/plain' ? textFormat : FORMAT_BY_MIME_TYPE[mimeType]
  if (format === undefined) return { refused: kind === 'products' ? NOT_A_TABLE_MESSAGE : UNSUPPORTED_FORMAT_MESSAGE }
  // In a file of products, plain text is read as CSV, whatever the filename extension is.
  const resolvedFormat = kind === 'products' && format === 'txt' ? 'csv' : format
  if (kind === 'products' && !TABLE_FORMATS.includes(resolvedFormat)) return { refused: NOT_A_TABLE_MESSAGE }
  return size > MAX_FILE_BYTES ? { refused: TOO_LARGE_MESSAGE } : { format: resolvedFormat }
}
