import { extractPlainWords, toSingular } from '../../../platform/text/extract-words.ts'
import { loadKnowledgeWordLines, loadKnowledgeWords } from './knowledge-words.ts'

/** Words that searches ignore. */
const FILLERS: ReadonlySet<string> = new Set(loadKnowledgeWords('fillers'))
/** Words that count less in searches. */
const WEAK_WORDS: ReadonlySet<string> = new Set(loadKnowledgeWords('weak'))

export const isWeakWord = (word: string): boolean => WEAK_WORDS.has(word)

const PHRASES: ReadonlyMap<string, string> = new Map(
  loadKnowledgeWordLines('phrases').map((line): [string, string] => {
    const [phrase = '', replacement = ''] = line.split(' = ')
    return [phrase, replacement]
  }),
)
const MAX_PHRASE_WORDS = Math.max(...[...PHRASES.keys()].map((phrase) => phrase.split(' ').length))

/** Chat abbreviations and their full forms. Contains no abbreviation that is also a word or name, because it would be ambiguous. */
const SPELLINGS: ReadonlyMap<string, string> = new Map(
  loadKnowledgeWordLines('spellings').flatMap((line) => {
    const [abbreviations = '', expansion = ''] = line.split(' = ')
    return abbreviations.split(' ').map((each): [string, string] => [each, expansion])
  }),
)
const expandAbbreviations = (words: readonly string[]): string[] => words.map((word) => SPELLINGS.get(word) ?? word)

/** Replaces phrases by the words that they mean. Prefers the longest phrase at each position. */
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

/** Returns the words of a text in singular form, including the words that its phrases mean. */
export const extractWordsAndPhrases = (text: string): Set<string> => {
  const words = extractPlainWords(text)
  return new Set([...words, ...replacePhrases(words)].map(toSingular))
}

export const extractContentWords = (text: string): string[] => getContentWords(extractPlainWords(text))

const getContentWords = (words: readonly string[]): string[] => [
  ...new Set(
    replacePhrases(words)
      .map(toSingular)
      .filter((word) => word.length > 1 && !FILLERS.has(word)),
  ),
]

/**
 * Maximum number of significant words in a question. Further words are ignored, because a longer text usually contains several questions.
 */
const MAX_QUESTION_WORDS = 12

/** Returns the significant words of a question. Expands chat abbreviations, which knowledge sources do not contain. */
export const extractQuestionWords = (question: string): string[] =>
  getContentWords(expandAbbreviations(extractPlainWords(question))).slice(0, MAX_QUESTION_WORDS)
