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
  for (let index = start + 1; index < words.length && !endsWithPunctuation(name.at(-1) ?? ''); index++) {
    const [word = '', next = ''] = words.slice(index)
    if (isCapitalized(word)) name.push(word)
    else if (NAME_PARTICLES.has(word) && isCapitalized(next)) name.push(word)
    else break
  }
  return name
}

/** Returns the number at `index` with its currency and unit, as words. */
function extractNumber(words: readonly string[], index: number): string[] {
  const [previous = '', amount = '', unit = ''] = [words[index - 1], words[index], words[index + 1]]
  return [
    ...(stripPunctuation(previous) === 'R$' ? ['R$'] : []),
    amount,
    ...(!endsWithPunctuation(amount) && NUMBER_UNITS.has(stripPunctuation(unit)) ? [unit] : []),
  ]
}

/**
 * Proposes phrases that a correct reply must contain: the numbers and names in the text. The first word of a sentence does not count as a
 * name. Returns an empty list if there are none. The user then has to write phrases, because agents that follow a script are checked only
 * by phrases.
 */
export function proposeRequiredPhrases(text: string): string[] {
  const words = text.split(/\s+/)
  const phrases: string[] = []
  for (let index = 0; index < words.length; index++) {
    const [word = '', previous = ''] = [words[index], words[index - 1]]
    if (hasDigit(word)) phrases.push(stripPunctuation(extractNumber(words, index).join(' ')))
    else if (isCapitalized(word) && word !== 'R$' && previous !== '' && !SENTENCE_ENDS.includes(previous.slice(-1))) {
      const name = extractName(words, index)
      phrases.push(stripPunctuation(name.join(' ')))
      index += name.length - 1
    }
  }
  return [...new Set(phrases)].slice(0, CORRECTION_LIMITS.phrases)
}
