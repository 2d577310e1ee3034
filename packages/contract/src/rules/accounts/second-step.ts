/** Rules for the second factor of a sign-in (3-team.md, sections 2 to 4). */

/** Second factors that a user may have set up: none, an authenticator app (`totp`), a passkey, or both. */
export const SECOND_STEPS = ['none', 'totp', 'passkey', 'both'] as const
export type SecondStep = (typeof SECOND_STEPS)[number]

/** Methods by which a user can confirm a sign-in: code of the authenticator app, passkey, or recovery code. */
export const SECOND_STEP_METHODS = ['totp', 'passkey', 'recovery'] as const
export type SecondStepMethod = (typeof SECOND_STEP_METHODS)[number]

/** Rules for which users of an organisation must use a second factor: no one (`optional`), staff and admins (`managers`), or everyone. */
export const SECOND_STEP_RULES = ['optional', 'managers', 'everyone'] as const
export type SecondStepRule = (typeof SECOND_STEP_RULES)[number]

/** Number of recovery codes that are generated at a time. */
export const RECOVERY_CODE_COUNT = 10

/** Days for which a device does not need the second factor after the user chose 'Confiar neste aparelho'. */
export const TRUSTED_DEVICE_DAYS = 30

/**
 * API endpoints that remain available to users who must have a second factor but have none: those for setting one up and for reading their
 * own account (TRUST-12). Endpoints without a session are not restricted.
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

/** Returns whether users with this role must use a second factor. */
export const isSecondStepRequired = (rule: SecondStepRule, role: string): boolean =>
  rule === 'everyone' || (rule === 'managers' && (role === 'staff' || role === 'admin'))
