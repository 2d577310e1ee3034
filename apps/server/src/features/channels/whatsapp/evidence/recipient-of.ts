/** What a message's id begins with, before it was written in base64. */
const PREFIX = 'wamid.'
/** The bytes before the recipient's digits and their number. */
const [FIRST, SECOND] = [0x1c, 0x18]

/**
 * Whom a message was sent to, by its id: every sample of Meta's holds the digits, and no page says so. Evidence, and never more: where it cannot
 * be read, nothing is known. @returns digits, or null
 */
export function recipientOf(wamid: string): string | null {
  if (!wamid.startsWith(PREFIX)) return null
  const bytes = Buffer.from(wamid.slice(PREFIX.length), 'base64')
  if (bytes[0] !== FIRST || bytes[1] !== SECOND) return null
  const digits = bytes.subarray(3, 3 + (bytes[2] ?? 0)).toString('latin1')
  return digits.length === bytes[2] && /^\d{5,20}$/.test(digits) ? digits : null
}
