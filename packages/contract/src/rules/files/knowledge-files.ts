import { formatMegabytes } from './file-size.ts'

/**
 * Rules for files in the knowledge base (2-agents.md, sections 5 and 9), checked in the browser before the upload and again on the server.
 */

const MB = 1024 * 1024
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

export interface KnowledgeFile {
  readonly mimeType: string
  /** Needed to distinguish CSV from plain text, which have the same MIME type. */
  readonly filename: string
  /** Size in bytes. */
  readonly size: number
}

/**
 * Returns the format as which a file is read, or as `refused` the error message why it is not accepted.
 * @param kind kind of knowledge source
 */
export function classifyKnowledgeFile(
  kind: 'file' | 'products',
  { mimeType, filename, size }: KnowledgeFile,
): { format: KnowledgeFormat } | { refused: string } {
  const textFormat = filename.toLowerCase().endsWith('.csv') ? 'csv' : 'txt'
  const format = mimeType === 'text/plain' ? textFormat : FORMAT_BY_MIME_TYPE[mimeType]
  if (format === undefined) return { refused: kind === 'products' ? NOT_A_TABLE_MESSAGE : UNSUPPORTED_FORMAT_MESSAGE }
  // Reads plain text as CSV if the file must contain products, whatever its extension.
  const resolvedFormat = kind === 'products' && format === 'txt' ? 'csv' : format
  if (kind === 'products' && !TABLE_FORMATS.includes(resolvedFormat)) return { refused: NOT_A_TABLE_MESSAGE }
  return size > MAX_FILE_BYTES ? { refused: TOO_LARGE_MESSAGE } : { format: resolvedFormat }
}
