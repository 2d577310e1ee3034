import { createWriteStream } from 'node:fs'
import { mkdir, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ExportFormat } from '@prosa/contract/entities/export'
import papaparse from 'papaparse'
import type { Config } from '../../kernel/config.ts'
import type { Tx } from '../../kernel/db/database.ts'
import { withinDiskRoom } from '../../kernel/disk-space.ts'
import { partOf } from '../../kernel/part-of.ts'
import type { ExportAsked, ExportPage, ExportRow, ExportSource } from './ports.ts'

/** Maximum number of rows per file (3-team.md, section 6). */
export const EXPORT_MAX_ROWS = 200_000

export class TooManyRows extends Error {}

interface Wanted extends Pick<Config, 'databaseUrl'> {
  folder: string
  id: string
  format: ExportFormat
  source: ExportSource
  asked: ExportAsked
}

/**
 * Writes a file page by page, so that only one page is in memory. The file gets its final name when it is complete.
 * @throws TooManyRows beyond EXPORT_MAX_ROWS
 */
export async function writeFile(
  read: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>,
  { folder, id, format, source, asked, databaseUrl }: Wanted,
): Promise<{ rows: number; size: number }> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, id)
  let rows = 0
  async function* pages() {
    let cursor: string | null = null
    do {
      const from: string | null = cursor
      const page: ExportPage = await read((tx) => source.page(tx, asked, from))
      rows += page.rows.length
      if (rows > EXPORT_MAX_ROWS) throw new TooManyRows()
      yield page.rows
      cursor = page.nextCursor
    } while (cursor !== null)
  }
  const text = format === 'csv' ? asTable(source.headings, pages()) : asJson(pages())
  await pipeline(Readable.from(withinDiskRoom(text, { folder, databaseUrl })), createWriteStream(partOf(path), { mode: 0o600 }))
  await rename(partOf(path), path)
  return { rows, size: (await stat(path)).size }
}

/** Yields a CSV file for Excel in Portuguese: byte order mark, semicolons, and cells that cannot be executed as formulas (OPEN-11). */
async function* asTable(headings: readonly string[], pages: AsyncIterable<ExportRow[]>) {
  const lines = (cells: readonly (readonly string[])[]) =>
    `${papaparse.unparse(
      cells.map((row) => [...row]),
      { delimiter: ';', newline: '\r\n', escapeFormulae: true },
    )}\r\n`
  yield `\uFEFF${lines([headings])}`
  for await (const rows of pages) if (rows.length > 0) yield lines(rows.map(({ cells }) => cells))
}

async function* asJson(pages: AsyncIterable<ExportRow[]>) {
  let before = '[\n'
  for await (const rows of pages) {
    if (rows.length === 0) continue
    yield before + rows.map(({ entity }) => JSON.stringify(entity)).join(',\n')
    before = ',\n'
  }
  yield before === '[\n' ? '[]\n' : '\n]\n'
}
