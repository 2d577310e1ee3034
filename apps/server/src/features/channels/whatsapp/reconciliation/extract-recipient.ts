/** Prefix of Meta's message ids, before the base64 part. */
const WAMID_PREFIX = 'wamid.'
/** First two bytes of a decoded message id. The length and the digits of the recipient's phone number follow. */
const [FIRST_BYTE, SECOND_BYTE] = [0x1c, 0x18]

/**
 * Returns the digits of the recipient's phone number in a Meta message id, or null if they cannot be read. The format is undocumented, so
 * the result is only an indication.
 */
export function extractRecipient(wamid: string): string | null {
  if (!wamid.startsWith(WAMID_PREFIX)) return null
  const bytes = Buffer.from(wamid.slice(WAMID_PREFIX.length), 'base64')
  if (bytes[0] !== FIRST_BYTE || bytes[1] !== SECOND_BYTE) return null
  const digits = bytes.subarray(3, 3 + (bytes[2] ?? 0)).toString('latin1')
  return digits.length === bytes[2] && /^\d{5,20}$/.test(digits) ? digits : null
}
