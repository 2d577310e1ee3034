import { parsePhone } from '../phone-numbers/phone-country.ts'

const isEmail = (text: string): boolean => {
  const [name, host = '', ...more] = text.split('@')
  return Boolean(name) && /^[^.\s]\S*$/.test(host) && /\.[^.\s]+$/.test(host) && !/\s/.test(text) && more.length === 0
}

/**
 * Converts a typed phone number or e-mail address to the form in which accounts store it: '+' and digits, or lower case. Returns null if
 * the text is neither.
 */
export function parseAccountIdentifier(text: string): string | null {
  const trimmed = text.trim()
  if (trimmed.includes('@')) return isEmail(trimmed) ? trimmed.toLowerCase() : null
  return parsePhone(trimmed)
}
