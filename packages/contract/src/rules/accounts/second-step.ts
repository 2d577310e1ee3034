/** Second factor of a sign-in (3-team.md, sections 2 to 4). */

/** Second factors that a user has set up. */
export const SECOND_STEPS = ['none', 'totp', 'passkey', 'both'] as const
export type SecondStep = (typeof SECOND_STEPS)[number]

/** Methods of confirming a sign-in with the second factor. */
export const SECOND_STEP_METHODS = ['totp', 'passkey', 'recovery'] as const
export type SecondStepMethod = (typeof SECOND_STEP_METHODS)[number]

/** Users of an organisation who must use a second factor. */
export const SECOND_STEP_RULES = ['optional', 'managers', 'everyone'] as const
export type SecondStepRule = (typeof SECOND_STEP_RULES)[number]

/** Number of recovery codes in a set. */
export const RECOVERY_CODE_COUNT = 10

/** Days for which a device skips the second factor after 'Confiar neste aparelho'. */
export const TRUSTED_DEVICE_DAYS = 30

/**
 * Calls that a user may still make who must have a second factor and has none: setting one up, and reading their own account (TRUST-12).
 * Calls without a session are not affected.
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

/** Returns whether the rule applies to users with this role. */
export const isSecondStepRequired = (rule: SecondStepRule, role: string): boolean =>
  rule === 'everyone' || (rule === 'managers' && (role === 'staff' || role === 'admin'))
