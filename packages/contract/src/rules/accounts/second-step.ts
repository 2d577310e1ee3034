/** Rules for the second factor of a sign-in, called second step in the specification (3-team.md, sections 2 to 4). */

/** Second factors that a user has set up. `totp`: an authenticator app. */
export const SECOND_STEPS = ['none', 'totp', 'passkey', 'both'] as const
export type SecondStep = (typeof SECOND_STEPS)[number]

/** Methods with which a user can confirm a sign-in. `totp`: code of an authenticator app. `recovery`: recovery code. */
export const SECOND_STEP_METHODS = ['totp', 'passkey', 'recovery'] as const
export type SecondStepMethod = (typeof SECOND_STEP_METHODS)[number]

/** Rules that define which users must use a second factor. `optional`: no one. `managers`: staff and admins. */
export const SECOND_STEP_RULES = ['optional', 'managers', 'everyone'] as const
export type SecondStepRule = (typeof SECOND_STEP_RULES)[number]

export const RECOVERY_CODE_COUNT = 10

/** Days for which a device needs no second factor after the user chose 'Confiar neste aparelho'. */
export const TRUSTED_DEVICE_DAYS = 30

/**
 * API endpoints that users can request although they lack a required second factor: those for setting one up and for reading their own
 * account (TRUST-12). Endpoints without a session are always available.
 */
export const SECOND_STEP_SETUP_CALLS: ReadonlySet<string> = new Set([
  'me',
  'confirm',
  'security',
  'startTotp',
  'confirmTotp',
  'passkeyCreationOptions',
  'createPasskey',
])

export const isSecondStepRequired = (rule: SecondStepRule, role: string): boolean =>
  rule === 'everyone' || (rule === 'managers' && (role === 'staff' || role === 'admin'))
