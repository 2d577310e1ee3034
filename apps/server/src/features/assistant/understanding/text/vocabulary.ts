import { createRequire } from 'node:module'
import type * as Portuguese from '@zxcvbn-ts/language-pt-br'
import leven from 'leven'
import { loadWordList, loadWordPairs, loadWordSet } from './word-lists.ts'

/** Removes accents and converts to lower case. For speed, skips words of plain lower-case letters. */
export const stripAccents = (word: string): string =>
  /^[a-z]*$/.test(word) ? word : word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Loads the Portuguese dictionary. Loaded at first use, because it is large. */
const loadDictionary = () => (createRequire(import.meta.url)('@zxcvbn-ts/language-pt-br') as typeof Portuguese).dictionary

/** Returns a function that builds a set of words on its first call and caches it. */
const lazySet = (list: () => readonly string[]): (() => ReadonlySet<string>) => {
  let words: ReadonlySet<string> | null = null
  return () => {
    words ??= new Set(list())
    return words
  }
}

/** First names and nicknames. The nickname list adds names that the dictionary lacks. */
const getFirstNames = lazySet(() => [...loadDictionary()['firstnames-pt-br'], ...loadWordList('nicknames')].map(stripAccents))
const getSurnames = lazySet(() => loadDictionary()['lastnames-pt-br'].map(stripAccents))
/** Common words from film subtitles, which resemble spoken language. */
const getCommonWords = lazySet(() => loadDictionary()['commonWords-pt-br'].map(stripAccents))

export const isFirstName = (word: string): boolean => getFirstNames().has(stripAccents(word))
export const isSurname = (word: string): boolean => getSurnames().has(stripAccents(word)) || isFirstName(word)
export const isCommonWord = (word: string): boolean => getCommonWords().has(stripAccents(word))
const isWordOrName = (word: string): boolean => isCommonWord(word) || isSurname(word)

/** Business words (goods, services, professions) that film subtitles lack. */
const TRADE_WORDS = loadWordSet('trades')
/** Matches endings of examinations, treatments and professions. */
const TRADE_ENDING =
  /(?:ologi[ao]|ologista|scopia|grafia|grama|dontia|dontico|dontista|terapia|terapeuta|plastia|metria|atria|ectomia|agem|mento|cao|coes)$/

export const isTradeWord = (normalizedText: string): boolean => TRADE_WORDS.has(normalizedText)
/** Returns true if a word belongs to a trade, by word list or ending. */
export const isTradeRelated = (normalizedText: string): boolean =>
  isTradeWord(normalizedText) || TRADE_ENDING.test(normalizedText)

/** Returns true for a common word, a name, a business word or a number. */
export const isMeaningfulWord = (normalizedText: string): boolean =>
  /\d/.test(normalizedText) || isTradeRelated(normalizedText) || isWordOrName(normalizedText)

/** Abbreviations of Brazilian chats, with the full words. */
const ABBREVIATIONS: ReadonlyMap<string, string> = loadWordPairs('short-forms')

/** Words in the patterns. A word with one typing error is corrected to the closest of these. */
const KEYWORD_LIST = loadWordList('listened-for')
const KEYWORDS = new Set(KEYWORD_LIST)
const MIN_CORRECTED_CHARS = 5

const sortLetters = (word: string): string => [...word].toSorted().join('')

/** Returns true if two words differ by one added, missing, wrong or swapped letter. The first letters must be equal. */
const isTypo = (word: string, correctWord: string): boolean =>
  word[0] === correctWord[0] &&
  Math.abs(correctWord.length - word.length) <= 1 &&
  (leven(word, correctWord, { maxDistance: 2 }) <= 1 ||
    (leven(word, correctWord, { maxDistance: 3 }) === 2 && sortLetters(word) === sortLetters(correctWord)))

/** Expands abbreviations and corrects one typing error. Existing words and names stay unchanged. */
export const correctSpelling = (word: string): string => {
  const expansion = ABBREVIATIONS.get(word)
  if (expansion !== undefined) return expansion
  if (word.length < MIN_CORRECTED_CHARS || KEYWORDS.has(word) || /\d/.test(word) || isWordOrName(word)) return word
  return KEYWORD_LIST.find((keyword) => isTypo(word, keyword)) ?? word
}
