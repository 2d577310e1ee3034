import { extractPlainWords, toSingular } from '../../../platform/text/extract-words.ts'
import { loadKnowledgeWordLines, loadKnowledgeWords } from './knowledge-words.ts'

/** Words without meaning for a search (fillers), and words of little meaning. The lists may be extended. */
const FILLERS: ReadonlySet<string> = new Set(loadKnowledgeWords('fillers'))
const WEAK_WORDS: ReadonlySet<string> = new Set(loadKnowledgeWords('weak'))

export const isWeakWord = (word: string): boolean => WEAK_WORDS.has(word)

/** Phrases, and for each phrase the words by which it is replaced. */
const PHRASES: ReadonlyMap<string, string> = new Map(
  loadKnowledgeWordLines('phrases').map((line): [string, string] => {
    const [phrase = '', replacement = ''] = line.split(' = ')
    return [phrase, replacement]
  }),
)
const MAX_PHRASE_WORDS = Math.max(...[...PHRASES.keys()].map((phrase) => phrase.split(' ').length))

/**
 * Abbreviations in chat messages and their full forms, which are replaced before phrases. The list contains no existing words and no names,
 * because these would be ambiguous.
 */
const SPELLINGS: ReadonlyMap<string, string> = new Map(
  loadKnowledgeWordLines('spellings').flatMap((line) => {
    const [abbreviations = '', expansion = ''] = line.split(' = ')
    return abbreviations.split(' ').map((each): [string, string] => [each, expansion])
  }),
)
const expandAbbreviations = (words: readonly string[]): string[] => words.map((word) => SPELLINGS.get(word) ?? word)

/** Replaces the longest phrase at each position by the words that the phrase means. */
const replacePhrases = (words: readonly string[]): string[] => {
  const replacedWords: string[] = []
  for (let position = 0; position < words.length; position += 1) {
    let length = MAX_PHRASE_WORDS
    while (length > 0 && !PHRASES.has(words.slice(position, position + length).join(' '))) length -= 1
    const replacement = PHRASES.get(words.slice(position, position + length).join(' '))
    replacedWords.push(...(replacement?.split(' ') ?? [words[position] ?? '']))
    position += Math.max(0, length - 1)
  }
  return replacedWords
}

/** Returns the words of a text, and the words that the phrases in the text mean, in singular form. */
export const extractWordsAndPhrases = (text: string): Set<string> => {
  const words = extractPlainWords(text)
  return new Set([...words, ...replacePhrases(words)].map(toSingular))
}

/** Returns the distinct significant words of a text, without filler words. */
export const extractContentWords = (text: string): string[] => getContentWords(extractPlainWords(text))

const getContentWords = (words: readonly string[]): string[] => [
  ...new Set(
    replacePhrases(words)
      .map(toSingular)
      .filter((word) => word.length > 1 && !FILLERS.has(word)),
  ),
]

/** Maximum number of significant words of a question. Further words are ignored, because a longer text asks several questions. */
const MAX_QUESTION_WORDS = 12

/** Returns the significant words of a question. Expands abbreviations, which knowledge sources do not contain. */
export const extractQuestionWords = (question: string): string[] =>
  getContentWords(expandAbbreviations(extractPlainWords(question))).slice(0, MAX_QUESTION_WORDS)
