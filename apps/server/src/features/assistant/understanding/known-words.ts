import { createRequire } from 'node:module'
import type * as Portuguese from '@zxcvbn-ts/language-pt-br'
import { wordList } from './words.ts'

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

/** How people are called at home, and names that the list has not. */
const NICKNAMES = wordList('nicknames')

const names = later(() => [...dictionary()['firstnames-pt-br'], ...NICKNAMES].map(plain))
const surnames = later(() => dictionary()['lastnames-pt-br'].map(plain))
/** Words of films' subtitles, most used first: what people say to each other. */
const common = later(() => dictionary()['commonWords-pt-br'].map(plain))

/** A first name, or what one is called by. */
export const isFirstName = (word: string): boolean => names().has(plain(word))
export const isSurname = (word: string): boolean => surnames().has(plain(word)) || isFirstName(word)
/** A word of the language, as it is written. */
export const isCommonWord = (word: string): boolean => common().has(plain(word))
/** Anything that is somebody's name or a word already, and so no slip of the fingers. */
export const isKnown = (word: string): boolean => isCommonWord(word) || isSurname(word)
