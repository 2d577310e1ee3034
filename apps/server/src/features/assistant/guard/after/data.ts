import { digitsOf } from '@prosa/contract/rules/phone'
import type { Claim, ClaimReader } from './claim.ts'

/** Digits of a phone as they are compared: without zeros and country before them. */
const national = (digits: string): string => {
  const plain = digits.replace(/^0+/, '')
  return /^55\d{10,11}$/.test(plain) ? plain.slice(2) : plain
}

/** A number of a person; whoever knows it whole knows its end, with which numbers are often named. */
const person = (found: string): Omit<Claim, 'why'> => {
  const digits = national(digitsOf(found))
  return {
    keys: [`digits:${digits}`],
    grounds: [...[8, 9].map((end) => `digits:${digits.slice(-end)}`), `number:${digits.slice(-4)}`],
  }
}
const as = (found: string | undefined): Omit<Claim, 'why'> => ({ keys: [`data:${found?.replace(/[^a-z\d@.]/g, '')}`] })

/** Phones, CPF, CNPJ, RG and cards are all runs of digits: which of them it is, and whether its check digits fit, changes nothing. */
export const DATA: readonly ClaimReader[] = [
  {
    why: 'data',
    needs: /@|[([]at[)\]]|arroba/,
    pattern:
      /(?<![a-z\d._%+-])[a-z\d._%+-]{1,64} ?(?:@|\(at\)|\[at\]|\barroba\b) ?[a-z\d-]{1,63}(?:(?:\.| ponto )[a-z\d-]{2,63}){1,4}/g,
    read: ([found = '']) => as(found.replace(/ ?(?:\(at\)|\[at\]|\barroba\b) ?/, '@').replace(/ ponto /g, '.')),
  },
  // Its version is a digit.
  {
    why: 'data',
    digits: true,
    pattern: /\b[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b/g,
    read: ([found]) => as(found),
  },
  // A CNPJ may hold letters since 2026.
  {
    why: 'data',
    digits: true,
    pattern: /\b[a-z\d]{2}\.[a-z\d]{3}\.[a-z\d]{3}\/[a-z\d]{4}-\d{2}\b/g,
    read: ([found]) => as(found?.replace(/\./g, '')),
  },
  {
    why: 'data',
    digits: true,
    pattern: /(?<![\d.,])\+?\(?\d(?:[ .()/-]{0,2}\d){7,29}(?![\d])/g,
    read: ([found = ''], _, before) =>
      // Money in groups of three is a sum; so is whatever stands behind its sign.
      /^\d{1,3}(?:\.\d{3}){2,4}$/.test(found) || /\$ ?$/.test(before) ? null : person(found),
  },
  { why: 'data', digits: true, pattern: /\b[a-z]{3}-?\d[a-z\d]\d{2}\b/g, read: ([found]) => as(found) },
  { why: 'data', digits: true, pattern: /\bplaca:? ([a-z]{3} \d[a-z\d]\d{2})\b/g, read: ([, found]) => as(found) },
]
