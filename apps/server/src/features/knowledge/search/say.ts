import type { Product } from '@prosa/contract/entities/knowledge'
import { priceText } from '../read/products.ts'
import { type Found, productWords, type Search } from './find-passages.ts'
import { coverage, matchIn } from './rank.ts'
import { synonymsOf } from './synonyms.ts'
import { meaningsOf } from './words.ts'

/** An answer in the words of a source, and its passages. */
export interface Said {
  readonly text: string
  readonly from: readonly Found[]
}

/** Minimum share of the question that an answer must cover. */
const COVERED = 0.62
/** Minimum share of an FAQ entry's question that must have been asked. */
const ASKED = 0.34
/** Minimum share of an FAQ entry's question that must have been asked if the lead's question is a single word. */
const ASKED_ALONE = 0.5
/** Share of the question that an answer must cover to count however the FAQ entry's question is worded; also for headings and products. */
const COVERED_WELL = 0.85
/** Share of the question that an answer must cover if the FAQ entry's question was asked completely, with additional words. */
const COVERED_HALF = 0.52
const MOST_CHARS = 300
const MOST_PRODUCTS = 3

const PRICE_EXPIRED = 'O valor está sendo atualizado; a equipe te confirma.'

const SENTENCES = new Intl.Segmenter('pt-BR', { granularity: 'sentence' })

/** Returns the one or two sentences that cover most of the question; null if none covers enough. */
const bestSentences = ({ groups }: Search, { heading, text }: Found): string | null => {
  // A short text answers the question if its heading covers it.
  if (heading !== null && text.length <= MOST_CHARS && coverage(groups, meaningsOf(heading)) >= COVERED_WELL) return text
  const sentences = [...SENTENCES.segment(text.replaceAll('\n', ' '))].map(({ segment }) => segment.trim()).filter(Boolean)
  const spans = sentences.flatMap((sentence, at) => {
    const two = sentences[at + 1] === undefined ? null : `${sentence} ${sentences[at + 1]}`
    return [{ said: sentence, cost: 0 }, ...(two === null ? [] : [{ said: two, cost: 0.08 }])]
  })
  const judged = spans
    .filter(({ said }) => said.length <= MOST_CHARS)
    .map(({ said, cost }) => ({ said, value: coverage(groups, meaningsOf(said)) - cost }))
    .toSorted((a, b) => b.value - a.value)
  const best = judged[0]
  return best && best.value >= COVERED * 0.75 ? best.said : null
}

/**
 * Returns true if an FAQ entry's question was asked completely with additional words that no passage contains. A word of other passages
 * would ask for something else.
 */
const isAskedWithMore = ({ groups }: Search, { question, asked, covered, text }: Found): boolean => {
  if (question === null || asked !== 1 || covered < COVERED_HALF) return false
  const words = meaningsOf(`${question} ${text}`)
  return groups.every((group) => !group.isStrong || group.words.length + group.others.length === 0 || matchIn(words, group) > 0)
}

/** Returns the number of significant words in the question. */
const strong = ({ groups }: Search): number => groups.filter(({ isStrong }) => isStrong).length

/** Returns true up to and including the last day of a price. */
const isCurrent = (product: Product, today: string): boolean => product.valid_until === null || today <= product.valid_until

/** Returns the text about a product: its name, its price if that is valid, and its link. */
export const tellProduct = (product: Product, today: string): string => {
  if (product.price_cents === null) return `${product.name}: esse valor a equipe te confirma.`
  if (!isCurrent(product, today)) return `${product.name}: ${PRICE_EXPIRED[0]?.toLowerCase()}${PRICE_EXPIRED.slice(1)}`
  return `${product.name}: ${priceText(product.price_cents)}.${product.link ? ` ${product.link}` : ''}`
}

/** Returns a passage as text for a model; a product's price is included only while it is valid. */
export const tellPassage = ({ question, heading, text, product }: Found, today: string): string =>
  [question, heading, text, product && tellProduct(product, today)].filter(Boolean).join('\n')

const PRICE: ReadonlySet<string> = new Set(['preco', ...synonymsOf('preco')])

/** Returns true if the question asks for a product and nothing that its text does not state: a condominium fee is not its price. */
const isAskedFor = ({ groups }: Search, { product, text }: Found): boolean => {
  if (product === null) return false
  const told = groups.filter(({ asked, isStrong }) => isStrong && !PRICE.has(asked))
  return (
    coverage(told, meaningsOf(product.name)) > 0 &&
    coverage(told, meaningsOf(`${product.name} ${productWords(text, product)}`)) >= COVERED_WELL
  )
}

/**
 * Returns an agent's answer without a model, in the words of the source; null if no passage answers the question. `today`: in the
 * organisation's time zone, `yyyy-MM-dd`. Pure.
 */
export const sayFrom = (search: Search, today: string): Said | null => {
  const best = search.found[0]
  if (!best || !(best.covered >= COVERED || isAskedWithMore(search, best))) return null
  if (best.product) {
    const named = search.found.filter((each) => each.rank >= best.rank - 0.05 && isAskedFor(search, each))
    const some = named.slice(0, MOST_PRODUCTS)
    if (some.length === 0) return null
    return { text: some.map(({ product }) => (product ? tellProduct(product, today) : '')).join('\n'), from: some }
  }
  if (best.question !== null) {
    const asked = best.asked ?? 0
    const isAsked = strong(search) > 1 ? asked >= ASKED || (asked > 0 && best.covered >= COVERED_WELL) : asked >= ASKED_ALONE
    return isAsked ? { text: best.text, from: [best] } : null
  }
  const said = bestSentences(search, best)
  return said === null ? null : { text: said, from: [best] }
}
