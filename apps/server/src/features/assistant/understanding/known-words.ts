import { createRequire } from 'node:module'
import type * as Portuguese from '@zxcvbn-ts/language-pt-br'
import leven from 'leven'
import { wordList, wordPairs, wordSet } from './words.ts'

/** Removes accents and upper case. Returns plain words unchanged, which is faster. */
export const plain = (word: string): string =>
  /^[a-z]*$/.test(word) ? word : word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Loaded at first use, because the dictionary is large. */
const dictionary = () => (createRequire(import.meta.url)('@zxcvbn-ts/language-pt-br') as typeof Portuguese).dictionary

/** Returns a function that builds a set at its first call. */
const later = (list: () => readonly string[]): (() => ReadonlySet<string>) => {
  let words: ReadonlySet<string> | null = null
  return () => {
    words ??= new Set(list())
    return words
  }
}

/** First names, nicknames, and names missing from the dictionary. */
const names = later(() => [...dictionary()['firstnames-pt-br'], ...wordList('nicknames')].map(plain))
const surnames = later(() => dictionary()['lastnames-pt-br'].map(plain))
/** Words of film subtitles, most frequent first, which resemble spoken language. */
const common = later(() => dictionary()['commonWords-pt-br'].map(plain))

/** Returns true for a first name or nickname. */
export const isFirstName = (word: string): boolean => names().has(plain(word))
export const isSurname = (word: string): boolean => surnames().has(plain(word)) || isFirstName(word)
/** Returns true for a common word of Portuguese. */
export const isCommonWord = (word: string): boolean => common().has(plain(word))
/** Returns true for a word or name, which is therefore not a typing error. */
const isKnown = (word: string): boolean => isCommonWord(word) || isSurname(word)

/** Normalized words of trades that film subtitles lack. */
const TRADE_WORDS = wordSet('trades')
/** Endings of words for examinations, trades and professions. */
const OF_A_TRADE =
  /(?:ologi[ao]|ologista|scopia|grafia|grama|dontia|dontico|dontista|terapia|terapeuta|plastia|metria|atria|ectomia|agem|mento|cao|coes)$/

export const isTradeWord = (folded: string): boolean => TRADE_WORDS.has(folded)
/** Returns true for a word of a trade, by the list or by its ending. */
export const isOfATrade = (folded: string): boolean => isTradeWord(folded) || OF_A_TRADE.test(folded)

/** Returns true for a word with a meaning: a common word, a name, a word of a trade, or a number. */
export const isWord = (folded: string): boolean => /\d/.test(folded) || isOfATrade(folded) || isKnown(folded)

/** Abbreviations in Brazilian chats, with their meaning. */
const SHORT: ReadonlyMap<string, string> = wordPairs('short-forms')

/** Words that the patterns contain. A word that differs by one typing error is corrected to one of them. */
const KEYWORD_LIST = wordList('listened-for')
const KEYWORDS = new Set(KEYWORD_LIST)
const SHORTEST_MENDED = 5

const sorted = (word: string): string => [...word].toSorted().join('')

/** Returns true if a word differs by one letter added, missing, wrong or swapped. The first letter must be equal. */
const isSlip = (word: string, known: string): boolean =>
  word[0] === known[0] &&
  Math.abs(known.length - word.length) <= 1 &&
  (leven(word, known, { maxDistance: 2 }) <= 1 ||
    (leven(word, known, { maxDistance: 3 }) === 2 && sorted(word) === sorted(known)))

/** Corrects a word: expands abbreviations and fixes one typing error. Leaves existing words and names unchanged. */
export const mend = (word: string): string => {
  const meant = SHORT.get(word)
  if (meant !== undefined) return meant
  if (word.length < SHORTEST_MENDED || KEYWORDS.has(word) || /\d/.test(word) || isKnown(word)) return word
  return KEYWORD_LIST.find((known) => isSlip(word, known)) ?? word
}
