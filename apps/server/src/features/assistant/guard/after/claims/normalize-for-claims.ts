import { replaceNumberWords } from './numerals.ts'

/**
 * Characters that can disguise text: combining marks, zero-width characters and emphasis marks. The common ones are matched without Unicode
 * classes, which is faster.
 */
const ACCENTS_AND_EMPHASIS = /[\u0300-\u036f*_~`]+/g
const NON_ASCII = /[^\0-\x7f]+/g
const HIDDEN_CHARACTERS = /[\p{M}\p{Cf}]/gu
const SPACES = /[^\S\n]+/g
/** Separator of texts that are normalized together. Line breaks within a text become spaces. */
export const TEXT_SEPARATOR = '\n'

/**
 * Normalizes texts for parsing claims: without accents, lower case, every number in digits however it is written ('５００', '5️⃣',
 * 'quinhentos', '350 mil'). 'Às' before a time becomes 'aas', to differ from the article. Handles all texts in one pass, because running
 * twenty patterns on each of two hundred sentences is slower.
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
