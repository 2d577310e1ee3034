import { digitsOf } from '@prosa/contract/rules/phone'

/**
 * One key for a number however it is written: digits only, and a Brazilian mobile without its ninth digit, so that
 * 55 AA 9XXXXXXXX and 55 AA XXXXXXXX are one lead. Null when there is no digit.
 */
export function phoneKey(phone: string | null): string | null {
  const digits = digitsOf(phone ?? '')
  if (digits === '') return null
  const mobile = /^(55\d{2})9(\d{8})$/.exec(digits)
  return mobile ? `${mobile[1]}${mobile[2]}` : digits
}
