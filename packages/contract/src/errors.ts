/** The 26 error codes of the specification, in the order of its section 8. */
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
 * Error codes that the specification lacks: 404 for anything except a user or tenant (gap G22), 501, and three for the second factor and
 * the identity confirmation (3-team.md, section 3).
 */
export const EXTENSION_ERROR_CODES = [
  'RESOURCE_NOT_FOUND',
  'NOT_IMPLEMENTED',
  'SECOND_STEP_REQUIRED',
  'SECOND_STEP_SETUP_REQUIRED',
  'CONFIRMATION_REQUIRED',
] as const

export type ErrorCode = (typeof SPECIFIED_ERROR_CODES)[number] | (typeof EXTENSION_ERROR_CODES)[number]

/**
 * Returns whether a value has the format of an error code and is not a text for users. Does not look the value up, so that the sign-in page
 * does not load the list of codes.
 */
export const isErrorCode = (value: unknown): boolean => typeof value === 'string' && /^[A-Z_]+$/.test(value)

/**
 * Returns whether retrying cannot solve an error; its toast then stays until the user closes it (section 8). Matches the nine codes of
 * section 8 about a user, account, organisation or permission.
 */
export const isPermanentError = (code: string): boolean => /^(USER|ACCOUNT|TENANT)_|_DENIED|_PERM/.test(code)

/**
 * Returns whether an error requires the user to sign in again, change the password (section 8) or set up a second factor (TRUST-12).
 * Matches by pattern, so that the sign-in page does not load the list of codes.
 */
export const requiresSignIn = (code: string): boolean => /^(TOKEN|PASSWORD)_|_SETUP_/.test(code)
