import { plainWords, singular } from '../../../kernel/words.ts'
import { listed, listedLines } from './listed.ts'

/** Words that say nothing of what is asked, and those that say little. Anybody may add to them. */
const FILLERS: ReadonlySet<string> = new Set(listed('fillers'))
const WEAK: ReadonlySet<string> = new Set(listed('weak'))

export const isWeak = (word: string): boolean => WEAK.has(word)

/** Several words that mean one thing, and the word for it. */
const PHRASES: ReadonlyMap<string, string> = new Map(
  listedLines('phrases').map((line): [string, string] => {
    const [said = '', meant = ''] = line.split(' = ')
    return [said, meant]
  }),
)
const LONGEST = Math.max(...[...PHRASES.keys()].map((phrase) => phrase.split(' ').length))

/** What phones make of short words, and what it stands for: no words and no names, for nobody knows which is meant. Phrases are read after it. */
const SPELLINGS: ReadonlyMap<string, string> = new Map(
  listedLines('spellings').flatMap((line) => {
    const [typed = '', meant = ''] = line.split(' = ')
    return typed.split(' ').map((each): [string, string] => [each, meant])
  }),
)
const spelt = (words: readonly string[]): string[] => words.map((word) => SPELLINGS.get(word) ?? word)

/** The longest phrase that begins at a word gives way to what it means. */
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

/** The words of a text, and what several of them together mean. */
export const meaningsOf = (text: string): Set<string> => {
  const words = plainWords(text)
  return new Set([...words, ...withoutPhrases(words)].map(singular))
}

/** The words that say what a text is about, each once. */
export const contentWords = (text: string): string[] => contentOf(plainWords(text))

const contentOf = (words: readonly string[]): string[] => [
  ...new Set(
    withoutPhrases(words)
      .map(singular)
      .filter((word) => word.length > 1 && !FILLERS.has(word)),
  ),
]

/** The first words of a question count: whoever asks with more asks more than one. */
const ASKED_MOST = 12

/** The words that say what is asked, as they are meant: a lead writes on a phone, a source does not. */
export const askedWords = (question: string): string[] => contentOf(spelt(plainWords(question))).slice(0, ASKED_MOST)
