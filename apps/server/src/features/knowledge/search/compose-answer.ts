import type { Product } from '@prosa/contract/entities/agents/knowledge'
import { formatPriceBrl } from '../parsing/parse-products.ts'
import { extractWordsAndPhrases } from './content-words.ts'
import { getProductSearchText, type PassageSearchResult, type RankedPassage } from './find-passages.ts'
import { getQuestionCoverage, scoreWordMatch } from './score-passage.ts'
import { getSynonyms } from './synonyms.ts'

/** An answer in the words of a source, and its passages. */
export interface SourcedAnswer {
  readonly text: string
  readonly from: readonly RankedPassage[]
}

/** Minimum share of the question that an answer must cover. */
const MIN_COVERAGE = 0.62
/** Minimum share of an FAQ entry's question that must have been asked. */
const MIN_ASKED_SHARE = 0.34
/** Minimum share of an FAQ entry's question that must have been asked if the lead's question is a single word. */
const MIN_ASKED_SHARE_ALONE = 0.5
/** Share of the question that an answer must cover to count however the FAQ entry's question is worded; also for headings and products. */
const GOOD_COVERAGE = 0.85
/** Share of the question that an answer must cover if the FAQ entry's question was asked completely, with additional words. */
const HALF_COVERAGE = 0.52
const MAX_CHARS = 300
const MAX_PRODUCTS = 3

const PRICE_EXPIRED_TEXT = 'O valor está sendo atualizado; a equipe te confirma.'

const SENTENCES = new Intl.Segmenter('pt-BR', { granularity: 'sentence' })

/** Returns the one or two sentences that cover most of the question; null if none covers enough. */
const findBestSentences = ({ groups }: PassageSearchResult, { heading, text }: RankedPassage): string | null => {
  // A short text answers the question if its heading covers it.
  if (
    heading !== null &&
    text.length <= MAX_CHARS &&
    getQuestionCoverage(groups, extractWordsAndPhrases(heading)) >= GOOD_COVERAGE
  )
    return text
  const sentences = [...SENTENCES.segment(text.replaceAll('\n', ' '))].map(({ segment }) => segment.trim()).filter(Boolean)
  const spans = sentences.flatMap((sentence, at) => {
    const two = sentences[at + 1] === undefined ? null : `${sentence} ${sentences[at + 1]}`
    return [{ said: sentence, cost: 0 }, ...(two === null ? [] : [{ said: two, cost: 0.08 }])]
  })
  const judged = spans
    .filter(({ said }) => said.length <= MAX_CHARS)
    .map(({ said, cost }) => ({ said, value: getQuestionCoverage(groups, extractWordsAndPhrases(said)) - cost }))
    .toSorted((a, b) => b.value - a.value)
  const best = judged[0]
  return best && best.value >= MIN_COVERAGE * 0.75 ? best.said : null
}

/**
 * Returns true if an FAQ entry's question was asked completely with additional words that no passage contains. A word of other passages
 * would ask for something else.
 */
const isAskedWithMore = ({ groups }: PassageSearchResult, { question, asked, covered, text }: RankedPassage): boolean => {
  if (question === null || asked !== 1 || covered < HALF_COVERAGE) return false
  const words = extractWordsAndPhrases(`${question} ${text}`)
  return groups.every(
    (group) => !group.isStrong || group.words.length + group.others.length === 0 || scoreWordMatch(words, group) > 0,
  )
}

/** Returns the number of significant words in the question. */
const countStrongWords = ({ groups }: PassageSearchResult): number => groups.filter(({ isStrong }) => isStrong).length

/** Returns true up to and including the last day of a price. */
const isPriceCurrent = (product: Product, today: string): boolean => product.valid_until === null || today <= product.valid_until

/** Returns the text about a product: its name, its price if that is valid, and its link. */
export const formatProduct = (product: Product, today: string): string => {
  if (product.price_cents === null) return `${product.name}: esse valor a equipe te confirma.`
  if (!isPriceCurrent(product, today))
    return `${product.name}: ${PRICE_EXPIRED_TEXT[0]?.toLowerCase()}${PRICE_EXPIRED_TEXT.slice(1)}`
  return `${product.name}: ${formatPriceBrl(product.price_cents)}.${product.link ? ` ${product.link}` : ''}`
}

/** Returns a passage as text for a model; a product's price is included only while it is valid. */
export const formatPassage = ({ question, heading, text, product }: RankedPassage, today: string): string =>
  [question, heading, text, product && formatProduct(product, today)].filter(Boolean).join('\n')

const PRICE_WORDS: ReadonlySet<string> = new Set(['preco', ...getSynonyms('preco')])

/** Returns true if the question asks for a product and nothing that its text does not state: a condominium fee is not its price. */
const isProductAskedFor = ({ groups }: PassageSearchResult, { product, text }: RankedPassage): boolean => {
  if (product === null) return false
  const told = groups.filter(({ asked, isStrong }) => isStrong && !PRICE_WORDS.has(asked))
  return (
    getQuestionCoverage(told, extractWordsAndPhrases(product.name)) > 0 &&
    getQuestionCoverage(told, extractWordsAndPhrases(`${product.name} ${getProductSearchText(text, product)}`)) >= GOOD_COVERAGE
  )
}

/**
 * Returns an agent's answer without a model, in the words of the source; null if no passage answers the question. `today`: in the
 * organisation's time zone, `yyyy-MM-dd`. Pure.
 */
export const composeAnswer = (search: PassageSearchResult, today: string): SourcedAnswer | null => {
  const best = search.found[0]
  if (!best || !(best.covered >= MIN_COVERAGE || isAskedWithMore(search, best))) return null
  if (best.product) {
    const named = search.found.filter((each) => each.rank >= best.rank - 0.05 && isProductAskedFor(search, each))
    const some = named.slice(0, MAX_PRODUCTS)
    if (some.length === 0) return null
    return { text: some.map(({ product }) => (product ? formatProduct(product, today) : '')).join('\n'), from: some }
  }
  if (best.question !== null) {
    const asked = best.asked ?? 0
    const isAsked =
      countStrongWords(search) > 1
        ? asked >= MIN_ASKED_SHARE || (asked > 0 && best.covered >= GOOD_COVERAGE)
        : asked >= MIN_ASKED_SHARE_ALONE
    return isAsked ? { text: best.text, from: [best] } : null
  }
  const said = findBestSentences(search, best)
  return said === null ? null : { text: said, from: [best] }
}
