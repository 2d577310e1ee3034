import { extractDigits } from '@prosa/contract/rules/phone-numbers/phone'
import type { Claim, ClaimReader } from './claim.ts'

/** Removes leading zeros and Brazil's country code from the digits of a phone number, so that two spellings compare equal. */
const normalizePhoneDigits = (digits: string): string => {
  const plain = digits.replace(/^0+/, '')
  return /^55\d{10,11}$/.test(plain) ? plain.slice(2) : plain
}

/** Returns the keys of a personal number. A full number in a source text also supports replies with only its last 4, 8 or 9 digits. */
const createNumberKeys = (found: string): Omit<Claim, 'why'> => {
  const digits = normalizePhoneDigits(extractDigits(found))
  return {
    keys: [`digits:${digits}`],
    grounds: [...[8, 9].map((end) => `digits:${digits.slice(-end)}`), `number:${digits.slice(-4)}`],
  }
}
const createDataKeys = (found: string | undefined): Omit<Claim, 'why'> => ({
  keys: [`data:${found?.replace(/[^a-z\d@.]/g, '')}`],
})

/**
 * Claim readers for personal data. Phone, CPF, CNPJ, RG and card numbers are all treated as runs of digits, whatever their kind and check
 * digits.
 */
export const PERSONAL_DATA_READERS: readonly ClaimReader[] = [
  {
    why: 'data',
    needs: /@|[([]at[)\]]|arroba/,
    pattern:
      /(?<![a-z\d._%+-])[a-z\d._%+-]{1,64} ?(?:@|\(at\)|\[at\]|\barroba\b) ?[a-z\d-]{1,63}(?:(?:\.| ponto )[a-z\d-]{2,63}){1,4}/g,
    read: ([found = '']) => createDataKeys(found.replace(/ ?(?:\(at\)|\[at\]|\barroba\b) ?/, '@').replace(/ ponto /g, '.')),
  },
  // A UUID always contains a digit, that of its version.
  {
    why: 'data',
    digits: true,
    pattern: /\b[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b/g,
    read: ([found]) => createDataKeys(found),
  },
  // A CNPJ may contain letters since 2026.
  {
    why: 'data',
    digits: true,
    pattern: /\b[a-z\d]{2}\.[a-z\d]{3}\.[a-z\d]{3}\/[a-z\d]{4}-\d{2}\b/g,
    read: ([found]) => createDataKeys(found?.replace(/\./g, '')),
  },
  {
    why: 'data',
    digits: true,
    pattern: /(?<![\d.,])\+?\(?\d(?:[ .()/-]{0,2}\d){7,29}(?![\d])/g,
    read: ([found = ''], _, before) =>
      // Digits in groups of three, or after a currency sign, are an amount.
      /^\d{1,3}(?:\.\d{3}){2,4}$/.test(found) || /\$ ?$/.test(before) ? null : createNumberKeys(found),
  },
  { why: 'data', digits: true, pattern: /\b[a-z]{3}-?\d[a-z\d]\d{2}\b/g, read: ([found]) => createDataKeys(found) },
  { why: 'data', digits: true, pattern: /\bplaca:? ([a-z]{3} \d[a-z\d]\d{2})\b/g, read: ([, found]) => createDataKeys(found) },
]
