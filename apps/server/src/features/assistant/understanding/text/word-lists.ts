import { readFileSync } from 'node:fs'

/** Reads a word list from `words/<name>.txt`. */
export const loadWordList = (name: string): readonly string[] =>
  readFileSync(new URL(`./words/${name}.txt`, import.meta.url), 'utf8')
    .split(/\s+/)
    .filter(Boolean)

export const loadWordSet = (name: string): ReadonlySet<string> => new Set(loadWordList(name))

/** Reads a list of 'short:meaning' pairs from `words/<name>.txt`. The character '~' stands for a space. */
export const loadWordPairs = (name: string): ReadonlyMap<string, string> =>
  new Map(loadWordList(name).map((pair) => pair.split(':').map((part) => part.replaceAll('~', ' ')) as [string, string]))

/** Numeric values of number words, by normalized word. */
export const NUMBER_WORDS: Readonly<Record<string, number>> = Object.fromEntries(
  [...loadWordPairs('numbers')].map(([word, number]) => [word, Number(number)]),
)
