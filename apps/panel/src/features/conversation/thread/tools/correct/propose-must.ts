import { CORRECTION } from '@prosa/contract/entities/correction'

const MARKS = '.,;:!?…()“”"'
const ENDS = '.!?…'
/** What a figure counts, written behind it. */
const UNITS = new Set(['mil', 'milhão', 'milhões', '%', 'reais', 'ano', 'anos', 'mês', 'meses', 'dias', 'horas', 'm²', 'km'])
const WITHIN_NAMES = new Set(['da', 'das', 'de', 'do', 'dos'])

/** A word without the marks around it. */
function bare(word: string): string {
  let [from, to] = [0, word.length]
  while (from < to && MARKS.includes(word.charAt(from))) from++
  while (to > from && MARKS.includes(word.charAt(to - 1))) to--
  return word.slice(from, to)
}

const hasFigure = (word: string): boolean => /\d/.test(word)
const isCapital = (word: string): boolean => /^\p{Lu}/u.test(bare(word))
/** Nothing that belongs to it comes after its mark. */
const isClosed = (word: string): boolean => MARKS.includes(word.slice(-1))

/** The words of a name that begins here. */
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

/** A figure with its currency and what it counts. */
function figureAt(words: readonly string[], at: number): string[] {
  const [before = '', figure = '', unit = ''] = [words[at - 1], words[at], words[at + 1]]
  return [...(bare(before) === 'R$' ? ['R$'] : []), figure, ...(!isClosed(figure) && UNITS.has(bare(unit)) ? [unit] : [])]
}

/**
 * What a reply surely says that says this: its figures and its names, but for the first word of a sentence. An agent that follows its script
 * is checked by these alone, so a sentence that has none leaves it to whoever writes it. Pure.
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
