import { stripPunctuation } from '../text/normalize-text.ts'
import { loadWordSet } from '../text/word-lists.ts'

const ENGLISH = loadWordSet('english')
const SPANISH = loadWordSet('spanish')
/**
 * Portuguese function words. Excludes the words to which the abbreviations 'to' and 'n' expand, because 'to' and 'n' also occur in English.
 */
const PORTUGUESE = loadWordSet('portuguese')
/** Words that Portuguese and Spanish share. Alone, they do not indicate Spanish. */
const SHARED_WITH_SPANISH = loadWordSet('shared-with-spanish')
const FOREIGN_PHRASES =
  /\b(do you|speak english|i (want|need|would|am|cant|dont)|how much|thank you|can (you|i)|hablas?|hablo|quisiera|necesito|buenos dias|buenas tardes|cuanto cuesta|where is|what is|is there|are you|my name is|im looking|muchas gracias|gracias)\b/
const MIN_FOREIGN_WORDS = 2

/** Returns true if a normalized text is English or Spanish, judged by function words that Portuguese lacks. */
export const detectForeignLanguage = (folded: string): boolean => {
  const said = stripPunctuation(folded).split(' ')
  const native = said.filter((word) => PORTUGUESE.has(word)).length
  return [ENGLISH, SPANISH].some((language) => {
    const known = said.filter((word) => language.has(word))
    if (known.length <= native) return FOREIGN_PHRASES.test(folded) && native === 0
    const isEnough =
      known.length >= MIN_FOREIGN_WORDS && known.some((word) => !SHARED_WITH_SPANISH.has(word)) && known.length * 2 >= said.length
    return isEnough || FOREIGN_PHRASES.test(folded)
  })
}
