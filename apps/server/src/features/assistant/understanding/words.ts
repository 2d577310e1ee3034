import { readFileSync } from 'node:fs'

/** Lists of words as data, `words/<name>.txt`: anybody may add to them. */
export const wordList = (name: string): readonly string[] =>
  readFileSync(new URL(`./words/${name}.txt`, import.meta.url), 'utf8')
    .split(/\s+/)
    .filter(Boolean)

export const wordSet = (name: string): ReadonlySet<string> => new Set(wordList(name))

/** Lists of 'short:meant'; '~' stands for a space. */
export const wordPairs = (name: string): ReadonlyMap<string, string> =>
  new Map(wordList(name).map((pair) => pair.split(':').map((part) => part.replaceAll('~', ' ')) as [string, string]))

/** Numbers as they are written out in folded text. */
export const NUMBER_WORDS: Readonly<Record<string, number>> = Object.fromEntries(
  [...wordPairs('numbers')].map(([word, number]) => [word, Number(number)]),
)
