import { getPhoneForms } from '@prosa/contract/rules/phone-numbers/phone'

/**
 * Returns the shortest form of a phone number, so that both Brazilian notations (55 AA 9XXXXXXXX and 55 AA XXXXXXXX) have the same key.
 * Returns null if the text contains no digit.
 */
export function toPhoneKey(phone: string | null): string | null {
  const forms = getPhoneForms(phone)
  return forms.toSorted((a, b) => a.length - b.length)[0] ?? null
}
