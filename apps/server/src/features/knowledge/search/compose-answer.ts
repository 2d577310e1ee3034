import type { Product } from '@prosa/contract/entities/agents/knowledge'
import { formatPriceBrl } from '../parsing/parse-products.ts'
import { extractWordsAndPhrases } from './content-words.ts'
import { getProductSearchText, type PassageSearchResult, type RankedPassage } from './find-passages.ts'
import { getQuestionCoverage, scoreWordMatch } from './score-passage.ts'
import { getSynonyms } from './synonyms.ts'

/** Answer taken literally from a knowledge source. */
export interface SourcedAnswer {
  readonly text: string
  /** Passages from which the text was taken. */
  readonly passages: readonly RankedPassage[]
}

/** Minimum share of the lead's question that an answer must cover, from 0 to 1. */
const MIN_COVERAGE = 0.62
/** Minimum share of an FAQ entry's question that must occur in the lead's question, from 0 to 1. */
const MIN_ASKED_SHARE = 0.34
/** Minimum share of an FAQ entry's question that must occur in a lead's question of one word, from 0 to 1. */
const MIN_ASKED_SHARE_ALONE = 0.5
/** Share of the lead's question from which an answer is accepted in any case. Also used for headings and products. */
const GOOD_COVERAGE = 0.85
/**
 * Minimum share of the lead's question that an answer must cover if the lead's question contains an FAQ entry's question and additional
 * words.
 */
const HALF_COVERAGE = 0.52
const MAX_CHARS = 300
const MAX_PRODUCTS = 3

const PRICE_EXPIRED_TEXT = 'O valor está sendo atualizado; a equipe te confirma.'

const SENTENCES = new Intl.Segmenter('pt-BR', { granularity: 'sentence' })

/** Returns the one or two sentences of a passage that best answer the lead's question. Returns null if they do not cover enough of it. */
const findBestSentences = ({ groups }: PassageSearchResult, { heading, text }: RankedPassage): string | null => {
  // A short text is returned as a whole if its heading covers the question.
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
 * Whether the lead's question contains the whole question of an FAQ entry, and its additional words occur in this entry or in no passage at
 * all. An additional word from another passage would mean that the lead asks about something else.
 */
const isAskedWithMore = ({ groups }: PassageSearchResult, { question, askedShare, coverage, text }: RankedPassage): boolean => {
  if (question === null || askedShare !== 1 || coverage < HALF_COVERAGE) return false
  const words = extractWordsAndPhrases(`${question} ${text}`)
  return groups.every(
    (group) =>
      !group.isSignificant || group.matchingWords.length + group.synonyms.length === 0 || scoreWordMatch(words, group) > 0,
  )
}

const countStrongWords = ({ groups }: PassageSearchResult): number => groups.filter(({ isSignificant }) => isSignificant).length

/** Whether the price of a product is valid. `valid_until` is the last valid day. */
const isPriceCurrent = (product: Product, today: string): boolean => product.valid_until === null || today <= product.valid_until

/** Returns the text about a product for a lead: name, price and link. Omits an expired price. `today`: 'yyyy-MM-dd'. */
export const formatProduct = (product: Product, today: string): string => {
  if (product.price_cents === null) return `${product.name}: esse valor a equipe te confirma.`
  if (!isPriceCurrent(product, today))
    return `${product.name}: ${PRICE_EXPIRED_TEXT[0]?.toLowerCase()}${PRICE_EXPIRED_TEXT.slice(1)}`
  return `${product.name}: ${formatPriceBrl(product.price_cents)}.${product.link ? ` ${product.link}` : ''}`
}

/** Returns a passage as text for a language model. Omits the expired price of a product. `today`: 'yyyy-MM-dd'. */
export const formatPassage = ({ question, heading, text, product }: RankedPassage, today: string): string =>
  [question, heading, text, product && formatProduct(product, today)].filter(Boolean).join('\n')

const PRICE_WORDS: ReadonlySet<string> = new Set(['preco', ...getSynonyms('preco')])

/**
 * Whether the lead asks for this product, and only about things in its text. A question about the condominium fee, for example, does not
 * ask for the price of an apartment.
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
 * Returns the answer to a question as literal text from a knowledge source, without a language model. Returns null if no passage answers
 * it. `today`: 'yyyy-MM-dd' in the organisation's time zone.
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
