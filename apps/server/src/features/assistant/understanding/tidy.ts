import { quotable } from './fold.ts'
import { wordPairs } from './words.ts'

/** What phone keyboards leave out, and what it stands for. Only forms that mean one thing. */
const SPELLINGS: ReadonlyMap<string, string> = wordPairs('spellings')

const asWritten = (word: string): string => {
  const meant = SPELLINGS.get(word.toLocaleLowerCase('pt-BR'))
  if (meant === undefined) return word
  return /^\p{Lu}/u.test(word) ? meant.charAt(0).toLocaleUpperCase('pt-BR') + meant.slice(1) : meant
}

/** A lead's words as a colleague would write them down: shortened words and lost accents restored, no shouting, no faces, no trailing dots. */
export const tidy = (raw: string, max = 140): string => {
  const line = quotable(raw, 2_000)
    .replace(/\p{Extended_Pictographic}|\uFE0F/gu, ' ')
    .replace(/\b(?:k{3,}|(?:rs){2,}|(?:ha){2,}h?)\b/giu, ' ')
    .replace(/([!?.])\1+/gu, '$1')
    .replace(/(\p{L})\1{2,}/gu, '$1')
  const letters = line.replace(/[^\p{L}]/gu, '')
  const calm = letters.length > 8 && letters === letters.toLocaleUpperCase('pt-BR') ? line.toLocaleLowerCase('pt-BR') : line
  const written = calm
    .replace(/\p{L}+/gu, asWritten)
    .replace(/\s+/g, ' ')
    .replace(/ (?=[,.!?;])/g, '')
  return quotable(written, max).replace(/(?<![\s.,;])[\s.,;]+$/u, '')
}
