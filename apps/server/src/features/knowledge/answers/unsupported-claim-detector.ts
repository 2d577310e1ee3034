import { extractContentWords, extractWordsAndPhrases, isWeakWord } from '../search/content-words.ts'
import { getSynonyms } from '../search/synonyms.ts'
import { isWordForm } from '../search/word-forms.ts'

/** Question of a lead with the answer from the knowledge base; null if there is no answer. */
interface QuestionWithAnswer {
  readonly question: string
  readonly said: string | null
}

/** Matches Portuguese words that state that something exists or is offered. */
const AFFIRMING_WORDS =
  /\b(?:sim|claro|com certeza|tem|ha|existe|conta com|(?!vamos|podemos|precisamos|queremos|recebemos|gostaria)[a-z]{2,}mos)\b/
/** Matches Portuguese words that deny, ask, or refer to the team. A sentence with such a word makes no claim. */
const OPEN_WORDS =
  /\b(?:nao|nem|sem|confirm\w+|verific\w+|consult\w+|confer\w+|avis\w+|encaminh\w+|pergunt\w+|equipe|pessoa)\b|\?/
/** Matches a Portuguese 'yes' without further content. */
const BARE_YES =
  /^(?:sim|claro|com certeza|isso|temos|tem|fazemos|vendemos|aceitamos)(?:,? (?:sim|que sim|temos|tem|fazemos|vendemos|aceitamos))*[ !.]*$/

const normalizeText = (sentence: string): string => sentence.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()

/**
 * Returns a function that detects claims that nothing supports. Such a sentence repeats a word of the lead's question that occurs in none
 * of `teamTexts`, not even in another form or as a synonym. A plain 'yes' also counts if no question has an answer.
 */
export function createUnsupportedClaimDetector(
  answers: readonly QuestionWithAnswer[],
  teamTexts: readonly string[],
): (sentence: string) => boolean {
  if (answers.length === 0) return () => false
  const hasNoAnswer = answers.every(({ said }) => said === null)
  let cachedUnknownWords: string[] | null = null
  const computeUnknownWords = (): string[] => {
    const knownWords = [...new Set(teamTexts.flatMap((text) => [...extractWordsAndPhrases(text)]))]
    const isKnown = (word: string) =>
      [word, ...getSynonyms(word)].some((each) => knownWords.some((other) => isWordForm(each, other)))
    return answers.flatMap(({ question }) => extractContentWords(question)).filter((word) => !isWeakWord(word) && !isKnown(word))
  }
  return (sentence) => {
    const normalizedText = normalizeText(sentence)
    if (!AFFIRMING_WORDS.test(normalizedText) || OPEN_WORDS.test(normalizedText)) return false
    cachedUnknownWords ??= computeUnknownWords()
    if (cachedUnknownWords.length === 0) return false
    const sentenceWords = [...extractWordsAndPhrases(sentence)]
    return (
      (hasNoAnswer && BARE_YES.test(normalizedText)) ||
      cachedUnknownWords.some((word) => sentenceWords.some((other) => isWordForm(word, other)))
    )
  }
}
