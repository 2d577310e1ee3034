import type { Product } from '@prosa/contract/entities/knowledge'
import { priceText } from '../read/products.ts'
import { type Found, productWords, type Search } from './find-passages.ts'
import { coverage, matchIn } from './rank.ts'
import { synonymsOf } from './synonyms.ts'
import { meaningsOf } from './words.ts'

/** What is said of a source's own words, and what it was taken from. */
export interface Said {
  readonly text: string
  readonly from: readonly Found[]
}

/** How much of what was asked must be spoken of. */
const COVERED = 0.62
/** Of a question that was written down with its answer, so much must have been asked. */
const ASKED = 0.34
/** Of one that is asked in one word. */
const ASKED_ALONE = 0.5
/** What covers all that was asked answers it, however its own question is put. */
const COVERED_WELL = 0.85
/** Whoever asks a question as it was written down, and says more, is answered. */
const COVERED_HALF = 0.52
const MOST_CHARS = 300
const MOST_PRODUCTS = 3

const PRICE_EXPIRED = 'O valor está sendo atualizado; a equipe te confirma.'

const SENTENCES = new Intl.Segmenter('pt-BR', { granularity: 'sentence' })

/** The one or two sentences that speak most of what was asked; null where none says enough. */
const bestSentences = ({ groups }: Search, { heading, text }: Found): string | null => {
  // What stands under what was asked for answers it, as long as it is short.
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

/** A question that was written down is asked, with a word beside that nobody wrote: one that others wrote asks for something else. */
const isAskedWithMore = ({ groups }: Search, { question, asked, covered, text }: Found): boolean => {
  if (question === null || asked !== 1 || covered < COVERED_HALF) return false
  const words = meaningsOf(`${question} ${text}`)
  return groups.every((group) => !group.isStrong || group.words.length + group.others.length === 0 || matchIn(words, group) > 0)
}

/** How many words of the question say something. */
const strong = ({ groups }: Search): number => groups.filter(({ isStrong }) => isStrong).length

/** A price may be said on its last day, and on none after. */
const isCurrent = (product: Product, today: string): boolean => product.valid_until === null || today <= product.valid_until

/** What is said of a product: what it is called, its price while that may be said, its page. */
export const tellProduct = (product: Product, today: string): string => {
  if (product.price_cents === null) return `${product.name}: esse valor a equipe te confirma.`
  if (!isCurrent(product, today)) return `${product.name}: ${PRICE_EXPIRED[0]?.toLowerCase()}${PRICE_EXPIRED.slice(1)}`
  return `${product.name}: ${priceText(product.price_cents)}.${product.link ? ` ${product.link}` : ''}`
}

/** A passage as a model may read it: with a product's price while that may be said, and without it afterwards. */
export const tellPassage = ({ question, heading, text, product }: Found, today: string): string =>
  [question, heading, text, product && tellProduct(product, today)].filter(Boolean).join('\n')

const PRICE: ReadonlySet<string> = new Set(['preco', ...synonymsOf('preco')])

/** A product that was asked for, and nothing else of it than what is said of it: its condominium's fee is not its price. */
const isAskedFor = ({ groups }: Search, { product, text }: Found): boolean => {
  if (product === null) return false
  const told = groups.filter(({ asked, isStrong }) => isStrong && !PRICE.has(asked))
  return (
    coverage(told, meaningsOf(product.name)) > 0 &&
    coverage(told, meaningsOf(`${product.name} ${productWords(text, product)}`)) >= COVERED_WELL
  )
}

/**
 * What an agent without a model says to a question: the source's own words, or null where no passage answers it.
 * `today`: in the organisation's time zone, `yyyy-MM-dd`. Pure.
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
