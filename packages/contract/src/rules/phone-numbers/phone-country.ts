import { DEFAULT_PHONE_COUNTRY } from '../../constants.ts'
import { extractDigits, isPhone } from './phone.ts'

/** A country of the phone field: dial code, number of digits without the dial code, and input masks (PHONE-03). */
export interface PhoneCountry {
  readonly code: string
  readonly name: string
  readonly dialCode: string
  readonly min: number
  readonly max: number
  /** Masks by length. The first one that has room for the digits is used and filled from the left. */
  readonly masks: readonly string[]
}

/** A parsed phone number: its country and the digits after the dial code. */
export interface ParsedPhone {
  readonly country: PhoneCountry
  readonly digits: string
}

/** Countries of the phone field, in the order of the specification (section 3). */
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

/** Pseudo-country of a number whose dial code is not in the list; its digits include the dial code. Users cannot select it. */
export const OTHER_COUNTRY: PhoneCountry = {
  code: 'OTHER',
  name: 'Outro',
  dialCode: '',
  min: 8,
  max: 15,
  masks: [`+${'0'.repeat(15)}`],
}

const findCountry = (code: string) => PHONE_COUNTRIES.find((country) => country.code === code)

/** Returns the listed country with this code, or Brazil if there is none. */
export const getPhoneCountry = (code: string): PhoneCountry => {
  const found = findCountry(code) ?? findCountry(DEFAULT_PHONE_COUNTRY)
  if (!found) throw new Error('The default phone country is not in the list')
  return found
}

/** Formats the digits with the country's mask, filled from the left. Returns the digits alone if there are more than any mask holds. */
export const applyPhoneMask = (digits: string, country: PhoneCountry): string => {
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

const hasValidLength = (digits: string, { min, max }: PhoneCountry) => digits.length >= min && digits.length <= max

/**
 * Returns the value of the phone field: '' if it is empty, '+' with dial code and digits if the number of digits is valid, otherwise the
 * digits alone, which the phone schema rejects (section 5, gap G35).
 */
export const toPhoneFieldValue = (digits: string, country: PhoneCountry): string =>
  digits !== '' && hasValidLength(digits, country) ? `+${country.dialCode}${digits}` : digits

/**
 * Matches a Brazilian number with a trunk prefix: a zero, or a zero and a two-digit carrier code. The groups are the number without the
 * prefix.
 */
const BRAZILIAN_DIALLED = /^0(?:([1-9]{2}(?:9\d{8}|\d{8}))|\d{2}([1-9]{2}(?:9\d{8}|[2-5]\d{7})))$/
/** Codes of countries whose national numbers begin with a zero that is dropped after the dial code. Italian numbers keep it. */
const TRUNK_ZERO_COUNTRIES = ['GB', 'DE', 'FR', 'CN', 'IN', 'JP', 'KR']

/**
 * Removes the trunk zero and the carrier code of a national number. Returns the digits unchanged if the rest is not a number of the
 * country.
 */
function removeTrunkPrefix(digits: string, country: PhoneCountry): string {
  if (country.code === DEFAULT_PHONE_COUNTRY) {
    const [, afterZero, afterCarrier] = BRAZILIAN_DIALLED.exec(digits) ?? []
    return afterZero ?? afterCarrier ?? digits
  }
  const rest = digits.slice(1)
  return digits.startsWith('0') && TRUNK_ZERO_COUNTRIES.includes(country.code) && hasValidLength(rest, country) ? rest : digits
}

/**
 * Returns the digits of a number in international notation, after '+' or '00'. Returns null for any other text, also if a zero follows: no
 * dial code begins with 0.
 */
function extractInternationalDigits(text: string): string | null {
  const digits = extractDigits(text)
  const international = digits.startsWith('00') ? digits.slice(2) : /^\D*[+\uFF0B]/.test(text) ? digits : ''
  return /^[1-9]/.test(international) ? international : null
}

/** Returns all listed countries whose dial code begins the digits, each with the national digits. `home` comes first. */
const findByDialCode = (digits: string, home: PhoneCountry): ParsedPhone[] =>
  PHONE_COUNTRIES.filter(({ dialCode }) => digits.startsWith(dialCode))
    .map((country) => ({ country, digits: removeTrunkPrefix(digits.slice(country.dialCode.length), country) }))
    .sort((a, b) => Number(b.country === home) - Number(a.country === home))

/**
 * Detects the country of a phone number in any notation: with '+', '00' or only the dial code, with a trunk zero or carrier code, as a
 * `tel:` link, or with invisible characters. Returns OTHER_COUNTRY for a dial code that is not listed. Does not drop surplus digits.
 * Returns null if the digits already are a number of the selected country, or a part of one.
 */
export const detectPhoneCountry = (written: string, selected: PhoneCountry): ParsedPhone | null => {
  const home = getPhoneCountry(selected.code)
  const international = extractInternationalDigits(written)
  if (international !== null) {
    const [found] = findByDialCode(international, home)
    return found ?? (isPhone(`+${international}`) ? { country: OTHER_COUNTRY, digits: international } : null)
  }
  const digits = extractDigits(written)
  const national = removeTrunkPrefix(digits, home)
  if (national !== digits) return { country: home, digits: national }
  if (digits.length <= home.max) return null
  return findByDialCode(digits, home).find((reading) => hasValidLength(reading.digits, reading.country)) ?? null
}

/** Returns a phone in any notation as '+', dial code and digits, or null if it is none. A national number is Brazilian. */
export function parsePhone(written: string): string | null {
  const home = getPhoneCountry(DEFAULT_PHONE_COUNTRY)
  const { digits, country } = detectPhoneCountry(written, home) ?? { country: home, digits: extractDigits(written) }
  const phone = toPhoneFieldValue(digits, country)
  return isPhone(phone) ? phone : null
}
