import mammoth from 'mammoth'
import readSheets from 'read-excel-file/node'
import type { ReadSource } from '../passage.ts'
import type { Sheet } from '../table.ts'
import { htmlPassages } from './html.ts'
import { repackMarkup } from './repack-markup.ts'

/** Returns the passages of a DOCX. @throws UnreadableSource; any error of the parser for a damaged file */
export async function docxPassages(bytes: Buffer): Promise<ReadSource> {
  const { value } = await mammoth.convertToHtml(
    { buffer: await repackMarkup(bytes) },
    // Images are ignored.
    { convertImage: mammoth.images.imgElement(async () => ({ src: '' })), externalFileAccess: false },
  )
  return htmlPassages(value)
}

/** Maximum length of a sheet's name in spreadsheet programs; a manipulated file may contain longer ones. */
const MOST_NAME = 31

const DAY = new Intl.DateTimeFormat('pt-BR', { timeZone: 'UTC' })

/** Returns a cell as it is written in Brazil; numbers have no thousands separator. */
const written = (cell: string | number | boolean | Date | null | undefined): string => {
  if (cell === null || cell === undefined) return ''
  if (cell instanceof Date) return DAY.format(cell)
  if (typeof cell === 'number') return String(cell).replace('.', ',')
  if (typeof cell === 'boolean') return cell ? 'sim' : 'não'
  return cell
}

/** Returns the tables of an XLSX. @throws UnreadableSource; any error of the parser for a damaged file */
export async function xlsxSheets(bytes: Buffer): Promise<Sheet[]> {
  const sheets = await readSheets(await repackMarkup(bytes))
  return sheets.map(({ sheet, data }) => ({
    name: sheets.length > 1 ? sheet.slice(0, MOST_NAME) : null,
    rows: data.map((row) => row.map((cell) => written(cell as Parameters<typeof written>[0]))),
  }))
}
