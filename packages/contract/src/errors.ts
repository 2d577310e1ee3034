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
 * Codes of ours that the specification lacks: 404 of anything but a user or tenant (gap G22), 501, and those of
 * 3-team.md, section 3: 401 of login only, 403 while a second step has to be set up first, and 403 of what is grave.
 */
export const OWN_ERROR_CODES = [
  'RESOURCE_NOT_FOUND',
  'NOT_IMPLEMENTED',
  'SECOND_STEP_REQUIRED',
  'SECOND_STEP_SETUP_REQUIRED',
  'CONFIRMATION_REQUIRED',
] as const

export type ErrorCode = (typeof SPECIFIED_ERROR_CODES)[number] | (typeof OWN_ERROR_CODES)[number]

/** True of what has a code's form: a text for people has not. The codes themselves would be weight on the sign-in page. */
export const isErrorCode = (value: unknown): boolean => typeof value === 'string' && /^[A-Z_]+$/.test(value)

/**
 * True of errors that trying again cannot mend; their toast stays until dismissed (section 8). By the form of their names too: the nine of
 * section 8, of a person, an account, an organisation or a right.
 */
export const isBeyondRepair = (code: string): boolean => /^(USER|ACCOUNT|TENANT)_|_DENIED|_PERM/.test(code)

/**
 * True of errors after which the user must sign in again, change the password first (section 8), or set up a second step (TRUST-12). By the
 * form of their names, which are weight on the sign-in page: the five of section 8, and SECOND_STEP_SETUP_REQUIRED.
 */
export const requiresSignIn = (code: string): boolean => /^(TOKEN|PASSWORD)_|_SETUP_/.test(code)
