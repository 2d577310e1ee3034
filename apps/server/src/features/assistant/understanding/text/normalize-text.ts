import { correctSpelling } from './vocabulary.ts'
import { loadWordPairs } from './word-lists.ts'

/**
 * Normalizes text for pattern matching: lower case, no accents, abbreviations and typing errors corrected, some emoji as words. Keeps
 * digits and ? : / , . @ % $ + -
 */
export const normalizeText = (raw: string): string =>
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
    .replace(/[\p{L}][\p{L}-]*/gu, correctSpelling)
    .replace(/\s+/g, ' ')
    .trim()

/** Replaces punctuation with spaces, so that a short answer can be matched as a whole. */
export const stripPunctuation = (normalizedText: string): string =>
  normalizedText
    .replace(/[^\p{L}\p{N}\s]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()

/** Makes a lead's text safe to store and show: one line of at most `max` characters, without links, markup and control characters. */
export const sanitizeQuote = (raw: string, max = 140): string => {
  const line = raw
    .replace(/https?:\/\/\S+|www\.\S+/gi, '(link)')
    // Excluding '<' keeps the time linear: otherwise an unclosed tag is scanned again from each bracket.
    .replace(/<[^<>]*>/g, ' ')
    .replace(/[\p{C}]/gu, ' ')
    .replace(/[<>{}[\]`|\\]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  const letters = [...line]
  const begin = letters.slice(0, max - 1).join('')
  return letters.length <= max ? line : `${begin.trimEnd()}…`
}

/** Correct spelling of abbreviations and of words typed without accents. */
const SPELLINGS: ReadonlyMap<string, string> = loadWordPairs('spellings')

const restoreSpelling = (word: string): string => {
  const spelling = SPELLINGS.get(word.toLocaleLowerCase('pt-BR'))
  if (spelling === undefined) return word
  return /^\p{Lu}/u.test(word) ? spelling.charAt(0).toLocaleUpperCase('pt-BR') + spelling.slice(1) : spelling
}

/**
 * Cleans up a lead's text: restores abbreviations and accents, and removes all-capital spelling, emoji and laughter. Keeps only ! and ? at
 * the end. At most `max` characters.
 */
export const cleanUpText = (raw: string, max = 140): string => {
  const line = sanitizeQuote(raw, 2_000)
    .replace(/\p{Extended_Pictographic}|\uFE0F/gu, ' ')
    .replace(/\b(?:k{3,}|(?:rs){2,}|(?:ha){2,}h?)\b/giu, ' ')
    .replace(/([!?.])\1+/gu, '$1')
    .replace(/(\p{L})\1{2,}/gu, '$1')
  const letters = line.replace(/[^\p{L}]/gu, '')
  const lowered = letters.length > 8 && letters === letters.toLocaleUpperCase('pt-BR') ? line.toLocaleLowerCase('pt-BR') : line
  const respelled = lowered
    .replace(/\p{L}+/gu, restoreSpelling)
    .replace(/\s+/g, ' ')
    .replace(/ (?=[,.!?;])/g, '')
  return sanitizeQuote(respelled, max).replace(/(?<![\s.,;])[\s.,;]+$/u, '')
}
