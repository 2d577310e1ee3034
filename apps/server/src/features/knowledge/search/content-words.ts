import { extractPlainWords, toSingular } from '../../../platform/text/extract-words.ts'
import { loadKnowledgeWordLines, loadKnowledgeWords } from './knowledge-words.ts'

/** Words without meaning for a search, and words of little meaning; the lists may be extended. */
const FILLERS: ReadonlySet<string> = new Set(loadKnowledgeWords('fillers'))
const WEAK_WORDS: ReadonlySet<string> = new Set(loadKnowledgeWords('weak'))

export const isWeakWord = (word: string): boolean => WEAK_WORDS.has(word)

/** Phrases and the words that they mean. */
const PHRASES: ReadonlyMap<string, string> = new Map(
  loadKnowledgeWordLines('phrases').map((line): [string, string] => {
    const [said = '', meant = ''] = line.split(' = ')
    return [said, meant]
  }),
)
const MAX_PHRASE_WORDS = Math.max(...[...PHRASES.keys()].map((phrase) => phrase.split(' ').length))

/**
 * Abbreviations of short words in chat messages and their full form; applied before phrases. They contain no existing words and no names,
 * which would be ambiguous.
 */
const SPELLINGS: ReadonlyMap<string, string> = new Map(
  loadKnowledgeWordLines('spellings').flatMap((line) => {
    const [typed = '', meant = ''] = line.split(' = ')
    return typed.split(' ').map((each): [string, string] => [each, meant])
  }),
)
const expandAbbreviations = (words: readonly string[]): string[] => words.map((word) => SPELLINGS.get(word) ?? word)

/** Replaces the longest phrase at each position by the words that it means. */
const replacePhrases = (words: readonly string[]): string[] => {
  const said: string[] = []
  for (let at = 0; at < words.length; at += 1) {
    let length = MAX_PHRASE_WORDS
    while (length > 0 && !PHRASES.has(words.slice(at, at + length).join(' '))) length -= 1
    const meant = PHRASES.get(words.slice(at, at + length).join(' '))
    said.push(...(meant?.split(' ') ?? [words[at] ?? '']))
    at += Math.max(0, length - 1)
  }
  return said
}

/** Returns the words of a text and of the phrases in it. */
export const extractWordsAndPhrases = (text: string): Set<string> => {
  const words = extractPlainWords(text)
  return new Set([...words, ...replacePhrases(words)].map(toSingular))
}

/** Returns the distinct significant words of a text. */
export const extractContentWords = (text: string): string[] => getContentWords(extractPlainWords(text))

const getContentWords = (words: readonly string[]): string[] => [
  ...new Set(
    replacePhrases(words)
      .map(toSingular)
      .filter((word) => word.length > 1 && !FILLERS.has(word)),
  ),
]

/** Maximum number of words of a question: a longer text asks several questions. */
const MAX_QUESTION_WORDS = 12

/** Returns the significant words of a question, with abbreviations expanded; sources contain none. */
export const extractQuestionWords = (question: string): string[] =>
  getContentWords(expandAbbreviations(extractPlainWords(question))).slice(0, MAX_QUESTION_WORDS)
