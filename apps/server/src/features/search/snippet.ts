import { plainWords } from '../../kernel/words.ts'
import { compoundParts, phonesIn } from './searchable-text.ts'

/** A number with its punctuation is one word. */
const WORD = /\d(?:[./-]?\d)*|[\p{L}\p{M}\p{N}]+/gu
const CHARS = 140
/** What is shown before the first word that is marked. */
const BEFORE = 40

export interface Snippet {
  readonly snippet: string
  readonly marks: [number, number][]
}

const PART = /[\p{L}\p{M}\p{N}]+/gu

/** Returns the words of a line with their places: addresses and codes whole and in parts, phones as they are written. */
const wordsIn = (line: string): { word: string; at: number }[] => [
  ...[...line.matchAll(/\S+/g)].flatMap(({ 0: token, index }) => {
    const inside = (pattern: RegExp) => [...token.matchAll(pattern)].map(({ 0: word, index: at }) => ({ word, at: index + at }))
    const words = token.includes('@') ? [{ word: token.replace(/[,;]$/, ''), at: index }] : inside(WORD)
    return compoundParts(token).length > 0 ? [...words, ...inside(PART)] : words
  }),
  ...phonesIn(line),
]

/** So much of its beginning a word keeps in every form. */
const KEPT = 2
const beginningOf = (word: string): string => (plainWords(word)[0] ?? '').slice(0, KEPT)

/** The words of some texts as they stand there, each once, that begin as one of the asked ones does: no other is a form of it. */
export const likelyWords = (texts: readonly string[], asked: readonly string[]): string[] => {
  const beginnings = new Set(asked.map(beginningOf))
  const words = new Set(texts.flatMap((text) => wordsIn(text).map(({ word }) => word.toLowerCase())))
  return [...words].filter((word) => beginnings.has(beginningOf(word)))
}

/** The part of a text around the first of some words, in one line, and where these stand in it. */
export function snippetOf(text: string, found: ReadonlySet<string>): Snippet {
  const line = text.replace(/\s/g, ' ')
  const places = outermost(wordsIn(line).filter(({ word }) => found.has(word.toLowerCase())))
  const first = places[0]?.at ?? 0
  const start = first <= BEFORE ? 0 : afterSpace(line, first - BEFORE, first)
  const end = line.length - start <= CHARS ? line.length : beforeSpace(line, start + CHARS)
  const [left, right] = [start > 0 ? '… ' : '', end < line.length ? ' …' : '']
  const marks = places
    .map(({ word, at }): [number, number] => [at, at + word.length])
    .filter(([from, to]) => from >= start && to <= end)
    .map(([from, to]): [number, number] => [from - start + left.length, to - start + left.length])
  return { snippet: `${left}${line.slice(start, end)}${right}`, marks }
}

/** Returns the places in order, without those that lie in a longer one. */
function outermost(places: readonly { word: string; at: number }[]) {
  const ordered = places.toSorted((a, b) => a.at - b.at || b.word.length - a.word.length)
  let end = 0
  return ordered.filter(({ word, at }) => {
    if (at < end) return false
    end = at + word.length
    return true
  })
}

/** The beginning of a word at or after `at`, and no later than `latest`. */
const afterSpace = (line: string, at: number, latest: number): number => {
  const space = line.indexOf(' ', at)
  return space < 0 || space >= latest ? latest : space + 1
}

/** The end of a word at or before `at`; in a text without spaces `at`, but never between the halves of one sign. */
const beforeSpace = (line: string, at: number): number => {
  const space = line.lastIndexOf(' ', at)
  if (space > at - BEFORE) return space
  return /[\uDC00-\uDFFF]/.test(line[at] ?? '') ? at - 1 : at
}
