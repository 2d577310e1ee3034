import { readPhone } from './phone-country.ts'

const isEmail = (text: string): boolean => {
  const [name, host = '', ...more] = text.split('@')
  return Boolean(name) && /^[^.\s]\S*$/.test(host) && /\.[^.\s]+$/.test(host) && !/\s/.test(text) && more.length === 0
}

/** The account that somebody means who types a phone, in any way of writing it, or an e-mail; null when it is neither. */
export function typedAccount(text: string): string | null {
  const typed = text.trim()
  if (typed.includes('@')) return isEmail(typed) ? typed.toLowerCase() : null
  return readPhone(typed)
}
