import { extractPlainWords } from '../../../platform/text/extract-words.ts'
import { extractPhones, splitCompoundWord } from '../indexing/searchable-text.ts'

/** Matches a word, or a number with its punctuation. */
const WORD = /\d(?:[./-]?\d)*|[\p{L}\p{M}\p{N}]+/gu
const MAX_SNIPPET_CHARS = 140
/** Maximum number of characters of a snippet before the first marked word. */
const MAX_CHARS_BEFORE_MATCH = 40

export interface Snippet {
  readonly snippet: string
  readonly marks: [number, number][]
}

const PART = /[\p{L}\p{M}\p{N}]+/gu

/**
 * Returns the words of a line, each with its index. E-mail addresses and codes are returned whole and in parts; phone numbers are returned
 * as written.
 */
const extractWords = (line: string): { word: string; at: number }[] => [
  ...[...line.matchAll(/\S+/g)].flatMap(({ 0: token, index }) => {
    const matchInToken = (pattern: RegExp) =>
      [...token.matchAll(pattern)].map(({ 0: word, index: at }) => ({ word, at: index + at }))
    const words = token.includes('@') ? [{ word: token.replace(/[,;]$/, ''), at: index }] : matchInToken(WORD)
    return splitCompoundWord(token).length > 0 ? [...words, ...matchInToken(PART)] : words
  }),
  ...extractPhones(line),
]

/** Number of characters that all forms of a word have in common at its beginning. */
const SHARED_PREFIX_CHARS = 2
const getWordPrefix = (word: string): string => (extractPlainWords(word)[0] ?? '').slice(0, SHARED_PREFIX_CHARS)

/** Returns the distinct words of the texts that begin like one of the search words. Only these can be forms of a search word. */
export const extractCandidateWords = (texts: readonly string[], searchWords: readonly string[]): string[] => {
  const prefixes = new Set(searchWords.map(getWordPrefix))
  const words = new Set(texts.flatMap((text) => extractWords(text).map(({ word }) => word.toLowerCase())))
  return [...words].filter((word) => prefixes.has(getWordPrefix(word)))
}

/** Returns a one-line excerpt of a text around the first match, and the positions of all matches in the excerpt. */
export function buildSnippet(text: string, matchingWords: ReadonlySet<string>): Snippet {
  const line = text.replace(/\s/g, ' ')
  const matches = removeNestedMatches(extractWords(line).filter(({ word }) => matchingWords.has(word.toLowerCase())))
  const firstMatchIndex = matches[0]?.at ?? 0
  const start =
    firstMatchIndex <= MAX_CHARS_BEFORE_MATCH ? 0 : findWordStart(line, firstMatchIndex - MAX_CHARS_BEFORE_MATCH, firstMatchIndex)
  const end = line.length - start <= MAX_SNIPPET_CHARS ? line.length : findWordEnd(line, start + MAX_SNIPPET_CHARS)
  const [prefix, suffix] = [start > 0 ? '… ' : '', end < line.length ? ' …' : '']
  const marks = matches
    .map(({ word, at }): [number, number] => [at, at + word.length])
    .filter(([from, to]) => from >= start && to <= end)
    .map(([from, to]): [number, number] => [from - start + prefix.length, to - start + prefix.length])
  return { snippet: `${prefix}${line.slice(start, end)}${suffix}`, marks }
}

/** Sorts the matches by position and removes those that lie within a longer match. */
function removeNestedMatches(matches: readonly { word: string; at: number }[]) {
  const ordered = matches.toSorted((a, b) => a.at - b.at || b.word.length - a.word.length)
  let end = 0
  return ordered.filter(({ word, at }) => {
    if (at < end) return false
    end = at + word.length
    return true
  })
}

/** Returns the index of the first word that begins after `position`, or `latest` if no word begins before `latest`. */
const findWordStart = (line: string, position: number, latest: number): number => {
  const space = line.indexOf(' ', position)
  return space < 0 || space >= latest ? latest : space + 1
}

/**
 * Returns the index of the last space in the 40 characters before `position`, or `position` if there is no space. Moves one character back
 * if `position` would split a surrogate pair.
 */
const findWordEnd = (line: string, position: number): number => {
  const space = line.lastIndexOf(' ', position)
  if (space > position - MAX_CHARS_BEFORE_MATCH) return space
  return /[\uDC00-\uDFFF]/.test(line[position] ?? '') ? position - 1 : position
}
