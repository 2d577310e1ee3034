/** The 26 codes of section 8, in its order. */
export const SPECIFIED_ERROR_CODES = [
  'INVALID_CREDENTIALS',
  'USER_NOT_FOUND',
  'USER_INACTIVE',
  'TOKEN_EXPIRED',
  'TOKEN_INVALID',
  'TOKEN_REFRESH_FAILED',
  'PERMISSION_DENIED',
  'ACCESS_DENIED',
  'INSUFFICIENT_PERMISSIONS',
  'TENANT_NOT_FOUND',
  'TENANT_INACTIVE',
  'ACCOUNT_LOCKED',
  'ACCOUNT_SUSPENDED',
  'PASSWORD_EXPIRED',
  'PASSWORD_CHANGE_REQUIRED',
  'RATE_LIMIT_EXCEEDED',
  'TOO_MANY_ATTEMPTS',
  'VALIDATION_ERROR',
  'INVALID_INPUT',
  'REQUIRED_FIELD_MISSING',
  'NETWORK_ERROR',
  'SERVER_ERROR',
  'SERVICE_UNAVAILABLE',
  'TIMEOUT_ERROR',
  'UNKNOWN_ERROR',
  'INTERNAL_ERROR',
] as const

/**
 * Codes of ours that the specification lacks: 404 of anything but a user or tenant (gap G22), 501, and those of the second step
 * (3-team.md, section 3): 401 of login only, and 403 while one has to be set up first.
 */
export const OWN_ERROR_CODES = [
  'RESOURCE_NOT_FOUND',
  'NOT_IMPLEMENTED',
  'SECOND_STEP_REQUIRED',
  'SECOND_STEP_SETUP_REQUIRED',
] as const

export type ErrorCode = (typeof SPECIFIED_ERROR_CODES)[number] | (typeof OWN_ERROR_CODES)[number]

const KNOWN: ReadonlySet<string> = new Set([...SPECIFIED_ERROR_CODES, ...OWN_ERROR_CODES])

export const isErrorCode = (value: unknown): value is ErrorCode => typeof value === 'string' && KNOWN.has(value)

/** Errors that trying again cannot mend; their toast stays until dismissed (section 8). */
export const NOT_RECOVERABLE: ReadonlySet<ErrorCode> = new Set([
  'USER_INACTIVE',
  'ACCOUNT_LOCKED',
  'ACCOUNT_SUSPENDED',
  'PERMISSION_DENIED',
  'ACCESS_DENIED',
  'INSUFFICIENT_PERMISSIONS',
  'USER_NOT_FOUND',
  'TENANT_NOT_FOUND',
  'TENANT_INACTIVE',
])

/** Errors after which the user must sign in again, or change the password first (section 8). */
export const REQUIRES_SIGN_IN: ReadonlySet<ErrorCode> = new Set([
  'TOKEN_EXPIRED',
  'TOKEN_INVALID',
  'TOKEN_REFRESH_FAILED',
  'PASSWORD_EXPIRED',
  'PASSWORD_CHANGE_REQUIRED',
])
