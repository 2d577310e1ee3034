import { createRequire } from 'node:module'
import type * as Portuguese from '@zxcvbn-ts/language-pt-br'
import leven from 'leven'
import { loadWordList, loadWordPairs, loadWordSet } from './word-lists.ts'

/** Removes accents and converts to lower case. For speed, returns words of plain lower-case letters unchanged. */
export const stripAccents = (word: string): string =>
  /^[a-z]*$/.test(word) ? word : word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Loads the Portuguese dictionary. Called at first use and not at import, because the dictionary is large. */
const loadDictionary = () => (createRequire(import.meta.url)('@zxcvbn-ts/language-pt-br') as typeof Portuguese).dictionary

/** Returns a function that builds a set of words at its first call and caches it. */
const lazySet = (list: () => readonly string[]): (() => ReadonlySet<string>) => {
  let words: ReadonlySet<string> | null = null
  return () => {
    words ??= new Set(list())
    return words
  }
}

/** First names and nicknames, including names that the dictionary lacks. */
const getFirstNames = lazySet(() => [...loadDictionary()['firstnames-pt-br'], ...loadWordList('nicknames')].map(stripAccents))
const getSurnames = lazySet(() => loadDictionary()['lastnames-pt-br'].map(stripAccents))
/** Common words from film subtitles, most frequent first. Subtitles resemble spoken language. */
const getCommonWords = lazySet(() => loadDictionary()['commonWords-pt-br'].map(stripAccents))

/** Returns true if the word is a first name or nickname. */
export const isFirstName = (word: string): boolean => getFirstNames().has(stripAccents(word))
export const isSurname = (word: string): boolean => getSurnames().has(stripAccents(word)) || isFirstName(word)
/** Returns true if the word is a common word of Portuguese. */
export const isCommonWord = (word: string): boolean => getCommonWords().has(stripAccents(word))
/** Returns true if the word is a common word or a name, and thus no typing error. */
const isWordOrName = (word: string): boolean => isCommonWord(word) || isSurname(word)

/** Normalized business words (goods, services, professions) that film subtitles lack. */
const TRADE_WORDS = loadWordSet('trades')
/** Matches endings of words for examinations, treatments and professions. */
const TRADE_ENDING =
  /(?:ologi[ao]|ologista|scopia|grafia|grama|dontia|dontico|dontista|terapia|terapeuta|plastia|metria|atria|ectomia|agem|mento|cao|coes)$/

export const isTradeWord = (normalizedText: string): boolean => TRADE_WORDS.has(normalizedText)
/** Returns true if a normalized word belongs to a trade or profession, by the word list or by its ending. */
export const isTradeRelated = (normalizedText: string): boolean =>
  isTradeWord(normalizedText) || TRADE_ENDING.test(normalizedText)

/** Returns true if a normalized word has a meaning: a common word, a name, a business word, or a number. */
export const isMeaningfulWord = (normalizedText: string): boolean =>
  /\d/.test(normalizedText) || isTradeRelated(normalizedText) || isWordOrName(normalizedText)

/** Abbreviations of Brazilian chats, with the full words. */
const ABBREVIATIONS: ReadonlyMap<string, string> = loadWordPairs('short-forms')

/** Words that the patterns contain. A word that differs from one of them by one typing error is corrected. */
const KEYWORD_LIST = loadWordList('listened-for')
const KEYWORDS = new Set(KEYWORD_LIST)
const MIN_CORRECTED_CHARS = 5

const sortLetters = (word: string): string => [...word].toSorted().join('')

/** Returns true if the words differ by one letter that is added, missing, wrong or swapped. The first letters must be equal. */
const isTypo = (word: string, correctWord: string): boolean =>
  word[0] === correctWord[0] &&
  Math.abs(correctWord.length - word.length) <= 1 &&
  (leven(word, correctWord, { maxDistance: 2 }) <= 1 ||
    (leven(word, correctWord, { maxDistance: 3 }) === 2 && sortLetters(word) === sortLetters(correctWord)))

/** Corrects a normalized word: expands abbreviations and fixes one typing error. Returns existing words and names unchanged. */
export const correctSpelling = (word: string): string => {
  const expansion = ABBREVIATIONS.get(word)
  if (expansion !== undefined) return expansion
  if (word.length < MIN_CORRECTED_CHARS || KEYWORDS.has(word) || /\d/.test(word) || isWordOrName(word)) return word
  return KEYWORD_LIST.find((keyword) => isTypo(word, keyword)) ?? word
}
