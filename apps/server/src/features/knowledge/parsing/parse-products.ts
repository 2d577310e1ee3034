import { KNOWLEDGE_LIMITS, type Product } from '@prosa/contract/entities/agents/knowledge'
import { format } from 'date-fns/format'
import { isValid } from 'date-fns/isValid'
import { parse as parseDate } from 'date-fns/parse'
import { foldAccents, MAX_ROWS, parseCsvRows, parseTable, type Sheet, type TableRow, TOO_MANY_ROWS_TEXT } from './parse-table.ts'
import { type ParsedPassage, type SourceParseResult, UnreadableSourceError } from './source-parse-result.ts'

/** Patterns for the heading of each column, in lower case without accents. */
const COLUMN_PATTERNS = {
  name: /^(nome|produto|item|imovel|servico|modelo|titulo)/,
  price: /^(preco|valor|mensalidade)/,
  description: /^(descricao|detalhes|sobre)/,
  photo: /^(foto|imagem)/,
  link: /^(link|url|pagina|site)/,
  validUntil: /^(valido ate|validade|vale ate)/,
} as const
type Column = keyof typeof COLUMN_PATTERNS
/** Maximum length of a cell or heading that is copied into the text of each row. */
const MAX_REPEATED_CHARS = 80

type PriceReading = { readonly kind: 'cents'; readonly cents: number } | { readonly kind: 'ambiguous' | 'unreadable' }

/** Matches a number with thousands separators. Group 1: the separator; group 2: the decimals. */
const GROUPED_NUMBER = /^\d{1,3}(?:([.,])\d{3})(?:\1\d{3})*(?:(?!\1)[.,](\d{1,2}))?$/
const PLAIN_NUMBER = /^\d+(?:[.,]\d+)?$/

/**
 * Parses a price such as 'R$ 1.234,56' or '350 mil' into centavos. If both separators occur, the last one is the decimal separator. Returns
 * 'ambiguous' for a comma before three digits ('350,000') and for thousands before 'mil' ('1.250 mil').
 */
const parsePrice = (cellText: string): PriceReading => {
  const [, number = '', scale] =
    /^([\d.,]+)\s*(mil|milhoes|milhao|mi)?$/.exec(foldAccents(cellText).replace(/r\$/g, '').trim()) ?? []
  const grouped = GROUPED_NUMBER.exec(number)
  if (grouped && (scale !== undefined || /^\d{1,3},\d{3}$/.test(number))) return { kind: 'ambiguous' }
  if (!grouped && !PLAIN_NUMBER.test(number)) return { kind: 'unreadable' }
  const decimals = grouped ? (grouped[2] ?? '') : (/[.,](\d+)$/.exec(number)?.[1] ?? '')
  const integerPart = number.slice(0, decimals === '' ? undefined : -decimals.length - 1).replace(/[.,]/g, '')
  const multiplier = scale === undefined ? 1 : scale === 'mil' ? 1_000 : 1_000_000
  return { kind: 'cents', cents: Math.round(Number(`${integerPart}.${decimals || 0}`) * multiplier * 100) }
}

const PRICE_PROBLEMS = { unreadable: 'não é um número', ambiguous: 'pode ser lido de dois jeitos' } as const

/** Parses a date into 'yyyy-MM-dd'. Two-digit years are in this century. Returns null for an invalid date. */
const parseDay = (cellText: string): string | null => {
  const isoText = cellText.trim().replace(/^(\d{1,2})([/.-])(\d{1,2})\2(?:20)?(\d{2})$/, '20$4-$3-$1')
  const day = parseDate(isoText, 'yyyy-M-d', new Date(0))
  return isValid(day) && day.getFullYear() > 1999 ? format(day, 'yyyy-MM-dd') : null
}

const BRL = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' })
/** Formats a price in centavos as 'R$ 350.000,00'. Replaces the no-break space by a normal one. */
export const formatPriceBrl = (cents: number): string => BRL.format(cents / 100).replace(/\u00a0/g, ' ')

const isLink = (cellText: string): boolean => URL.canParse(cellText) && /^https?:/i.test(cellText)

interface Columns {
  readonly indexes: Readonly<Record<Column, number>>
  readonly others: readonly { readonly index: number; readonly heading: string }[]
}

const detectColumns = (headings: TableRow): Columns => {
  const findIndex = (column: Column): number =>
    headings.findIndex((heading) => COLUMN_PATTERNS[column].test(foldAccents(heading)))
  const names = Object.keys(COLUMN_PATTERNS) as Column[]
  const indexes = Object.fromEntries(names.map((column) => [column, findIndex(column)])) as Record<Column, number>
  const knownIndexes = new Set(Object.values(indexes))
  const others = headings.map((heading, index) => ({ index, heading: heading.trim().slice(0, MAX_REPEATED_CHARS) }))
  return { indexes, others: others.filter(({ index, heading }) => !knownIndexes.has(index) && heading !== '') }
}

/**
 * Converts a table row to a passage about a product. Returns null if the row has no product name. Calls `report` with a message for the
 * user if the name is missing, or a price or date is invalid.
 */
const parseProductRow = (
  { indexes, others }: Columns,
  row: TableRow,
  place: string,
  report: (line: string) => void,
): ParsedPassage | null => {
  const getCell = (index: number): string => (row[index] ?? '').trim()
  const name = getCell(indexes.name)
  if (name === '') {
    report('sem nome, não entrou.')
    return null
  }
  const [price, day] = [getCell(indexes.price), getCell(indexes.validUntil)]
  const parsedPrice = price === '' ? null : parsePrice(price)
  if (parsedPrice && parsedPrice.kind !== 'cents')
    report(`preço “${price.slice(0, MAX_REPEATED_CHARS)}” ${PRICE_PROBLEMS[parsedPrice.kind]}; entrou sem preço.`)
  const validUntil = day === '' ? null : parseDay(day)
  if (day !== '' && validUntil === null)
    report(`validade “${day.slice(0, MAX_REPEATED_CHARS)}” não é uma data; entrou sem validade.`)
  const attributes = Object.fromEntries(
    others.flatMap(({ index, heading }) => (getCell(index) === '' ? [] : [[heading, getCell(index).slice(0, 200)]])),
  )
  const product: Product = {
    name: name.slice(0, 200),
    price_cents: parsedPrice?.kind === 'cents' ? parsedPrice.cents : null,
    photo: isLink(getCell(indexes.photo)) ? getCell(indexes.photo) : null,
    link: isLink(getCell(indexes.link)) ? getCell(indexes.link) : null,
    valid_until: validUntil,
    attributes,
  }
  const textParts = [
    getCell(indexes.description),
    ...Object.entries(attributes).map(([key, value]) => `${key}: ${value}`),
  ].filter(Boolean)
  return {
    place,
    heading: null,
    question: null,
    text: [name, ...textParts].join('. ').slice(0, KNOWLEDGE_LIMITS.passageChars),
    product,
  }
}

const NO_NAME_COLUMN_TEXT = 'Não achei a coluna com o nome do produto.'

/**
 * Converts tables of products to passages. Ignores tables without a name column. Other unknown columns become attributes of the products.
 * @throws UnreadableSourceError if no table has a name column, or there are no products
 */
export const parseProductSheets = (sheets: readonly Sheet[]): SourceParseResult => {
  const tables = sheets.map((sheet) => parseTable(sheet)).filter(({ headings }) => detectColumns(headings).indexes.name >= 0)
  const report = tables.flatMap(({ report: tableReport }) => tableReport).slice(0, 1)
  if (tables.length === 0) throw new UnreadableSourceError(NO_NAME_COLUMN_TEXT)
  const rows = tables.flatMap(({ headings, rows: lines }) => {
    const columns = detectColumns(headings)
    return lines.map((line) => ({ columns, ...line }))
  })
  const passages = rows.slice(0, MAX_ROWS).flatMap(({ columns, row, place }): ParsedPassage[] => {
    const reportLine = (line: string) => report.push(`${place[0]?.toUpperCase()}${place.slice(1)}: ${line}`)
    const passage = parseProductRow(columns, row, place, reportLine)
    return passage === null ? [] : [passage]
  })
  if (rows.length > MAX_ROWS) report.push(TOO_MANY_ROWS_TEXT)
  if (passages.length === 0) throw new UnreadableSourceError('Não há produtos nesta planilha.')
  return { passages, report }
}

/**
 * Converts a CSV table of products to passages.
 * @throws as `parseProductSheets`
 */
export const parseProductPassages = (text: string): SourceParseResult =>
  parseProductSheets([{ name: null, rows: parseCsvRows(text) }])
