import { createWriteStream } from 'node:fs'
import { mkdir, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ExportFormat } from '@prosa/contract/entities/reports/export'
import papaparse from 'papaparse'
import type { Config } from '../../platform/config/config.ts'
import type { Tx } from '../../platform/database/database.ts'
import { checkDiskSpaceWhileWriting } from '../../platform/files/disk-space.ts'
import { getPartialFilePath } from '../../platform/files/partial-file-path.ts'
import type { ExportPage, ExportRequest, ExportRow, ExportSource } from './ports.ts'

/** Maximum number of rows in one export file (3-team.md, section 6). */
export const MAX_EXPORT_ROWS = 200_000

export class TooManyRowsError extends Error {}

interface ExportFileOptions extends Pick<Config, 'databaseUrl'> {
  folder: string
  id: string
  format: ExportFormat
  source: ExportSource
  request: ExportRequest
}

/**
 * Writes an export file page by page, so that only one page is in memory. The file gets its final name when complete.
 * @param runInTransaction runs a function in a transaction of the organisation
 * @throws TooManyRowsError for more than MAX_EXPORT_ROWS rows
 */
export async function writeExportFile(
  runInTransaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>,
  { folder, id, format, source, request, databaseUrl }: ExportFileOptions,
): Promise<{ rows: number; size: number }> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, id)
  let rows = 0
  async function* pages() {
    let cursor: string | null = null
    do {
      const pageCursor: string | null = cursor
      const page: ExportPage = await runInTransaction((tx) => source.fetchPage(tx, request, pageCursor))
      rows += page.rows.length
      if (rows > MAX_EXPORT_ROWS) throw new TooManyRowsError()
      yield page.rows
      cursor = page.nextCursor
    } while (cursor !== null)
  }
  const text = format === 'csv' ? formatCsv(source.headings, pages()) : formatJson(pages())
  await pipeline(
    Readable.from(checkDiskSpaceWhileWriting(text, { folder, databaseUrl })),
    createWriteStream(getPartialFilePath(path), { mode: 0o600 }),
  )
  await rename(getPartialFilePath(path), path)
  return { rows, size: (await stat(path)).size }
}

/** Yields the text of a CSV file for the Portuguese version of Excel: byte order mark, semicolons, and escaped formulas (OPEN-11). */
async function* formatCsv(headings: readonly string[], pages: AsyncIterable<ExportRow[]>) {
  const lines = (cells: readonly (readonly string[])[]) =>
    `${papaparse.unparse(
      cells.map((row) => [...row]),
      { delimiter: ';', newline: '\r\n', escapeFormulae: true },
    )}\r\n`
  yield `\uFEFF${lines([headings])}`
  for await (const rows of pages) if (rows.length > 0) yield lines(rows.map(({ cells }) => cells))
}

async function* formatJson(pages: AsyncIterable<ExportRow[]>) {
  let separator = '[\n'
  for await (const rows of pages) {
    if (rows.length === 0) continue
    yield separator + rows.map(({ entity }) => JSON.stringify(entity)).join(',\n')
    separator = ',\n'
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n'
}
