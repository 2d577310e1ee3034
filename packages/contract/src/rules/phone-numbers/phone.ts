/** Returns the digits of a text. Full-width digits are converted to ASCII. */
export const extractDigits = (text: string): string =>
  text.replace(/[\uFF10-\uFF19]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) - 0xfee0)).replace(/\D/g, '')

/**
 * Returns the forms in which a phone number may be stored, as digits. A Brazilian mobile number has two: with and without the ninth digit.
 * The given form comes last. Must match the SQL function prosa_lead_text.
 */
export const getPhoneForms = (phone: string | null | undefined): string[] => {
  const digits = extractDigits(phone ?? '')
  const brazilian = /^(55\d{2})(9?)(\d{8})$/.exec(digits)
  if (!brazilian) return digits === '' ? [] : [digits]
  const [, start, ninthDigit, end] = brazilian
  return [ninthDigit ? `${start}${end}` : `${start}9${end}`, digits]
}

/**
 * Matches a text that may be a phone number or a part of one: digits, spaces, punctuation, invisible characters, and `tel:` at the start.
 */
const PHONE_LIKE_TEXT = /^(?:tel:)?[\d\s()+./\p{Pd}\p{Cf}]+$/iu
/**
 * Matches leading zeros (long-distance or international prefix) before at least ten digits. Zeros in a shorter text are kept, because the
 * text may be the middle of a number.
 */
const DIAL_PREFIX_ZEROS = /^0+(?=\d{10})/

/** Returns the digits of a search text that may be (part of) a phone number, or '' for any other text. */
export const extractPhoneSearchDigits = (text: string): string =>
  PHONE_LIKE_TEXT.test(text) ? extractDigits(text).replace(DIAL_PREFIX_ZEROS, '') : ''

/** Patterns of valid phone numbers (section 5): one for each supported country, and a less strict one for all others (gap G11). */
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
export const INVALID_PHONE_MESSAGE = 'Telefone inválido.'

export const isPhone = (value: string): boolean => PHONE_PATTERNS.some((pattern) => pattern.test(value))

/**
 * Formats a phone number for display in Brazil (section 5, gap G16). Omits the dial code of Brazilian numbers. Numbers of other lengths
 * become '+' and digits. Returns '' if the value has no digits.
 */
export const formatPhone = (value: string | null | undefined): string => {
  const digits = extractDigits(value ?? '')
  if (digits === '') return ''
  const national = digits.startsWith('55') && (digits.length === 12 || digits.length === 13) ? digits.slice(2) : digits
  if (national.length === 10) return `(${national.slice(0, 2)}) ${national.slice(2, 6)}-${national.slice(6)}`
  if (national.length === 11) return `(${national.slice(0, 2)}) ${national.slice(2, 7)}-${national.slice(7)}`
  return `+${digits}`
}
