/** Prefix of a message id, before its base64 part. */
const WAMID_PREFIX = 'wamid.'
/** The bytes before the length and the digits of the recipient. */
const [FIRST_BYTE, SECOND_BYTE] = [0x1c, 0x18]

/**
 * Returns the digits of the recipient that a message id contains, or null if they cannot be read. Undocumented, but true for every known id
 * of Meta: use it as evidence only.
 */
export function extractRecipient(wamid: string): string | null {
  if (!wamid.startsWith(WAMID_PREFIX)) return null
  const bytes = Buffer.from(wamid.slice(WAMID_PREFIX.length), 'base64')
  if (bytes[0] !== FIRST_BYTE || bytes[1] !== SECOND_BYTE) return null
  const digits = bytes.subarray(3, 3 + (bytes[2] ?? 0)).toString('latin1')
  return digits.length === bytes[2] && /^\d{5,20}$/.test(digits) ? digits : null
}
