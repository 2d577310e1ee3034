import { withDigits } from './numerals.ts'

/** What a sign or a keycap hides behind: marks on letters and numbers, letters of no width, emphasis. The commonest need no list of Unicode. */
const ACCENTS_AND_EMPHASIS = /[\u0300-\u036f*_~`]+/g
const OTHERS = /[^\0-\x7f]+/g
const HIDDEN = /[\p{M}\p{Cf}]/gu
const SPACES = /[^\S\n]+/g
/** Stands between texts that are made plain, and read, at once; in them every line break is a space. */
export const BETWEEN = '\n'

/**
 * Words as they are read for claims: no accents, lower case, every number in digits, however it was written ('５００', '5️⃣', 'quinhentos',
 * '350 mil'). 'Às' before an hour keeps a spelling of its own ('aas'), so that it is not the article. Many are made plain at once: twenty
 * patterns called for each of two hundred short sentences take longer than what they find.
 */
export const allPlain = (texts: readonly string[]): string[] =>
  withDigits(
    texts
      .map((text) => text.replaceAll(BETWEEN, ' '))
      .join(BETWEEN)
      .normalize('NFKC')
      .toLowerCase()
      .replace(/(?<!\p{L})às(?!\p{L})/gu, 'aas')
      .normalize('NFD')
      .replace(ACCENTS_AND_EMPHASIS, '')
      .replace(OTHERS, (others) => others.replace(HIDDEN, ''))
      .replace(/[–—−]/g, '-')
      .replace(SPACES, ' '),
  ).split(BETWEEN)

export const toPlain = (text: string): string => allPlain([text])[0] ?? ''
