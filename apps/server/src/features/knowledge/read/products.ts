import { KNOWLEDGE, type Product } from '@prosa/contract/entities/knowledge'
import { format } from 'date-fns/format'
import { isValid } from 'date-fns/isValid'
import { parse as parseDate } from 'date-fns/parse'
import { type ReadPassage, type ReadSource, UnreadableSource } from './passage.ts'
import { fold, MOST_ROWS, type Row, readCsv, type Sheet, TOO_MANY_ROWS, tableOf } from './table.ts'

/** What a column's heading may be called, folded. */
const HEADINGS = {
  name: /^(nome|produto|item|imovel|servico|modelo|titulo)/,
  price: /^(preco|valor|mensalidade)/,
  description: /^(descricao|detalhes|sobre)/,
  photo: /^(foto|imagem)/,
  link: /^(link|url|pagina|site)/,
  validUntil: /^(valido ate|validade|vale ate)/,
} as const
type Column = keyof typeof HEADINGS
/** Characters of a cell, or of a heading, that are told again with each row: what a stranger's sheet holds in one has no end. */
const MOST_TOLD = 80

type PriceReading = { readonly kind: 'cents'; readonly cents: number } | { readonly kind: 'ambiguous' | 'unreadable' }

/** Whole thousands in groups of three, and what stands behind the last separator. */
const GROUPED = /^\d{1,3}(?:([.,])\d{3})(?:\1\d{3})*(?:(?!\1)[.,](\d{1,2}))?$/
const PLAIN = /^\d+(?:[.,]\d+)?$/

/**
 * Returns a price in centavos: '1.234,56', '1,234.56', 'R$ 350 mil', '350000', '1234.5'. The last of two kinds of separators is the decimal one.
 * A comma before three digits ('350,000'), or thousands before 'mil' ('1.250 mil'), can be read in two ways.
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

/** Returns a day as it is written in a sheet, of this century where its year has two digits; null where it is no day. */
const readDay = (written: string): string | null => {
  const dated = written.trim().replace(/^(\d{1,2})([/.-])(\d{1,2})\2(?:20)?(\d{2})$/, '20$4-$3-$1')
  const day = parseDate(dated, 'yyyy-M-d', new Date(0))
  return isValid(day) && day.getFullYear() > 1999 ? format(day, 'yyyy-MM-dd') : null
}

const BRL = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' })
/** 'R$ 350.000,00', with a plain space. */
export const priceText = (cents: number): string => BRL.format(cents / 100).replace(/\u00a0/g, ' ')

const isLink = (written: string): boolean => URL.canParse(written) && /^https?:/i.test(written)

interface Columns {
  readonly of: Readonly<Record<Column, number>>
  /** What no column of ours is, by its heading. */
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

/** A row as a product, told as `place`; what of it cannot be read is told to `report`. */
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

/** Tables with a heading for each column, those without a column of names left out; whatever is not known is an attribute. @throws UnreadableSource */
export const productSheets = (sheets: readonly Sheet[]): ReadSource => {
  const report: string[] = []
  const tables = sheets.map((sheet) => tableOf(sheet)).filter(({ headings }) => columnsOf(headings).of.name >= 0)
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

/** The same of a table as text. @throws UnreadableSource */
export const productPassages = (text: string): ReadSource => productSheets([{ name: null, rows: readCsv(text) }])
