import { withDigits } from './numerals.ts'

/** What a sign or a keycap hides behind: marks on letters and numbers, letters of no width, emphasis. */
const HIDDEN = /[\p{M}\p{Cf}*_~`]/gu

/**
 * Words as they are read for claims: no accents, lower case, every number in digits, however it was written ('５００', '5️⃣', 'quinhentos',
 * '350 mil'). 'Às' before an hour keeps a spelling of its own ('aas'), so that it is not the article.
 */
export const toPlain = (text: string): string =>
  withDigits(
    text
      .normalize('NFKC')
      .toLowerCase()
      .replace(/(?<!\p{L})às(?!\p{L})/gu, 'aas')
      .normalize('NFD')
      .replace(HIDDEN, '')
      .replace(/[–—−]/g, '-')
      .replace(/\s+/g, ' '),
  )
