import { DEFAULT_PHONE_COUNTRY } from '../constants.ts'
import { digitsOf, isPhone } from './phone.ts'

/** One country of the phone field: dial code, digits without it, and masks by digit count (PHONE-03). */
export interface PhoneCountry {
  readonly code: string
  readonly name: string
  readonly dialCode: string
  readonly min: number
  readonly max: number
  /** The first mask that the digits fit in is used; a shorter number fills it from the left. */
  readonly masks: readonly string[]
}

/** A number as it was read: its country and the digits after the dial code. */
export interface PhoneReading {
  readonly country: PhoneCountry
  readonly digits: string
}

/** Countries in the specification's order (section 3). */
export const PHONE_COUNTRIES: readonly PhoneCountry[] = [
  { code: 'US', name: 'Estados Unidos', dialCode: '1', min: 10, max: 10, masks: ['(000) 000-0000'] },
  { code: 'CA', name: 'Canadá', dialCode: '1', min: 10, max: 10, masks: ['(000) 000-0000'] },
  { code: 'BR', name: 'Brasil', dialCode: '55', min: 10, max: 11, masks: ['(00) 0000-0000', '(00) 00000-0000'] },
  { code: 'GB', name: 'Reino Unido', dialCode: '44', min: 10, max: 10, masks: ['0000 000000'] },
  { code: 'DE', name: 'Alemanha', dialCode: '49', min: 10, max: 11, masks: ['000 00000000'] },
  { code: 'FR', name: 'França', dialCode: '33', min: 9, max: 9, masks: ['0 00 00 00 00'] },
  { code: 'IT', name: 'Itália', dialCode: '39', min: 9, max: 10, masks: ['000 000 0000'] },
  { code: 'ES', name: 'Espanha', dialCode: '34', min: 9, max: 9, masks: ['000 000 000'] },
  { code: 'CN', name: 'China', dialCode: '86', min: 11, max: 11, masks: ['000 0000 0000'] },
  { code: 'IN', name: 'Índia', dialCode: '91', min: 10, max: 10, masks: ['00000 00000'] },
  { code: 'JP', name: 'Japão', dialCode: '81', min: 10, max: 11, masks: ['00 0000 0000', '000 0000 0000'] },
  { code: 'KR', name: 'Coreia do Sul', dialCode: '82', min: 9, max: 10, masks: ['00 0000 0000'] },
]

/** Country of a number with a dial code that the list does not have: its digits begin with the dial code. It is never offered. */
export const OTHER_COUNTRY: PhoneCountry = {
  code: 'OTHER',
  name: 'Outro',
  dialCode: '',
  min: 8,
  max: 15,
  masks: [`+${'0'.repeat(15)}`],
}

const findCountry = (code: string) => PHONE_COUNTRIES.find((country) => country.code === code)

/** Returns the listed country with this code, otherwise Brazil. */
export const phoneCountry = (code: string): PhoneCountry => {
  const found = findCountry(code) ?? findCountry(DEFAULT_PHONE_COUNTRY)
  if (!found) throw new Error('The default phone country is not in the list')
  return found
}

/** Returns the digits in the country's mask, filled from the left. Digits that do not fit the mask are returned without one. */
export const maskPhone = (digits: string, country: PhoneCountry): string => {
  const capacity = (mask: string) => mask.replace(/[^0]/g, '').length
  const mask = country.masks.find((candidate) => digits.length <= capacity(candidate))
  if (mask === undefined) return digits
  let next = 0
  let text = ''
  for (const slot of mask) {
    if (next >= digits.length) break
    text += slot === '0' ? digits[next++] : slot
  }
  return text
}

const fits = (digits: string, { min, max }: PhoneCountry) => digits.length >= min && digits.length <= max

/**
 * Returns what the phone field emits: '' if it is empty, dial code plus digits if their count fits the country, otherwise the bare digits,
 * which the phone schema refuses (section 5, gap G35).
 */
export const emittedPhone = (digits: string, country: PhoneCountry): string =>
  digits !== '' && fits(digits, country) ? `+${country.dialCode}${digits}` : digits

/** A Brazilian number dialled with a trunk zero, or with a trunk zero and the two digits of a carrier. */
const BRAZILIAN_DIALLED = /^0(?:([1-9]{2}(?:9\d{8}|\d{8}))|\d{2}([1-9]{2}(?:9\d{8}|[2-5]\d{7})))$/
/** Countries in which a zero is dialled before a national number and dropped after the dial code. In Italy it stays. */
const WITH_TRUNK_ZERO = ['GB', 'DE', 'FR', 'CN', 'IN', 'JP', 'KR']

/** Removes the trunk zero and the carrier code of a national number. Returns the digits unchanged if the rest is no number of the country. */
function removeTrunkPrefix(digits: string, country: PhoneCountry): string {
  if (country.code === DEFAULT_PHONE_COUNTRY) {
    const [, afterZero, afterCarrier] = BRAZILIAN_DIALLED.exec(digits) ?? []
    return afterZero ?? afterCarrier ?? digits
  }
  const rest = digits.slice(1)
  return digits.startsWith('0') && WITH_TRUNK_ZERO.includes(country.code) && fits(rest, country) ? rest : digits
}

/** Returns the digits after '+' or '00', or null if the text is not written as an international number. No dial code begins with 0. */
function internationalDigits(text: string): string | null {
  const digits = digitsOf(text)
  const international = digits.startsWith('00') ? digits.slice(2) : /^\D*[+\uFF0B]/.test(text) ? digits : ''
  return /^[1-9]/.test(international) ? international : null
}

/** Returns every listed country whose dial code the digits begin with, and the national digits. `home` comes first. */
const findByDialCode = (digits: string, home: PhoneCountry): PhoneReading[] =>
  PHONE_COUNTRIES.filter(({ dialCode }) => digits.startsWith(dialCode))
    .map((country) => ({ country, digits: removeTrunkPrefix(digits.slice(country.dialCode.length), country) }))
    .sort((a, b) => Number(b.country === home) - Number(a.country === home))

/**
 * Returns the country and the national digits of a number in any notation: with '+', '00' or the dial code alone, with a trunk zero or a
 * carrier code, as a `tel:` link, or with invisible characters. A dial code that is not listed gives OTHER_COUNTRY. Surplus digits are
 * returned too. Returns null if the digits are a number, or a part of one, of the selected country as they are.
 */
export const detectCountry = (written: string, selected: PhoneCountry): PhoneReading | null => {
  const home = phoneCountry(selected.code)
  const international = internationalDigits(written)
  if (international !== null) {
    const [found] = findByDialCode(international, home)
    return found ?? (isPhone(`+${international}`) ? { country: OTHER_COUNTRY, digits: international } : null)
  }
  const digits = digitsOf(written)
  const national = removeTrunkPrefix(digits, home)
  if (national !== digits) return { country: home, digits: national }
  if (digits.length <= home.max) return null
  return findByDialCode(digits, home).find((reading) => fits(reading.digits, reading.country)) ?? null
}
