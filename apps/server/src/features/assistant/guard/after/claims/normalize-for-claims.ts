import { replaceNumberWords } from './numerals.ts'

/** Accents and emphasis marks that may disguise text. For speed, rarer hidden characters have a separate pattern. */
const ACCENTS_AND_EMPHASIS = /[\u0300-\u036f*_~`]+/g
const NON_ASCII = /[^\0-\x7f]+/g
const HIDDEN_CHARACTERS = /[\p{M}\p{Cf}]/gu
const SPACES = /[^\S\n]+/g
/** Separator between texts that are normalized together. */
export const TEXT_SEPARATOR = '\n'

/**
 * Normalizes texts for claims: no accents, lower case, numbers as digits ('５００', 'quinhentos', '350 mil'). 'às' becomes 'aas', to differ
 * from the article 'as'. For speed, processes all texts in one pass.
 */
export const normalizeAllForClaims = (texts: readonly string[]): string[] =>
  replaceNumberWords(
    texts
      .map((text) => text.replaceAll(TEXT_SEPARATOR, ' '))
      .join(TEXT_SEPARATOR)
      .normalize('NFKC')
      .toLowerCase()
      .replace(/(?<!\p{L})às(?!\p{L})/gu, 'aas')
      .normalize('NFD')
      .replace(ACCENTS_AND_EMPHASIS, '')
      .replace(NON_ASCII, (others) => others.replace(HIDDEN_CHARACTERS, ''))
      .replace(/[–—−]/g, '-')
      .replace(SPACES, ' '),
  ).split(TEXT_SEPARATOR)

export const normalizeForClaims = (text: string): string => normalizeAllForClaims([text])[0] ?? ''
