import { ApiError } from './errors.ts'
import { HTTP_STATUS_MESSAGES } from './messages.pt-br.ts'

/** Error codes whose message the specification defines. The server's own message is ignored for them. */
const CODES_WITH_OWN_TEXT: ReadonlySet<string> = new Set([
  'TENANT_NOT_FOUND',
  'TENANT_INACTIVE',
  'PERMISSION_DENIED',
  'ACCESS_DENIED',
])

/**
 * Returns the reason for a failed request as a text for the user. Without a response, returns the specified text. Otherwise returns the
 * server's message, the text for too many requests (429), or `fallback` (section 8, 'Store fallbacks').
 */
export function getErrorReason(error: unknown, fallback: string): string {
  if (!(error instanceof ApiError)) return fallback
  if (error.statusCode === 0 || CODES_WITH_OWN_TEXT.has(error.code)) return error.message
  return error.serverMessage ?? (error.statusCode === 429 ? HTTP_STATUS_MESSAGES.tooMany : fallback)
}
