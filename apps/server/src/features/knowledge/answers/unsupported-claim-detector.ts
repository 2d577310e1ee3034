import { extractContentWords, extractWordsAndPhrases, isWeakWord } from '../search/content-words.ts'
import { getSynonyms } from '../search/synonyms.ts'
import { isWordForm } from '../search/word-forms.ts'

/** Question of a lead and the answer of the knowledge base, or null if there is none. */
interface QuestionWithAnswer {
  readonly question: string
  readonly said: string | null
}

/** Matches Portuguese words that affirm that something exists or is done. */
const AFFIRMING_WORDS =
  /\b(?:sim|claro|com certeza|tem|ha|existe|conta com|(?!vamos|podemos|precisamos|queremos|recebemos|gostaria)[a-z]{2,}mos)\b/
/** Matches Portuguese words that deny, ask, or refer to the team. A sentence with such a word affirms nothing. */
const OPEN_WORDS =
  /\b(?:nao|nem|sem|confirm\w+|verific\w+|consult\w+|confer\w+|avis\w+|encaminh\w+|pergunt\w+|equipe|pessoa)\b|\?/
/** Matches a Portuguese 'yes' without further content. */
const BARE_YES =
  /^(?:sim|claro|com certeza|isso|temos|tem|fazemos|vendemos|aceitamos)(?:,? (?:sim|que sim|temos|tem|fazemos|vendemos|aceitamos))*[ !.]*$/

const normalizeText = (sentence: string): string => sentence.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()

/**
 * Returns a function that detects whether a sentence affirms something that no answer supports: the sentence contains a word of a question
 * that none of the texts `ours` contains, in any form or as a synonym. A 'yes' without further content counts only if no question of the
 * turn has an answer.
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
