import { DEFAULT_PHONE_COUNTRY } from '../../constants.ts'
import { extractDigits, isPhone } from './phone.ts'

/** A country that users can select in the phone field (PHONE-03). */
export interface PhoneCountry {
  readonly code: string
  readonly name: string
  readonly dialCode: string
  /** Minimum number of digits without the dial code. */
  readonly min: number
  /** Maximum number of digits without the dial code. */
  readonly max: number
  /** Input masks, shortest first. The first mask with room for all digits is used. */
  readonly masks: readonly string[]
}

/** A parsed phone number: its country, and its digits without the dial code. */
export interface ParsedPhone {
  readonly country: PhoneCountry
  readonly digits: string
}

/** Countries in the phone field, in the order of the specification (section 3). */
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

/** Pseudo-country of phone numbers whose dial code is not in PHONE_COUNTRIES. Its digits include the dial code. Users cannot select it. */
export const OTHER_COUNTRY: PhoneCountry = {
  code: 'OTHER',
  name: 'Outro',
  dialCode: '',
  min: 8,
  max: 15,
  masks: [`+${'0'.repeat(15)}`],
}

const findCountry = (code: string) => PHONE_COUNTRIES.find((country) => country.code === code)

/** Returns the country with this code, or Brazil if the code is unknown. */
export const getPhoneCountry = (code: string): PhoneCountry => {
  const found = findCountry(code) ?? findCountry(DEFAULT_PHONE_COUNTRY)
  if (!found) throw new Error('The default phone country is not in the list')
  return found
}

/** Formats digits with the country's input mask. Returns only the digits if no mask has room for them. */
export const applyPhoneMask = (digits: string, country: PhoneCountry): string => {
  const countDigitSlots = (mask: string) => mask.replace(/[^0]/g, '').length
  const mask = country.masks.find((candidate) => digits.length <= countDigitSlots(candidate))
  if (mask === undefined) return digits
  let digitIndex = 0
  let text = ''
  for (const slot of mask) {
    if (digitIndex >= digits.length) break
    text += slot === '0' ? digits[digitIndex++] : slot
  }
  return text
}

const hasValidLength = (digits: string, { min, max }: PhoneCountry) => digits.length >= min && digits.length <= max

/**
 * Returns the value of the phone field: '+', dial code and digits. If the number of digits is invalid, returns only the digits, which form
 * validation rejects (section 5, gap G35).
 */
export const toPhoneFieldValue = (digits: string, country: PhoneCountry): string =>
  digits !== '' && hasValidLength(digits, country) ? `+${country.dialCode}${digits}` : digits

/**
 * Matches a Brazilian number with the prefix for long-distance calls: a zero, optionally followed by a two-digit carrier code. The groups
 * contain the number without the prefix.
 */
const BRAZILIAN_DIALLED = /^0(?:([1-9]{2}(?:9\d{8}|\d{8}))|\d{2}([1-9]{2}(?:9\d{8}|[2-5]\d{7})))$/
/** Countries in which national numbers begin with a zero that is omitted after the dial code. Italy keeps the zero. */
const TRUNK_ZERO_COUNTRIES = ['GB', 'DE', 'FR', 'CN', 'IN', 'JP', 'KR']

/**
 * Removes the leading zero and, in Brazil, the carrier code from a national phone number. Returns the digits unchanged if the rest is not a
 * valid number of the country.
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
 * Returns the digits after '+' or '00' of an international phone number. Returns null for other texts, and if a zero follows, because no
 * dial code begins with 0.
 */
function extractInternationalDigits(text: string): string | null {
  const digits = extractDigits(text)
  const international = digits.startsWith('00') ? digits.slice(2) : /^\D*[+\uFF0B]/.test(text) ? digits : ''
  return /^[1-9]/.test(international) ? international : null
}

/** Returns all countries whose dial code the digits begin with, `homeCountry` first. Several countries share a dial code. */
const findByDialCode = (digits: string, homeCountry: PhoneCountry): ParsedPhone[] =>
  PHONE_COUNTRIES.filter(({ dialCode }) => digits.startsWith(dialCode))
    .map((country) => ({ country, digits: removeTrunkPrefix(digits.slice(country.dialCode.length), country) }))
    .sort((a, b) => Number(b.country === homeCountry) - Number(a.country === homeCountry))

/**
 * Detects the country of a phone number in any notation: with '+', '00' or only the dial code, with a carrier code, as a `tel:` link.
 * Returns OTHER_COUNTRY for an unknown dial code. Keeps surplus digits. Returns null if the text may be a number of the selected country,
 * or no country is recognised.
 */
export const detectPhoneCountry = (text: string, selected: PhoneCountry): ParsedPhone | null => {
  const homeCountry = getPhoneCountry(selected.code)
  const international = extractInternationalDigits(text)
  if (international !== null) {
    const [found] = findByDialCode(international, homeCountry)
    return found ?? (isPhone(`+${international}`) ? { country: OTHER_COUNTRY, digits: international } : null)
  }
  const digits = extractDigits(text)
  const national = removeTrunkPrefix(digits, homeCountry)
  if (national !== digits) return { country: homeCountry, digits: national }
  if (digits.length <= homeCountry.max) return null
  return findByDialCode(digits, homeCountry).find((candidate) => hasValidLength(candidate.digits, candidate.country)) ?? null
}

/**
 * Converts a phone number in any notation to '+', dial code and digits. Returns null if the text is not a phone number. A number without a
 * dial code is taken as Brazilian.
 */
export function parsePhone(text: string): string | null {
  const homeCountry = getPhoneCountry(DEFAULT_PHONE_COUNTRY)
  const { digits, country } = detectPhoneCountry(text, homeCountry) ?? { country: homeCountry, digits: extractDigits(text) }
  const phone = toPhoneFieldValue(digits, country)
  return isPhone(phone) ? phone : null
}
