import { isForm } from './search/alike.ts'
import { synonymsOf } from './search/synonyms.ts'
import { contentWords, isWeak, meaningsOf } from './search/words.ts'

/** A question, and what was said of it word for word. */
interface Asked {
  readonly question: string
  readonly said: string | null
}

/** Says that there is something, or that we do it. */
const AFFIRMS =
  /\b(?:sim|claro|com certeza|tem|ha|existe|conta com|(?!vamos|podemos|precisamos|queremos|recebemos|gostaria)[a-z]{2,}mos)\b/
/** Whoever denies, asks, or leaves it to the team affirms nothing. */
const LEAVES_OPEN =
  /\b(?:nao|nem|sem|confirm\w+|verific\w+|consult\w+|confer\w+|avis\w+|encaminh\w+|pergunt\w+|equipe|pessoa)\b|\?/
/** A yes, and nothing else. */
const ONLY_YES =
  /^(?:sim|claro|com certeza|isso|temos|tem|fazemos|vendemos|aceitamos)(?:,? (?:sim|que sim|temos|tem|fazemos|vendemos|aceitamos))*[ !.]*$/

const plainOf = (sentence: string): string => sentence.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()

/**
 * Whether a sentence says yes to what nothing answers: to a word that was asked and that none of our own words stands for, neither in another
 * form nor by what it may mean. A yes alone counts where no question of the turn has an answer.
 */
export function affirmsUnknown(answers: readonly Asked[], ours: readonly string[]): (sentence: string) => boolean {
  if (answers.length === 0) return () => false
  const hasNoAnswer = answers.every(({ said }) => said === null)
  let unknown: string[] | null = null
  const unknownWords = (): string[] => {
    const known = [...new Set(ours.flatMap((text) => [...meaningsOf(text)]))]
    const isKnown = (word: string) => [word, ...synonymsOf(word)].some((each) => known.some((other) => isForm(each, other)))
    return answers.flatMap(({ question }) => contentWords(question)).filter((word) => !isWeak(word) && !isKnown(word))
  }
  return (sentence) => {
    const plain = plainOf(sentence)
    if (!AFFIRMS.test(plain) || LEAVES_OPEN.test(plain)) return false
    unknown ??= unknownWords()
    if (unknown.length === 0) return false
    const said = [...meaningsOf(sentence)]
    return (hasNoAnswer && ONLY_YES.test(plain)) || unknown.some((word) => said.some((other) => isForm(word, other)))
  }
}
