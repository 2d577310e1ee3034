import mammoth from 'mammoth'
import readSheets from 'read-excel-file/node'
import type { Sheet } from '../parse-table.ts'
import type { SourceParseResult } from '../source-parse-result.ts'
import { parseHtmlPassages } from './parse-html.ts'
import { repackOfficeMarkup } from './repack-office-markup.ts'

/**
 * Splits the text of a DOCX file into passages.
 * @throws UnreadableSourceError; any error of the parser if the file is damaged
 */
export async function parseDocxPassages(bytes: Buffer): Promise<SourceParseResult> {
  const { value } = await mammoth.convertToHtml(
    { buffer: await repackOfficeMarkup(bytes) },
    // Removes images: their `src` would contain the whole image as text.
    { convertImage: mammoth.images.imgElement(async () => ({ src: '' })), externalFileAccess: false },
  )
  return parseHtmlPassages(value)
}

/** Maximum length of a sheet name in spreadsheet programs. Longer names in manipulated files are truncated. */
const MAX_SHEET_NAME_CHARS = 31

const DAY_FORMAT = new Intl.DateTimeFormat('pt-BR', { timeZone: 'UTC' })

/** Formats a cell for Brazilian readers: decimal comma, no thousands separators. */
const formatCell = (cell: string | number | boolean | Date | null | undefined): string => {
  if (cell === null || cell === undefined) return ''
  if (cell instanceof Date) return DAY_FORMAT.format(cell)
  if (typeof cell === 'number') return String(cell).replace('.', ',')
  if (typeof cell === 'boolean') return cell ? 'sim' : 'não'
  return cell
}

/**
 * Returns the sheets of an XLSX file as tables.
 * @throws UnreadableSourceError; any error of the parser if the file is damaged
 */
export async function parseXlsxSheets(bytes: Buffer): Promise<Sheet[]> {
  const sheets = await readSheets(await repackOfficeMarkup(bytes))
  return sheets.map(({ sheet, data }) => ({
    name: sheets.length > 1 ? sheet.slice(0, MAX_SHEET_NAME_CHARS) : null,
    rows: data.map((row) => row.map((cell) => formatCell(cell as Parameters<typeof formatCell>[0]))),
  }))
}
