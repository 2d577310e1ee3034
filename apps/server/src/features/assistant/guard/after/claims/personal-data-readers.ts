import { extractDigits } from '@prosa/contract/rules/phone-numbers/phone'
import type { Claim, ClaimReader } from './claim.ts'

/** Removes leading zeros and Brazil's country code, so that two spellings of a phone number compare equal. */
const normalizePhoneDigits = (digits: string): string => {
  const withoutZeros = digits.replace(/^0+/, '')
  return /^55\d{10,11}$/.test(withoutZeros) ? withoutZeros.slice(2) : withoutZeros
}

/** Returns the keys of a personal number. In a source text, it also supports its last 4, 8 or 9 digits. */
const createNumberKeys = (matchedText: string): Omit<Claim, 'reason'> => {
  const digits = normalizePhoneDigits(extractDigits(matchedText))
  return {
    keys: [`digits:${digits}`],
    supportedKeys: [...[8, 9].map((end) => `digits:${digits.slice(-end)}`), `number:${digits.slice(-4)}`],
  }
}
const createDataKeys = (matchedText: string | undefined): Omit<Claim, 'reason'> => ({
  keys: [`data:${matchedText?.replace(/[^a-z\d@.]/g, '')}`],
})

/** Readers for personal data. Phone, CPF, CNPJ, RG and card numbers are all treated as runs of digits, without check digits. */
export const PERSONAL_DATA_READERS: readonly ClaimReader[] = [
  {
    reason: 'data',
    precheck: /@|[([]at[)\]]|arroba/,
    pattern:
      /(?<![a-z\d._%+-])[a-z\d._%+-]{1,64} ?(?:@|\(at\)|\[at\]|\barroba\b) ?[a-z\d-]{1,63}(?:(?:\.| ponto )[a-z\d-]{2,63}){1,4}/g,
    parse: ([matchedText = '']) =>
      createDataKeys(matchedText.replace(/ ?(?:\(at\)|\[at\]|\barroba\b) ?/, '@').replace(/ ponto /g, '.')),
  },
  // The version of a UUID is always a digit.
  {
    reason: 'data',
    requiresDigit: true,
    pattern: /\b[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b/g,
    parse: ([matchedText]) => createDataKeys(matchedText),
  },
  // A CNPJ may contain letters since 2026.
  {
    reason: 'data',
    requiresDigit: true,
    pattern: /\b[a-z\d]{2}\.[a-z\d]{3}\.[a-z\d]{3}\/[a-z\d]{4}-\d{2}\b/g,
    parse: ([matchedText]) => createDataKeys(matchedText?.replace(/\./g, '')),
  },
  {
    reason: 'data',
    requiresDigit: true,
    pattern: /(?<![\d.,])\+?\(?\d(?:[ .()/-]{0,2}\d){7,29}(?![\d])/g,
    parse: ([matchedText = ''], _, before) =>
      // Groups of three digits, or digits after a currency sign, are an amount.
      /^\d{1,3}(?:\.\d{3}){2,4}$/.test(matchedText) || /\$ ?$/.test(before) ? null : createNumberKeys(matchedText),
  },
  {
    reason: 'data',
    requiresDigit: true,
    pattern: /\b[a-z]{3}-?\d[a-z\d]\d{2}\b/g,
    parse: ([matchedText]) => createDataKeys(matchedText),
  },
  {
    reason: 'data',
    requiresDigit: true,
    pattern: /\bplaca:? ([a-z]{3} \d[a-z\d]\d{2})\b/g,
    parse: ([, matchedText]) => createDataKeys(matchedText),
  },
]
