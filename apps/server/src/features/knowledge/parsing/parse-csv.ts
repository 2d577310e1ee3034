/** Possible column separators, the most common first. */
const SEPARATORS = [',', '\t', '|', ';', '\u001e', '\u001f']
const SAMPLE_ROWS = 10

interface CsvLimits {
  readonly maxRows: number
  /** Maximum number of cells per row. Further cells are ignored. */
  readonly maxCells: number
}

/**
 * Returns the position of the first character from `start` that is not a space, tab or no-break space. A tab that is the separator is not
 * skipped.
 */
function skipBlanks(text: string, start: number, separator: string): number {
  let at = start
  for (let char = text[at]; char === ' ' || char === '\t' || char === '\u00a0'; char = text[at]) {
    if (char === separator) break
    at += 1
  }
  return at
}

/** Whether a cell ends at `at`: at a separator, a line break or the end of the text. */
const isCellEnd = (text: string, at: number, separator: string): boolean =>
  at >= text.length || text[at] === separator || text[at] === '\n' || text[at] === '\r'

/**
 * Finds the closing quote of a cell: the first quote that is followed by the end of the cell. Other quotes are part of the text. Reads each
 * character once, so that the time is linear.
 * @returns positions of the quote and of the cell's end; the end of the text if there is no closing quote
 */
function findClosingQuote(text: string, start: number, separator: string): { quote: number; end: number } {
  for (let quote = text.indexOf('"', start); quote !== -1; ) {
    if (text[quote + 1] === '"') {
      quote = text.indexOf('"', quote + 2)
      continue
    }
    const end = skipBlanks(text, quote + 1, separator)
    if (isCellEnd(text, end, separator)) return { quote, end }
    quote = text.indexOf('"', end)
  }
  return { quote: text.length, end: text.length }
}

/** Parses rows of separated cells. Quoted cells may contain separators, line breaks and doubled quotes. */
function parseRows(text: string, separator: string, { maxRows, maxCells }: CsvLimits): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  for (let at = 0; rows.length < maxRows; ) {
    let end: number
    let cell: string
    if (text[at] === '"') {
      const closing = findClosingQuote(text, at + 1, separator)
      cell = text.slice(at + 1, closing.quote).replaceAll('""', '"')
      end = closing.end
    } else {
      end = at
      while (!isCellEnd(text, end, separator)) end += 1
      cell = text.slice(at, end)
    }
    if (row.length < maxCells) row.push(cell)
    at = end + 1
    if (text[end] === separator) continue
    rows.push(row)
    row = []
    if (end >= text.length) break
    if (text[end] === '\r' && text[at] === '\n') at += 1
  }
  return rows
}

/**
 * Detects the separator that splits the first rows into the most uniform number of cells, at least two. Prefers more cells if several
 * separators are equal.
 */
function guessSeparator(text: string, maxCells: number): string {
  let [best, minSpread, maxMean] = [',', Number.POSITIVE_INFINITY, 0]
  for (const separator of SEPARATORS) {
    const sample = parseRows(text, separator, { maxRows: SAMPLE_ROWS, maxCells })
    const widths = sample.filter(([first, ...rest]) => rest.length > 0 || first !== '').map(({ length }) => length)
    const mean = widths.reduce((sum, width) => sum + width, 0) / widths.length
    const spread = widths.reduce((sum, width, index) => sum + Math.abs(width - (widths[index - 1] ?? width)), 0)
    if (mean > 1.99 && (spread < minSpread || (spread === minSpread && mean > maxMean)))
      [best, minSpread, maxMean] = [separator, spread, mean]
  }
  return best
}

/** Parses a CSV text into rows of cells in linear time. Detects the separator if none is given. */
export function parseCsv(text: string, { separator, ...limits }: CsvLimits & { separator?: string }): string[][] {
  if (text === '') return []
  return parseRows(text, separator ?? guessSeparator(text, limits.maxCells), limits)
}
