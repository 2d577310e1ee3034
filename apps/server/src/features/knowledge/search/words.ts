import { plainWords, singular } from '../../../kernel/words.ts'
import { listed, listedLines } from './listed.ts'

/** Words without meaning for a search, and words of little meaning; the lists may be extended. */
const FILLERS: ReadonlySet<string> = new Set(listed('fillers'))
const WEAK: ReadonlySet<string> = new Set(listed('weak'))

export const isWeak = (word: string): boolean => WEAK.has(word)

/** Phrases and the words that they mean. */
const PHRASES: ReadonlyMap<string, string> = new Map(
  listedLines('phrases').map((line): [string, string] => {
    const [said = '', meant = ''] = line.split(' = ')
    return [said, meant]
  }),
)
const LONGEST = Math.max(...[...PHRASES.keys()].map((phrase) => phrase.split(' ').length))

/**
 * Abbreviations of short words in chat messages and their full form; applied before phrases. They contain no existing words and no names,
 * which would be ambiguous.
 */
const SPELLINGS: ReadonlyMap<string, string> = new Map(
  listedLines('spellings').flatMap((line) => {
    const [typed = '', meant = ''] = line.split(' = ')
    return typed.split(' ').map((each): [string, string] => [each, meant])
  }),
)
const spelt = (words: readonly string[]): string[] => words.map((word) => SPELLINGS.get(word) ?? word)

/** Replaces the longest phrase at each position by the words that it means. */
const withoutPhrases = (words: readonly string[]): string[] => {
  const said: string[] = []
  for (let at = 0; at < words.length; at += 1) {
    let length = LONGEST
    while (length > 0 && !PHRASES.has(words.slice(at, at + length).join(' '))) length -= 1
    const meant = PHRASES.get(words.slice(at, at + length).join(' '))
    said.push(...(meant?.split(' ') ?? [words[at] ?? '']))
    at += Math.max(0, length - 1)
  }
  return said
}

/** Returns the words of a text and of the phrases in it. */
export const meaningsOf = (text: string): Set<string> => {
  const words = plainWords(text)
  return new Set([...words, ...withoutPhrases(words)].map(singular))
}

/** Returns the distinct significant words of a text. */
export const contentWords = (text: string): string[] => contentOf(plainWords(text))

const contentOf = (words: readonly string[]): string[] => [
  ...new Set(
    withoutPhrases(words)
      .map(singular)
      .filter((word) => word.length > 1 && !FILLERS.has(word)),
  ),
]

/** Maximum number of words of a question: a longer text asks several questions. */
const ASKED_MOST = 12

/** Returns the significant words of a question, with abbreviations expanded; sources contain none. */
export const askedWords = (question: string): string[] => contentOf(spelt(plainWords(question))).slice(0, ASKED_MOST)
