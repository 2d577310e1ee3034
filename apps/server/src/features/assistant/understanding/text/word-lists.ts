import { readFileSync } from 'node:fs'

/** Reads `words/<name>.txt`. */
export const loadWordList = (name: string): readonly string[] =>
  readFileSync(new URL(`./words/${name}.txt`, import.meta.url), 'utf8')
    .split(/\s+/)
    .filter(Boolean)

export const loadWordSet = (name: string): ReadonlySet<string> => new Set(loadWordList(name))

/** Reads 'short:meaning' pairs from `words/<name>.txt`. '~' stands for a space. */
export const loadWordPairs = (name: string): ReadonlyMap<string, string> =>
  new Map(loadWordList(name).map((pair) => pair.split(':').map((part) => part.replaceAll('~', ' ')) as [string, string]))

/** Values of number words. */
export const NUMBER_WORDS: Readonly<Record<string, number>> = Object.fromEntries(
  [...loadWordPairs('numbers')].map(([word, number]) => [word, Number(number)]),
)
