import { ApiError } from './errors.ts'
import { STATUS_MESSAGES } from './messages.pt-br.ts'

/** What these mean is specified, whatever the server says. */
const OWN_TEXT: ReadonlySet<string> = new Set(['TENANT_NOT_FOUND', 'TENANT_INACTIVE', 'PERMISSION_DENIED', 'ACCESS_DENIED'])

/**
 * Why a call failed, for the place that made it: no connection and too many requests are always said as such; otherwise
 * the server's own message, or the caller's fallback (section 8, 'Store fallbacks').
 */
export function reasonOf(error: unknown, fallback: string): string {
  if (!(error instanceof ApiError)) return fallback
  if (error.statusCode === 0 || OWN_TEXT.has(error.code)) return error.message
  return error.serverMessage ?? (error.statusCode === 429 ? STATUS_MESSAGES.tooMany : fallback)
}
