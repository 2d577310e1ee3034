import { createRequire } from 'node:module'
import type * as Portuguese from '@zxcvbn-ts/language-pt-br'
import leven from 'leven'
import { wordList, wordPairs, wordSet } from './words.ts'

/** A word without accents, in lower case; most are asked about when they are that already. */
export const plain = (word: string): string =>
  /^[a-z]*$/.test(word) ? word : word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Large, and nobody waits for it at a start. */
const dictionary = () => (createRequire(import.meta.url)('@zxcvbn-ts/language-pt-br') as typeof Portuguese).dictionary

/** A set that is built when it is first asked for. */
const later = (list: () => readonly string[]): (() => ReadonlySet<string>) => {
  let words: ReadonlySet<string> | null = null
  return () => {
    words ??= new Set(list())
    return words
  }
}

/** With how people are called at home, and names that the list has not. */
const names = later(() => [...dictionary()['firstnames-pt-br'], ...wordList('nicknames')].map(plain))
const surnames = later(() => dictionary()['lastnames-pt-br'].map(plain))
/** Words of films' subtitles, most used first: what people say to each other. */
const common = later(() => dictionary()['commonWords-pt-br'].map(plain))

/** A first name, or what one is called by. */
export const isFirstName = (word: string): boolean => names().has(plain(word))
export const isSurname = (word: string): boolean => surnames().has(plain(word)) || isFirstName(word)
/** A word of the language, as it is written. */
export const isCommonWord = (word: string): boolean => common().has(plain(word))
/** Anything that is somebody's name or a word already, and so no slip of the fingers. */
const isKnown = (word: string): boolean => isCommonWord(word) || isSurname(word)

/** Words of the trades that subtitles of films do not have; folded. Anybody may add to them. */
const TRADE_WORDS = wordSet('trades')
/** What examinations, trades and their people are called. */
const OF_A_TRADE =
  /(?:ologi[ao]|ologista|scopia|grafia|grama|dontia|dontico|dontista|terapia|terapeuta|plastia|metria|atria|ectomia|agem|mento|cao|coes)$/

export const isTradeWord = (folded: string): boolean => TRADE_WORDS.has(folded)
/** Also by how it ends. */
export const isOfATrade = (folded: string): boolean => isTradeWord(folded) || OF_A_TRADE.test(folded)

/** A word that means something: one of the language, a name, a trade's, or a number. */
export const isWord = (folded: string): boolean => /\d/.test(folded) || isOfATrade(folded) || isKnown(folded)

/** How Brazilians shorten words when they type, and what they mean. */
const SHORT: ReadonlyMap<string, string> = wordPairs('short-forms')

/** Words that the playbooks listen for; a word one slip away from one of them is read as it. */
const KEYWORD_LIST = wordList('listened-for')
const KEYWORDS = new Set(KEYWORD_LIST)
const SHORTEST_MENDED = 5

const sorted = (word: string): string => [...word].toSorted().join('')

/** One letter too much, too few or wrong, or two that changed places; nobody slips on the first. */
const isSlip = (word: string, known: string): boolean =>
  word[0] === known[0] &&
  Math.abs(known.length - word.length) <= 1 &&
  (leven(word, known, { maxDistance: 2 }) <= 1 ||
    (leven(word, known, { maxDistance: 3 }) === 2 && sorted(word) === sorted(known)))

/** A word as it was meant: shortened forms written out, one slip of the fingers mended. A word or a name that there is stays what it is. */
export const mend = (word: string): string => {
  const meant = SHORT.get(word)
  if (meant !== undefined) return meant
  if (word.length < SHORTEST_MENDED || KEYWORDS.has(word) || /\d/.test(word) || isKnown(word)) return word
  return KEYWORD_LIST.find((known) => isSlip(word, known)) ?? word
}
