import { parseCsv } from './parse-csv.ts'
import { type ParsedPassage, type SourceParseResult, UnreadableSourceError } from './source-parse-result.ts'

export type TableRow = readonly string[]

/** Table in a file, such as a sheet of a spreadsheet. */
export interface Sheet {
  /** Name of the sheet; null if the file has only one sheet. */
  readonly name: string | null
  readonly rows: readonly TableRow[]
}

/** Maximum number of table rows read from one knowledge source. */
export const MAX_ROWS = 5_000
export const TOO_MANY_ROWS_TEXT = `Só as primeiras ${MAX_ROWS.toLocaleString('pt-BR')} linhas entraram.`

export const foldAccents = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()

/**
 * Maximum number of lines read from a CSV file. More than the maximum number of rows, because lines may be empty and rows may span several
 * lines.
 */
const MAX_LINES = 4 * MAX_ROWS
/** Maximum number of columns of a table, to limit the work per row. */
const MAX_COLUMNS = 200
const TOO_MANY_COLUMNS_TEXT = `Só as primeiras ${MAX_COLUMNS} colunas entraram.`
/** Maximum number of characters in one line, and in all lines together (2,000 per row). */
const [MAX_LINE_CHARS, MAX_TOTAL_CHARS] = [1_000_000, 2_000 * MAX_ROWS]

function getFirstLines(text: string): string {
  let end = 0
  for (let n = 0; n < MAX_LINES && end < MAX_TOTAL_CHARS; n += 1) {
    const next = text.indexOf('\n', end + 1)
    const lineEnd = next === -1 ? text.length : next
    if (lineEnd - end > MAX_LINE_CHARS) return text.slice(0, end + MAX_LINE_CHARS)
    end = lineEnd
    if (next === -1) break
  }
  return text.slice(0, end)
}

/** Matches the line in which Excel declares the separator of a CSV file: `sep=;`. */
const NAMED_SEPARATOR = /^\uFEFF?"?sep=(.)"?\r?\n/i

/** Parses the first lines of a CSV text into rows. Detects the separator. */
export const parseCsvRows = (text: string): TableRow[] => {
  const [line = '', delimiter = ''] = NAMED_SEPARATOR.exec(text.slice(0, 10)) ?? []
  const rows = getFirstLines(text.slice(line.length))
    .replace(/^\uFEFF/, '')
    .trimEnd()
  // Allows one cell more than the maximum, to detect that a table has too many columns.
  const limits = { maxRows: MAX_LINES, maxCells: MAX_COLUMNS + 1 }
  const data = parseCsv(rows, delimiter === '' || delimiter === '"' ? limits : { ...limits, separator: delimiter })
  // Returns an empty row for the `sep=` line, so that row numbers equal line numbers.
  return line === '' ? data : [[], ...data]
}

const isEmpty = (row: TableRow): boolean => row.every((cell) => cell.trim() === '')

/**
 * Splits a sheet into headings and rows. The first row with at least two filled cells contains the headings. Rows above it, such as a
 * title, are ignored. `place`: name of a row with its number in spreadsheet programs.
 */
export const parseTable = ({ name, rows: allRows }: Sheet) => {
  const rows = allRows.map((row) => row.slice(0, MAX_COLUMNS))
  const isWide = (row: TableRow): boolean => row.filter((cell) => cell.trim() !== '').length > 1
  const firstWideRow = rows.findIndex(isWide)
  const headingIndex = firstWideRow === -1 ? rows.findIndex((row) => !isEmpty(row)) : firstWideRow
  const sheetPrefix = name === null ? '' : `${name}, `
  return {
    headings: rows[headingIndex] ?? [],
    report: allRows.some((row) => row.length > MAX_COLUMNS) ? [TOO_MANY_COLUMNS_TEXT] : [],
    rows: rows
      .map((row, index) => ({ row, index, place: `${sheetPrefix}linha ${index + 1}` }))
      .filter(({ row, index }) => index > headingIndex && !isEmpty(row)),
  }
}

const QUESTION_HEADING = /^(?:pergunta|duvida)/
const ANSWER_HEADING = /^resposta/

/**
 * Converts tables to passages of at most `maxChars` characters. Tables with a question and an answer column give questions with answers;
 * other rows become 'heading: cell' pairs.
 * @throws UnreadableSourceError if there are none
 */
export const parseTablePassages = (sheets: readonly Sheet[], maxChars: number): SourceParseResult => {
  const tables = sheets.map((sheet) => parseTable(sheet))
  const rows = tables.flatMap(({ headings, rows: lines }): ParsedPassage[] => {
    const [questionColumn, answerColumn] = [QUESTION_HEADING, ANSWER_HEADING].map((name) =>
      headings.findIndex((heading) => name.test(foldAccents(heading))),
    )
    return lines.flatMap(({ row, place }): ParsedPassage[] => {
      const getCell = (at: number | undefined): string => (row[at ?? -1] ?? '').trim()
      const [question, answer] = [getCell(questionColumn), getCell(answerColumn)]
      if (question !== '' && answer !== '')
        return [{ place, heading: null, question: question.slice(0, 500), text: answer.slice(0, maxChars), product: null }]
      const cellTexts = row.map((each, index) => [headings[index]?.trim(), each.trim()].filter(Boolean).join(': '))
      const text = cellTexts.filter((each, index) => getCell(index) !== '' && each !== '').join('. ')
      return text === '' ? [] : [{ place, heading: null, question: null, text: text.slice(0, maxChars), product: null }]
    })
  })
  if (rows.length === 0) throw new UnreadableSourceError('Não há texto para ler.')
  const report = [
    ...(rows.length > MAX_ROWS ? [TOO_MANY_ROWS_TEXT] : []),
    ...tables.flatMap(({ report: tableReport }) => tableReport).slice(0, 1),
  ]
  return { passages: rows.slice(0, MAX_ROWS), report }
}
