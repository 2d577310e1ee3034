import type { Product } from '@prosa/contract/entities/agents/knowledge'
import { formatPriceBrl } from '../parsing/parse-products.ts'
import { extractWordsAndPhrases } from './content-words.ts'
import { getProductSearchText, type PassageSearchResult, type RankedPassage } from './find-passages.ts'
import { getQuestionCoverage, scoreWordMatch } from './score-passage.ts'
import { getSynonyms } from './synonyms.ts'

/** Answer in the words of a knowledge source, and the passages from which it was taken. */
export interface SourcedAnswer {
  readonly text: string
  readonly passages: readonly RankedPassage[]
}

/** Minimum share of the lead's question that an answer must cover, from 0 to 1. */
const MIN_COVERAGE = 0.62
/** Minimum share of an FAQ entry's question that the lead's question must contain, from 0 to 1. */
const MIN_ASKED_SHARE = 0.34
/** Minimum share of an FAQ entry's question that the lead's question must contain if the lead's question is a single word. */
const MIN_ASKED_SHARE_ALONE = 0.5
/**
 * Share of the lead's question above which an answer is accepted, however the question of the FAQ entry is worded. Also applies to headings
 * and products.
 */
const GOOD_COVERAGE = 0.85
/**
 * Share of the lead's question that an answer must cover if the lead's question contains the whole question of an FAQ entry and additional
 * words.
 */
const HALF_COVERAGE = 0.52
const MAX_CHARS = 300
const MAX_PRODUCTS = 3

const PRICE_EXPIRED_TEXT = 'O valor está sendo atualizado; a equipe te confirma.'

const SENTENCES = new Intl.Segmenter('pt-BR', { granularity: 'sentence' })

/** Returns the one or two sentences of a passage that cover most of the lead's question; null if they do not cover enough. */
const findBestSentences = ({ groups }: PassageSearchResult, { heading, text }: RankedPassage): string | null => {
  // A short text answers the question if the heading above the text covers the question.
  if (
    heading !== null &&
    text.length <= MAX_CHARS &&
    getQuestionCoverage(groups, extractWordsAndPhrases(heading)) >= GOOD_COVERAGE
  )
    return text
  const sentences = [...SENTENCES.segment(text.replaceAll('\n', ' '))].map(({ segment }) => segment.trim()).filter(Boolean)
  const candidates = sentences.flatMap((sentence, index) => {
    const pair = sentences[index + 1] === undefined ? null : `${sentence} ${sentences[index + 1]}`
    return [{ text: sentence, cost: 0 }, ...(pair === null ? [] : [{ text: pair, cost: 0.08 }])]
  })
  const rankedSpans = candidates
    .filter(({ text }) => text.length <= MAX_CHARS)
    .map(({ text, cost }) => ({ text, value: getQuestionCoverage(groups, extractWordsAndPhrases(text)) - cost }))
    .toSorted((a, b) => b.value - a.value)
  const best = rankedSpans[0]
  return best && best.value >= MIN_COVERAGE * 0.75 ? best.text : null
}

/**
 * Whether the lead's question contains the whole question of an FAQ entry, and its additional words occur in no other passage. A word that
 * occurs in other passages would ask about something else.
 */
const isAskedWithMore = ({ groups }: PassageSearchResult, { question, askedShare, coverage, text }: RankedPassage): boolean => {
  if (question === null || askedShare !== 1 || coverage < HALF_COVERAGE) return false
  const words = extractWordsAndPhrases(`${question} ${text}`)
  return groups.every(
    (group) =>
      !group.isSignificant || group.matchingWords.length + group.synonyms.length === 0 || scoreWordMatch(words, group) > 0,
  )
}

/** Returns the number of significant words in the lead's question. */
const countStrongWords = ({ groups }: PassageSearchResult): number => groups.filter(({ isSignificant }) => isSignificant).length

/** Whether the price of a product is still valid. The last valid day is included. */
const isPriceCurrent = (product: Product, today: string): boolean => product.valid_until === null || today <= product.valid_until

/**
 * Returns the text about a product for a lead: its name, its price if the price is valid, and its link. `today`: 'yyyy-MM-dd'.
 */
export const formatProduct = (product: Product, today: string): string => {
  if (product.price_cents === null) return `${product.name}: esse valor a equipe te confirma.`
  if (!isPriceCurrent(product, today))
    return `${product.name}: ${PRICE_EXPIRED_TEXT[0]?.toLowerCase()}${PRICE_EXPIRED_TEXT.slice(1)}`
  return `${product.name}: ${formatPriceBrl(product.price_cents)}.${product.link ? ` ${product.link}` : ''}`
}

/**
 * Returns a passage as text for a language model. The price of a product is included only while it is valid. `today`: 'yyyy-MM-dd'.
 */
export const formatPassage = ({ question, heading, text, product }: RankedPassage, today: string): string =>
  [question, heading, text, product && formatProduct(product, today)].filter(Boolean).join('\n')

const PRICE_WORDS: ReadonlySet<string> = new Set(['preco', ...getSynonyms('preco')])

/**
 * Whether the question asks about this product and only about things that the product's text states. For example, a condominium fee is not
 * the price of an apartment.
 */
const isProductAskedFor = ({ groups }: PassageSearchResult, { product, text }: RankedPassage): boolean => {
  if (product === null) return false
  const otherWordGroups = groups.filter(({ queryWord, isSignificant }) => isSignificant && !PRICE_WORDS.has(queryWord))
  return (
    getQuestionCoverage(otherWordGroups, extractWordsAndPhrases(product.name)) > 0 &&
    getQuestionCoverage(otherWordGroups, extractWordsAndPhrases(`${product.name} ${getProductSearchText(text, product)}`)) >=
      GOOD_COVERAGE
  )
}

/**
 * Returns the answer to a question in the words of a knowledge source, without a language model; null if no passage answers the question.
 * `today`: current day in the organisation's time zone, 'yyyy-MM-dd'. Pure.
 */
export const composeAnswer = (search: PassageSearchResult, today: string): SourcedAnswer | null => {
  const best = search.passages[0]
  if (!best || !(best.coverage >= MIN_COVERAGE || isAskedWithMore(search, best))) return null
  if (best.product) {
    const askedProducts = search.passages.filter((each) => each.rank >= best.rank - 0.05 && isProductAskedFor(search, each))
    const shownProducts = askedProducts.slice(0, MAX_PRODUCTS)
    if (shownProducts.length === 0) return null
    return {
      text: shownProducts.map(({ product }) => (product ? formatProduct(product, today) : '')).join('\n'),
      passages: shownProducts,
    }
  }
  if (best.question !== null) {
    const askedShare = best.askedShare ?? 0
    const isAnswered =
      countStrongWords(search) > 1
        ? askedShare >= MIN_ASKED_SHARE || (askedShare > 0 && best.coverage >= GOOD_COVERAGE)
        : askedShare >= MIN_ASKED_SHARE_ALONE
    return isAnswered ? { text: best.text, passages: [best] } : null
  }
  const text = findBestSentences(search, best)
  return text === null ? null : { text: text, passages: [best] }
}
