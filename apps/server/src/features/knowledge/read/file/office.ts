import mammoth from 'mammoth'
import readSheets from 'read-excel-file/node'
import type { ReadSource } from '../passage.ts'
import type { Sheet } from '../table.ts'
import { htmlPassages } from './html.ts'
import { holdsNotTooMuch } from './unpacked.ts'

/** What a DOCX says. @throws UnreadableSource; whatever the reader throws at a broken one */
export async function docxPassages(bytes: Buffer): Promise<ReadSource> {
  await holdsNotTooMuch(bytes)
  const { value } = await mammoth.convertToHtml(
    { buffer: bytes },
    // Pictures say nothing here.
    { convertImage: mammoth.images.imgElement(async () => ({ src: '' })), externalFileAccess: false },
  )
  return htmlPassages(value)
}

/** Characters of a sheet's name, as the program that makes them has it; whoever writes the file by hand may write more. */
const MOST_NAME = 31

const DAY = new Intl.DateTimeFormat('pt-BR', { timeZone: 'UTC' })

/** A cell as somebody here would write it: a number of a sheet has no dot for its thousands. */
const written = (cell: string | number | boolean | Date | null | undefined): string => {
  if (cell === null || cell === undefined) return ''
  if (cell instanceof Date) return DAY.format(cell)
  if (typeof cell === 'number') return String(cell).replace('.', ',')
  if (typeof cell === 'boolean') return cell ? 'sim' : 'não'
  return cell
}

/** The tables of an XLSX. @throws UnreadableSource; whatever the reader throws at a broken one */
export async function xlsxSheets(bytes: Buffer): Promise<Sheet[]> {
  await holdsNotTooMuch(bytes)
  const sheets = await readSheets(bytes)
  return sheets.map(({ sheet, data }) => ({
    name: sheets.length > 1 ? sheet.slice(0, MOST_NAME) : null,
    rows: data.map((row) => row.map((cell) => written(cell as Parameters<typeof written>[0]))),
  }))
}
