import { KNOWLEDGE, type Product } from '@prosa/contract/entities/knowledge'
import { format } from 'date-fns/format'
import { isValid } from 'date-fns/isValid'
import { parse as parseDate } from 'date-fns/parse'
import { type ReadPassage, type ReadSource, UnreadableSource } from './passage.ts'
import { fold, MOST_ROWS, type Row, readCsv, type Sheet, TOO_MANY_ROWS, tableOf } from './table.ts'

/** Patterns for the heading of each column, in folded text. */
const HEADINGS = {
  name: /^(nome|produto|item|imovel|servico|modelo|titulo)/,
  price: /^(preco|valor|mensalidade)/,
  description: /^(descricao|detalhes|sobre)/,
  photo: /^(foto|imagem)/,
  link: /^(link|url|pagina|site)/,
  validUntil: /^(valido ate|validade|vale ate)/,
} as const
type Column = keyof typeof HEADINGS
/** Maximum number of characters of a cell or heading that is repeated in each row or report line. */
const MOST_TOLD = 80

type PriceReading = { readonly kind: 'cents'; readonly cents: number } | { readonly kind: 'ambiguous' | 'unreadable' }

/** Matches a number with thousands separators. Group 2 is the decimals. */
const GROUPED = /^\d{1,3}(?:([.,])\d{3})(?:\1\d{3})*(?:(?!\1)[.,](\d{1,2}))?$/
const PLAIN = /^\d+(?:[.,]\d+)?$/

/**
 * Parses a price in centavos: '1.234,56', '1,234.56', 'R$ 350 mil', '350000', '1234.5'. If there are two kinds of separators, the last is
 * the decimal one. Returns 'ambiguous' for a comma before three digits ('350,000') and for thousands before 'mil' ('1.250 mil').
 */
const readPrice = (written: string): PriceReading => {
  const [, number = '', scale] = /^([\d.,]+)\s*(mil|milhoes|milhao|mi)?$/.exec(fold(written).replace(/r\$/g, '').trim()) ?? []
  const grouped = GROUPED.exec(number)
  if (grouped && (scale !== undefined || /^\d{1,3},\d{3}$/.test(number))) return { kind: 'ambiguous' }
  if (!grouped && !PLAIN.test(number)) return { kind: 'unreadable' }
  const decimals = grouped ? (grouped[2] ?? '') : (/[.,](\d+)$/.exec(number)?.[1] ?? '')
  const whole = number.slice(0, decimals === '' ? undefined : -decimals.length - 1).replace(/[.,]/g, '')
  const times = scale === undefined ? 1 : scale === 'mil' ? 1_000 : 1_000_000
  return { kind: 'cents', cents: Math.round(Number(`${whole}.${decimals || 0}`) * times * 100) }
}

const PRICE_PROBLEMS = { unreadable: 'não é um número', ambiguous: 'pode ser lido de dois jeitos' } as const

/**
 * Parses a day in a cell and returns it as 'yyyy-MM-dd'. A two-digit year belongs to this century. Returns null if it is not a valid day.
 */
const readDay = (written: string): string | null => {
  const dated = written.trim().replace(/^(\d{1,2})([/.-])(\d{1,2})\2(?:20)?(\d{2})$/, '20$4-$3-$1')
  const day = parseDate(dated, 'yyyy-M-d', new Date(0))
  return isValid(day) && day.getFullYear() > 1999 ? format(day, 'yyyy-MM-dd') : null
}

const BRL = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' })
/** Formats centavos as 'R$ 350.000,00', with a plain space. */
export const priceText = (cents: number): string => BRL.format(cents / 100).replace(/\u00a0/g, ' ')

const isLink = (written: string): boolean => URL.canParse(written) && /^https?:/i.test(written)

interface Columns {
  readonly of: Readonly<Record<Column, number>>
  /** Columns with any other heading. */
  readonly others: readonly { readonly at: number; readonly heading: string }[]
}

const columnsOf = (headings: Row): Columns => {
  const find = (which: Column): number => headings.findIndex((heading) => HEADINGS[which].test(fold(heading)))
  const names = Object.keys(HEADINGS) as Column[]
  const of = Object.fromEntries(names.map((which) => [which, find(which)])) as Record<Column, number>
  const known = new Set(Object.values(of))
  const others = headings.map((heading, at) => ({ at, heading: heading.trim().slice(0, MOST_TOLD) }))
  return { of, others: others.filter(({ at, heading }) => !known.has(at) && heading !== '') }
}

/**
 * Converts a row to a passage about a product; `place` names the row. Returns null without a product name. `report` receives a line for
 * each cell that does not parse.
 */
const productOf = ({ of, others }: Columns, row: Row, place: string, report: (line: string) => void): ReadPassage | null => {
  const cell = (at: number): string => (row[at] ?? '').trim()
  const name = cell(of.name)
  if (name === '') {
    report('sem nome, não entrou.')
    return null
  }
  const [price, day] = [cell(of.price), cell(of.validUntil)]
  const reading = price === '' ? null : readPrice(price)
  if (reading && reading.kind !== 'cents')
    report(`preço “${price.slice(0, MOST_TOLD)}” ${PRICE_PROBLEMS[reading.kind]}; entrou sem preço.`)
  const until = day === '' ? null : readDay(day)
  if (day !== '' && until === null) report(`validade “${day.slice(0, MOST_TOLD)}” não é uma data; entrou sem validade.`)
  const attributes = Object.fromEntries(
    others.flatMap(({ at, heading }) => (cell(at) === '' ? [] : [[heading, cell(at).slice(0, 200)]])),
  )
  const product: Product = {
    name: name.slice(0, 200),
    price_cents: reading?.kind === 'cents' ? reading.cents : null,
    photo: isLink(cell(of.photo)) ? cell(of.photo) : null,
    link: isLink(cell(of.link)) ? cell(of.link) : null,
    valid_until: until,
    attributes,
  }
  const said = [cell(of.description), ...Object.entries(attributes).map(([key, value]) => `${key}: ${value}`)].filter(Boolean)
  return { place, heading: null, question: null, text: [name, ...said].join('. ').slice(0, KNOWLEDGE.passageChars), product }
}

const NO_NAMES = 'Não achei a coluna com o nome do produto.'

/**
 * Converts tables of products to passages. Skips tables without a name column; columns with unknown headings become attributes.
 * @throws UnreadableSource
 */
export const productSheets = (sheets: readonly Sheet[]): ReadSource => {
  const tables = sheets.map((sheet) => tableOf(sheet)).filter(({ headings }) => columnsOf(headings).of.name >= 0)
  const report = tables.flatMap(({ report: cut }) => cut).slice(0, 1)
  if (tables.length === 0) throw new UnreadableSource(NO_NAMES)
  const rows = tables.flatMap(({ headings, rows: lines }) => {
    const columns = columnsOf(headings)
    return lines.map((line) => ({ columns, ...line }))
  })
  const passages = rows.slice(0, MOST_ROWS).flatMap(({ columns, row, place }): ReadPassage[] => {
    const told = (line: string) => report.push(`${place[0]?.toUpperCase()}${place.slice(1)}: ${line}`)
    const passage = productOf(columns, row, place, told)
    return passage === null ? [] : [passage]
  })
  if (rows.length > MOST_ROWS) report.push(TOO_MANY_ROWS)
  if (passages.length === 0) throw new UnreadableSource('Não há produtos nesta planilha.')
  return { passages, report }
}

/** Like `productSheets`, for a table as CSV text. @throws UnreadableSource */
export const productPassages = (text: string): ReadSource => productSheets([{ name: null, rows: readCsv(text) }])
