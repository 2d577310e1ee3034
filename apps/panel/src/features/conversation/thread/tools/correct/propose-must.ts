import { CORRECTION } from '@prosa/contract/entities/correction'

const MARKS = '.,;:!?…()“”"'
const ENDS = '.!?…'
/** Units that may follow a number. */
const UNITS = new Set(['mil', 'milhão', 'milhões', '%', 'reais', 'ano', 'anos', 'mês', 'meses', 'dias', 'horas', 'm²', 'km'])
const WITHIN_NAMES = new Set(['da', 'das', 'de', 'do', 'dos'])

/** Returns a word without surrounding punctuation. */
function bare(word: string): string {
  let [from, to] = [0, word.length]
  while (from < to && MARKS.includes(word.charAt(from))) from++
  while (to > from && MARKS.includes(word.charAt(to - 1))) to--
  return word.slice(from, to)
}

const hasFigure = (word: string): boolean => /\d/.test(word)
const isCapital = (word: string): boolean => /^\p{Lu}/u.test(bare(word))
/** Whether punctuation ends the word, so that the next word does not belong to it. */
const isClosed = (word: string): boolean => MARKS.includes(word.slice(-1))

/** Returns the words of the name that begins here. */
function nameFrom(words: readonly string[], start: number): string[] {
  const name = [words[start] ?? '']
  for (let at = start + 1; at < words.length && !isClosed(name.at(-1) ?? ''); at++) {
    const [word = '', next = ''] = words.slice(at)
    if (isCapital(word)) name.push(word)
    else if (WITHIN_NAMES.has(word) && isCapital(next)) name.push(word)
    else break
  }
  return name
}

/** Returns a number with its currency and unit. */
function figureAt(words: readonly string[], at: number): string[] {
  const [before = '', figure = '', unit = ''] = [words[at - 1], words[at], words[at + 1]]
  return [...(bare(before) === 'R$' ? ['R$'] : []), figure, ...(!isClosed(figure) && UNITS.has(bare(unit)) ? [unit] : [])]
}

/**
 * Proposes phrases that a reply with this meaning must contain: numbers and names, except for the first word of a sentence. Agents that
 * follow a script are checked by these phrases alone; a text without any returns an empty list, and the user has to write them. Pure
 * function.
 */
export function proposeMust(text: string): string[] {
  const words = text.split(/\s+/)
  const found: string[] = []
  for (let at = 0; at < words.length; at++) {
    const [word = '', before = ''] = [words[at], words[at - 1]]
    if (hasFigure(word)) found.push(bare(figureAt(words, at).join(' ')))
    else if (isCapital(word) && word !== 'R$' && before !== '' && !ENDS.includes(before.slice(-1))) {
      const name = nameFrom(words, at)
      found.push(bare(name.join(' ')))
      at += name.length - 1
    }
  }
  return [...new Set(found)].slice(0, CORRECTION.phrases)
}
