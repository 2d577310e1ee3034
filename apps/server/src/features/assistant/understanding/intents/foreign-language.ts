import { stripPunctuation } from '../text/normalize-text.ts'
import { loadWordSet } from '../text/word-lists.ts'

const ENGLISH = loadWordSet('english')
const SPANISH = loadWordSet('spanish')
/** Portuguese function words. Excludes the expansions of 'to' and 'n', because both also occur in English. */
const PORTUGUESE = loadWordSet('portuguese')
/** Words of both Portuguese and Spanish. Alone, they do not indicate Spanish. */
const SHARED_WITH_SPANISH = loadWordSet('shared-with-spanish')
const FOREIGN_PHRASES =
  /\b(do you|speak english|i (want|need|would|am|cant|dont)|how much|thank you|can (you|i)|hablas?|hablo|quisiera|necesito|buenos dias|buenas tardes|cuanto cuesta|where is|what is|is there|are you|my name is|im looking|muchas gracias|gracias)\b/
const MIN_FOREIGN_WORDS = 2

/** Returns true if a text is English or Spanish, judged by function words. */
export const detectForeignLanguage = (normalizedText: string): boolean => {
  const words = stripPunctuation(normalizedText).split(' ')
  const portugueseWordCount = words.filter((word) => PORTUGUESE.has(word)).length
  return [ENGLISH, SPANISH].some((language) => {
    const foreignWords = words.filter((word) => language.has(word))
    if (foreignWords.length <= portugueseWordCount) return FOREIGN_PHRASES.test(normalizedText) && portugueseWordCount === 0
    const isEnough =
      foreignWords.length >= MIN_FOREIGN_WORDS &&
      foreignWords.some((word) => !SHARED_WITH_SPANISH.has(word)) &&
      foreignWords.length * 2 >= words.length
    return isEnough || FOREIGN_PHRASES.test(normalizedText)
  })
}
