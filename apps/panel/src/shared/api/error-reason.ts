import { ApiError } from './errors.ts'
import { HTTP_STATUS_MESSAGES } from './messages.pt-br.ts'

/** Codes whose text is specified, so that the server's message is ignored. */
const CODES_WITH_OWN_TEXT: ReadonlySet<string> = new Set([
  'TENANT_NOT_FOUND',
  'TENANT_INACTIVE',
  'PERMISSION_DENIED',
  'ACCESS_DENIED',
])

/**
 * Returns why a call failed. A missing connection has its specified text; otherwise returns the server's own message, the text for too many
 * requests (429), or the caller's fallback (section 8, 'Store fallbacks').
 */
export function getErrorReason(error: unknown, fallback: string): string {
  if (!(error instanceof ApiError)) return fallback
  if (error.statusCode === 0 || CODES_WITH_OWN_TEXT.has(error.code)) return error.message
  return error.serverMessage ?? (error.statusCode === 429 ? HTTP_STATUS_MESSAGES.tooMany : fallback)
}
