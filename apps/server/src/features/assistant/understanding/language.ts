import { bare } from './fold.ts'
import { wordSet } from './words.ts'

const ENGLISH = wordSet('english')
const SPANISH = wordSet('spanish')
/** Portuguese function words. The expansions of 'to' and 'n' are excluded, because English uses these too. */
const PORTUGUESE = wordSet('portuguese')
/** Words that Portuguese and Spanish share. They are no evidence alone. */
const SHARED = wordSet('shared-with-spanish')
const SURE =
  /\b(do you|speak english|i (want|need|would|am|cant|dont)|how much|thank you|can (you|i)|hablas?|hablo|quisiera|necesito|buenos dias|buenas tardes|cuanto cuesta|where is|what is|is there|are you|my name is|im looking|muchas gracias|gracias)\b/
const ENOUGH = 2

/** Returns true if a text is in English or Spanish, judged by function words that Portuguese lacks. */
export const foreignIn = (folded: string): boolean => {
  const said = bare(folded).split(' ')
  const native = said.filter((word) => PORTUGUESE.has(word)).length
  return [ENGLISH, SPANISH].some((language) => {
    const known = said.filter((word) => language.has(word))
    if (known.length <= native) return SURE.test(folded) && native === 0
    const isEnough = known.length >= ENOUGH && known.some((word) => !SHARED.has(word)) && known.length * 2 >= said.length
    return isEnough || SURE.test(folded)
  })
}
