import { getPhoneForms } from '@prosa/contract/rules/phone-numbers/phone'

/**
 * Returns one key for a number however it is written: its shortest form, so that 55 AA 9XXXXXXXX and 55 AA XXXXXXXX are one lead. Null if
 * there is no digit.
 */
export function toPhoneKey(phone: string | null): string | null {
  const forms = getPhoneForms(phone)
  return forms.toSorted((a, b) => a.length - b.length)[0] ?? null
}
