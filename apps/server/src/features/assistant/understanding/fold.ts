import { mend } from './mend.ts'

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
  return letters.length <= max
    ? line
    : `${letters
        .slice(0, max - 1)
        .join('')
        .trimEnd()}…`
}
