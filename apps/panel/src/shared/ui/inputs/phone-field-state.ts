import { DEFAULT_PHONE_COUNTRY } from '@prosa/contract/constants'
import { extractDigits } from '@prosa/contract/rules/phone-numbers/phone'
import {
  applyPhoneMask,
  detectPhoneCountry,
  getPhoneCountry,
  OTHER_COUNTRY,
  type PhoneCountry,
  toPhoneFieldValue,
} from '@prosa/contract/rules/phone-numbers/phone-country'

/** State of the phone field: the country and the digits after its dial code. */
export interface PhoneFieldState {
  country: PhoneCountry
  digits: string
}

/** Returns the state of the phone field for a value set from outside, such as a form's default value or a reset. */
export function parsePhoneValue(value: string, countryCode: string = DEFAULT_PHONE_COUNTRY): PhoneFieldState {
  const country = getPhoneCountry(countryCode)
  return detectPhoneCountry(value, country) ?? { country, digits: extractDigits(value) }
}

/** Returns the state with another country and the same digits. The form's schema rejects the value if it has too many digits. */
export const changePhoneCountry = ({ digits }: PhoneFieldState, code: string): PhoneFieldState => ({
  country: getPhoneCountry(code),
  digits,
})

/** Parses a pasted or autofilled phone number. Returns null if the digits are already a national number of the selected country. */
export const parsePastedPhone = (text: string, state: PhoneFieldState): PhoneFieldState | null =>
  detectPhoneCountry(text, state.country)

/** Returns the inserted part of `text`: the part between the prefix and the suffix that `text` and `maskedText` share. */
function getInsertedText(text: string, maskedText: string): string {
  const shortest = Math.min(text.length, maskedText.length)
  let start = 0
  while (start < shortest && text[start] === maskedText[start]) start += 1
  let end = 0
  while (end < shortest - start && text.at(-1 - end) === maskedText.at(-1 - end)) end += 1
  return text.slice(start, text.length - end)
}

/**
 * Returns the state after the field's text was edited, and the number of digits before the caret. Ignores a typed digit above the country's
 * maximum. Parses several inserted digits as a pasted phone number. Selects Brazil if the country is OTHER_COUNTRY and the text has no plus
 * sign.
 */
export function applyPhoneEdit(
  text: string,
  caret: number,
  state: PhoneFieldState,
): { state: PhoneFieldState; digitsBeforeCaret: number } {
  const digitsBefore = extractDigits(text.slice(0, caret)).length
  const digits = extractDigits(text)
  const maskedText = applyPhoneMask(state.digits, state.country)
  // Deleting a character of the mask deletes the digit before it.
  if (digits === state.digits && text.length < maskedText.length && digitsBefore > 0) {
    const remainingDigits = digits.slice(0, digitsBefore - 1) + digits.slice(digitsBefore)
    return { state: { ...state, digits: remainingDigits }, digitsBeforeCaret: digitsBefore - 1 }
  }
  const addedDigits = extractDigits(getInsertedText(text, maskedText)).length
  // Returns a new object, so that the field renders again and the caret keeps its position.
  if (addedDigits === 1 && digits.length > state.digits.length && digits.length > state.country.max) {
    return { state: { ...state }, digitsBeforeCaret: digitsBefore - 1 }
  }
  const pasted = addedDigits > 1 ? parsePastedPhone(text, state) : null
  const country = state.country === OTHER_COUNTRY && !text.includes('+') ? getPhoneCountry(DEFAULT_PHONE_COUNTRY) : state.country
  const next = pasted ?? { country, digits }
  return { state: next, digitsBeforeCaret: pasted ? next.digits.length : digitsBefore }
}

/** Returns the caret position in the masked text after `digitsBefore` digits. */
export function getCaretPosition(digitsBefore: number, masked: string): number {
  let digitCount = 0
  for (let index = 0; index < masked.length; index += 1) {
    if (digitCount === digitsBefore) return digitsBefore === 0 ? 0 : index
    if (/\d/.test(masked[index] ?? '')) digitCount += 1
  }
  return masked.length
}

export const toPhoneValue = ({ digits, country }: PhoneFieldState): string => toPhoneFieldValue(digits, country)
export const formatPhoneText = ({ digits, country }: PhoneFieldState): string => applyPhoneMask(digits, country)
