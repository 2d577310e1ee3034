/** Returns the digits of a text. Full-width digits become ASCII digits. */
export const digitsOf = (text: string): string =>
  text.replace(/[\uFF10-\uFF19]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) - 0xfee0)).replace(/\D/g, '')

/**
 * Returns the digits of a phone in each form in which it may be written. A Brazilian number has two, without and with the ninth digit, and
 * its own form comes last. Empty if there is no digit. The SQL function prosa_lead_text stores the same forms.
 */
export const getPhoneForms = (phone: string | null | undefined): string[] => {
  const digits = digitsOf(phone ?? '')
  const brazilian = /^(55\d{2})(9?)(\d{8})$/.exec(digits)
  if (!brazilian) return digits === '' ? [] : [digits]
  const [, start, ninthDigit, end] = brazilian
  return [ninthDigit ? `${start}${end}` : `${start}9${end}`, digits]
}

/** Digits and the signs that people and address books write into phones: spaces, dashes of any kind, direction marks, the scheme. */
const WRITTEN_PHONE = /^(?:tel:)?[\d\s()+./\p{Pd}\p{Cf}]+$/iu
/** A trunk zero or the international prefix. It is dropped from numbers of ten digits or more only: a shorter one may be part of a phone. */
const DIALLED_ZEROS = /^0+(?=\d{10})/

/** Returns the digits that a person typed to find a phone, however it is formatted, or '' if the text is no part of a phone. */
export const getSearchedDigits = (text: string): string =>
  WRITTEN_PHONE.test(text) ? digitsOf(text).replace(DIALLED_ZEROS, '') : ''

/** Section 5, phone schema: country patterns or the generic one, which is the wider (gap G11). */
const PHONE_PATTERNS = [
  /^\+1\d{10}$/,
  /^\+55\d{10,11}$/,
  /^\+44\d{10}$/,
  /^\+49\d{10,11}$/,
  /^\+33\d{9}$/,
  /^\+39\d{9,10}$/,
  /^\+34\d{9}$/,
  /^\+86\d{11}$/,
  /^\+91\d{10}$/,
  /^\+81\d{10,11}$/,
  /^\+82\d{9,10}$/,
  /^\+[1-9]\d{7,14}$/,
]
export const PHONE_MESSAGE = 'Telefone inválido.'

export const isPhone = (value: string): boolean => PHONE_PATTERNS.some((pattern) => pattern.test(value))

/** Brazilian display; a leading 55 goes only from 12 or 13 digits, other lengths show with + and no mask (section 5, gap G16). */
export const formatPhone = (value: string | null | undefined): string => {
  const digits = digitsOf(value ?? '')
  if (digits === '') return ''
  const national = digits.startsWith('55') && (digits.length === 12 || digits.length === 13) ? digits.slice(2) : digits
  if (national.length === 10) return `(${national.slice(0, 2)}) ${national.slice(2, 6)}-${national.slice(6)}`
  if (national.length === 11) return `(${national.slice(0, 2)}) ${national.slice(2, 7)}-${national.slice(7)}`
  return `+${digits}`
}
