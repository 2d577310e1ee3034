import { parsePhone } from '../phone-numbers/phone-country.ts'

const isEmail = (text: string): boolean => {
  const [name, host = '', ...more] = text.split('@')
  return Boolean(name) && /^[^.\s]\S*$/.test(host) && /\.[^.\s]+$/.test(host) && !/\s/.test(text) && more.length === 0
}

/**
 * Returns the account identifier for what a user typed: a phone number in any notation becomes '+' and digits, an e-mail address becomes
 * lower case. Returns null if the text is neither.
 */
export function parseAccountIdentifier(text: string): string | null {
  const trimmed = text.trim()
  if (trimmed.includes('@')) return isEmail(trimmed) ? trimmed.toLowerCase() : null
  return parsePhone(trimmed)
}
