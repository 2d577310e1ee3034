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

/** '1.234,56', 'R$ 350 mil', '350000', '1234.5' in centavos; null where it is no number. */
const readPrice = (written: string): number | null => {
  const plain = fold(written).replace(/r\$/g, '').trim()
  const found = /^([\d.,]+)\s*(mil|milhoes|milhao|mi)?$/.exec(plain)
  if (!found?.[1]) return null
  const hasComma = found[1].includes(',')
  const thousands = /^\d{1,3}(?:\.\d{3})+$/.test(found[1])
  const number = Number(hasComma || thousands ? found[1].replaceAll('.', '').replace(',', '.') : found[1])
  if (!Number.isFinite(number)) return null
  const times = found[2] === undefined ? 1 : found[2] === 'mil' ? 1_000 : 1_000_000
  return Math.round(number * times * 100)
}

/** A day as it stands in a sheet; null where it is none. */
const readDay = (written: string): string | null => {
  for (const form of ['dd/MM/yyyy', 'dd/MM/yy', 'yyyy-MM-dd']) {
    const day = parseDate(written.trim(), form, new Date(0))
    if (isValid(day) && day.getFullYear() > 1999) return format(day, 'yyyy-MM-dd')
  }
  return null
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
  const cents = price === '' ? null : readPrice(price)
  if (price !== '' && cents === null) report(`preço “${price.slice(0, MOST_TOLD)}” não é um número; entrou sem preço.`)
  const until = day === '' ? null : readDay(day)
  if (day !== '' && until === null) report(`validade “${day.slice(0, MOST_TOLD)}” não é uma data; entrou sem validade.`)
  const attributes = Object.fromEntries(
    others.flatMap(({ at, heading }) => (cell(at) === '' ? [] : [[heading, cell(at).slice(0, 200)]])),
  )
  const product: Product = {
    name: name.slice(0, 200),
    price_cents: cents,
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
