import { megabytes } from './file-size.ts'

/** Which files agents may answer from (2-agents.md, sections 5 and 9); the browser asks before it uploads, and the server decides. */

const MB = 1024 * 1024
/** The largest that is read. */
const MOST_BYTES = 20 * MB

const OFFICE = 'application/vnd.openxmlformats-officedocument.'
const BY_TYPE: Readonly<Record<string, KnowledgeFormat>> = {
  'application/pdf': 'pdf',
  [`${OFFICE}wordprocessingml.document`]: 'docx',
  [`${OFFICE}spreadsheetml.sheet`]: 'xlsx',
}
export type KnowledgeFormat = 'pdf' | 'docx' | 'xlsx' | 'csv' | 'txt'

const SHEETS: readonly KnowledgeFormat[] = ['xlsx', 'csv']
const NOT_READ = 'Envie PDF, DOCX, XLSX, CSV ou TXT.'
const NO_SHEET = 'Envie a planilha em XLSX ou CSV.'
const TOO_LARGE = `O arquivo passa de ${megabytes(MOST_BYTES)} MB.`

/** A file by what it is: its type as its content says it, and its name where plain text may be a table. */
export interface KnowledgeFile {
  readonly mimeType: string
  readonly filename: string
  /** In bytes. */
  readonly size: number
}

/** How a file is read, or why it is not. `kind`: what is to be made of it. Pure. */
export function judgeKnowledgeFile(
  kind: 'file' | 'products',
  { mimeType, filename, size }: KnowledgeFile,
): { format: KnowledgeFormat } | { refused: string } {
  const plain = filename.toLowerCase().endsWith('.csv') ? 'csv' : 'txt'
  const format = mimeType === 'text/plain' ? plain : BY_TYPE[mimeType]
  if (format === undefined) return { refused: kind === 'products' ? NO_SHEET : NOT_READ }
  // A table is a table, whatever its file's name ends in.
  const asked = kind === 'products' && format === 'txt' ? 'csv' : format
  if (kind === 'products' && !SHEETS.includes(asked)) return { refused: NO_SHEET }
  return size > MOST_BYTES ? { refused: TOO_LARGE } : { format: asked }
}
