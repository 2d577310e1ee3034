import { DEFAULT_PHONE_COUNTRY } from '../constants.ts'
import { detectCountry, digitsOf, emittedPhone, isPhone, phoneCountry } from './phone.ts'

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/** The account that somebody means who types a phone, in any way of writing it, or an e-mail; null when it is neither. */
export function typedAccount(text: string): string | null {
  const typed = text.trim()
  if (typed.includes('@')) return EMAIL.test(typed) ? typed.toLowerCase() : null
  const home = phoneCountry(DEFAULT_PHONE_COUNTRY)
  const found = detectCountry(typed, home) ?? { country: home, digits: digitsOf(typed) }
  const phone = emittedPhone(found.digits, found.country)
  return isPhone(phone) ? phone : null
}
