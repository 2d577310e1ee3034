import { CORRECTION_LIMITS } from '@prosa/contract/entities/agents/correction'

const PUNCTUATION = '.,;:!?…()“”"'
const SENTENCE_ENDS = '.!?…'
/** Words that may follow a number as its unit. */
const NUMBER_UNITS = new Set([
  'mil',
  'milhão',
  'milhões',
  '%',
  'reais',
  'ano',
  'anos',
  'mês',
  'meses',
  'dias',
  'horas',
  'm²',
  'km',
])
const NAME_PARTICLES = new Set(['da', 'das', 'de', 'do', 'dos'])

/** Removes punctuation at the beginning and end of a word. */
function stripPunctuation(word: string): string {
  let [from, to] = [0, word.length]
  while (from < to && PUNCTUATION.includes(word.charAt(from))) from++
  while (to > from && PUNCTUATION.includes(word.charAt(to - 1))) to--
  return word.slice(from, to)
}

const hasDigit = (word: string): boolean => /\d/.test(word)
const isCapitalized = (word: string): boolean => /^\p{Lu}/u.test(stripPunctuation(word))
/** Whether the word ends with punctuation, so that a name or number ends there. */
const endsWithPunctuation = (word: string): boolean => PUNCTUATION.includes(word.slice(-1))

/** Returns the words of the name that begins at index `start`. */
function extractName(words: readonly string[], start: number): string[] {
  const name = [words[start] ?? '']
  for (let at = start + 1; at < words.length && !endsWithPunctuation(name.at(-1) ?? ''); at++) {
    const [word = '', next = ''] = words.slice(at)
    if (isCapitalized(word)) name.push(word)
    else if (NAME_PARTICLES.has(word) && isCapitalized(next)) name.push(word)
    else break
  }
  return name
}

/** Returns the number at index `at` with its currency and unit, as words. */
function extractNumber(words: readonly string[], at: number): string[] {
  const [before = '', figure = '', unit = ''] = [words[at - 1], words[at], words[at + 1]]
  return [
    ...(stripPunctuation(before) === 'R$' ? ['R$'] : []),
    figure,
    ...(!endsWithPunctuation(figure) && NUMBER_UNITS.has(stripPunctuation(unit)) ? [unit] : []),
  ]
}

/**
 * Proposes phrases that a correct reply must contain: the numbers and names in the text. The first word of a sentence does not count as a
 * name. Returns an empty list if there are none; the user then has to write phrases, because agents that follow a script are checked only
 * by these phrases. Pure function.
 */
export function proposeRequiredPhrases(text: string): string[] {
  const words = text.split(/\s+/)
  const found: string[] = []
  for (let at = 0; at < words.length; at++) {
    const [word = '', before = ''] = [words[at], words[at - 1]]
    if (hasDigit(word)) found.push(stripPunctuation(extractNumber(words, at).join(' ')))
    else if (isCapitalized(word) && word !== 'R$' && before !== '' && !SENTENCE_ENDS.includes(before.slice(-1))) {
      const name = extractName(words, at)
      found.push(stripPunctuation(name.join(' ')))
      at += name.length - 1
    }
  }
  return [...new Set(found)].slice(0, CORRECTION_LIMITS.phrases)
}
