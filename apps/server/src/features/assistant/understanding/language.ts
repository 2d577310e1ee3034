import { bare } from './fold.ts'

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))

const ENGLISH = words(
  'i im am my mine you your is are was the an and for with this that these those want need would like looking look rent buy sell house apartment bedroom bedrooms please thanks thank hello hi how much many what where when who can could do does dont have has hows name speak english around budget per month from to in on at of it price know about',
)
const SPANISH = words(
  'hola yo quiero quisiera necesito busco tengo soy estoy hablo hablas usted ustedes el los las una unos con donde cuanto cuesta cuando gracias buenos buenas dias tardes noches alquilar departamento piso habitaciones por favor muy bien espanol ingles no mi nombre llamo me es hay puedo puede para ciudad precio',
)
/** What 'to' and 'n' were folded into says nothing. */
const PORTUGUESE = words(
  'voce voces uma um quero queria preciso gostaria esta sou meu minha com oi ola tem qual quanto onde obrigado obrigada bom boa dia tarde noite apartamento casa do da dos das em na nas e ou mas ja so sim ate pelo pela aqui isso ele ela tenho moro',
)
/** Spanish words that Portuguese has as well say nothing alone. */
const SHARED = words('no me es por favor para busco tengo hay mi el los las con una bien puedo puede to in do a the')
const SURE =
  /\b(do you|speak english|i (want|need|would|am|cant|dont)|how much|thank you|can (you|i)|hablas?|hablo|quisiera|necesito|buenos dias|buenas tardes|cuanto cuesta|where is|what is|is there|are you|my name is|im looking|muchas gracias|gracias)\b/
const ENOUGH = 2

/** Written in English or Spanish: told by the small words, of which Portuguese has none. */
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
