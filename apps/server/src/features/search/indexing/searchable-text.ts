import { extractDigits } from '@prosa/contract/rules/phone-numbers/phone'

const PART = /[\p{L}\p{M}\p{N}]+/gu
const LETTER = /\p{L}/u
/** Matches the currency before an amount, such as `R$`. It is removed so that an amount is not treated as a code. */
const CURRENCY = /^\p{L}{0,3}\p{Sc}/u
/** Matches a phone number: eight to fifteen digits, grouped in any way. */
const PHONE = /(?<![\p{L}\p{N}])\+?\(?\d(?:[ ().\u00A0\u2011\u2013/-]{0,3}\d){7,14}(?![\p{L}\p{N}])/gu

/** Returns the parts of an e-mail address, host name, filename or code. Returns an empty list for a plain word, number or amount. */
export function splitCompoundWord(word: string): string[] {
  const withoutCurrency = word.replace(CURRENCY, '')
  const parts = withoutCurrency.match(PART) ?? []
  return parts.length > 1 && LETTER.test(withoutCurrency) ? parts : []
}

/** Returns the phone numbers in a line as written, each with its index. */
export const extractPhones = (line: string): { word: string; at: number }[] =>
  [...line.matchAll(PHONE)].map(({ 0: word, index }) => ({ word, at: index }))

/** Returns all digit strings by which a phone number can be found: with and without country code, area code and ninth digit. */
export function getPhoneSearchForms(phone: string): string[] {
  const digits = extractDigits(phone)
  const lastDigits = digits.slice(-8)
  const areaCode = digits.length >= 11 && digits.at(-9) === '9' ? digits.slice(-11, -9) : digits.slice(-10, -8)
  const nationalForms = areaCode.length === 2 ? [`${areaCode}${lastDigits}`, `${areaCode}9${lastDigits}`] : []
  return [
    ...new Set([digits, ...[9, 10, 11].map((length) => digits.slice(-length)), lastDigits, `9${lastDigits}`, ...nationalForms]),
  ]
}

/** Returns the text to index: the text, the parts of its compound words, and its phone numbers in every form. */
export function buildSearchableText(text: string): string {
  const parts = (text.match(/\S+/g) ?? []).flatMap(splitCompoundWord)
  const phones = extractPhones(text).flatMap(({ word }) => getPhoneSearchForms(word))
  return [text, ...new Set([...parts, ...phones])].join(' ')
}
