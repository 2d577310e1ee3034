import { mend } from './known-words.ts'
import { wordPairs } from './words.ts'

/** Text for comparing: no accents, lower case, stretched letters shortened, abbreviations and typos mended; digits and ? : / , . stay. */
export const fold = (raw: string): string =>
  raw
    .replace(/👍|👌|✅|🤝/gu, ' sim ')
    .replace(/👎|❌/gu, ' nao ')
    .replace(/🙏|❤️?|🥰/gu, ' obrigado ')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/([a-z])\1{2,}/g, '$1')
    .replace(/[’'`´]/g, '')
    .replace(/[^\p{L}\p{N}\s?:/@.,%$+-]/gu, ' ')
    .replace(/[\p{L}][\p{L}-]*/gu, mend)
    .replace(/\s+/g, ' ')
    .trim()

/** The folded text without punctuation, for matching a whole short answer. */
export const bare = (folded: string): string =>
  folded
    .replace(/[^\p{L}\p{N}\s]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()

/** What a lead wrote, fit to be kept and read by staff: one line, no control characters, no links or markup, at most `max` characters. */
export const quotable = (raw: string, max = 140): string => {
  const line = raw
    .replace(/https?:\/\/\S+|www\.\S+/gi, '(link)')
    // Without the '<' a tag that is never closed is read to the end again from each of its brackets.
    .replace(/<[^<>]*>/g, ' ')
    .replace(/[\p{C}]/gu, ' ')
    .replace(/[<>{}[\]`|\\]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  const letters = [...line]
  const begin = letters.slice(0, max - 1).join('')
  return letters.length <= max ? line : `${begin.trimEnd()}…`
}

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
