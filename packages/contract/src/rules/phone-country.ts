import { DEFAULT_PHONE_COUNTRY } from '../constants.ts'
import { digitsOf } from './phone.ts'

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

/** The country with this code, else Brazil. */
export const phoneCountry = (code: string): PhoneCountry => {
  const find = (wanted: string) => PHONE_COUNTRIES.find((country) => country.code === wanted)
  const found = find(code) ?? find(DEFAULT_PHONE_COUNTRY)
  if (!found) throw new Error('The default phone country is not in the list')
  return found
}

/** Digits under the country's mask, while typing and when complete; digits past the mask are left out. */
export const maskPhone = (digits: string, country: PhoneCountry): string => {
  const room = (mask: string) => mask.replace(/[^0]/g, '').length
  const mask = country.masks.find((candidate) => digits.length <= room(candidate)) ?? country.masks.at(-1) ?? ''
  let next = 0
  let text = ''
  for (const slot of mask) {
    if (next >= digits.length) break
    text += slot === '0' ? digits[next++] : slot
  }
  return text
}

/** What the phone field emits: '' when empty, bare digits below the minimum, else dial code plus digits (section 5, gap G35). */
export const emittedPhone = (digits: string, country: PhoneCountry): string =>
  digits === '' || digits.length < country.min ? digits : `+${country.dialCode}${digits}`

/** The country and national digits of a pasted number that starts with a known dial code; null when it does not. */
export const detectCountry = (pasted: string, current: PhoneCountry): { country: PhoneCountry; digits: string } | null => {
  const text = pasted.trim()
  const all = digitsOf(text)
  const international = text.startsWith('+') || text.startsWith('00')
  const digits = text.startsWith('00') ? all.slice(2) : all
  if (!international && digits.length <= current.max) return null
  const byLength = [...PHONE_COUNTRIES].sort((a, b) => b.dialCode.length - a.dialCode.length)
  const matches = byLength.filter(({ dialCode, min, max }) => {
    const rest = digits.length - dialCode.length
    return digits.startsWith(dialCode) && (international || (rest >= min && rest <= max))
  })
  const country = matches.find(({ code }) => code === current.code) ?? matches[0]
  return country ? { country, digits: digits.slice(country.dialCode.length, country.dialCode.length + country.max) } : null
}
