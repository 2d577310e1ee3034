/** The second step of a sign-in (3-team.md, sections 2 to 4). */

/** What a person has as second step. */
export const SECOND_STEPS = ['none', 'totp', 'passkey', 'both'] as const
export type SecondStep = (typeof SECOND_STEPS)[number]

/** By what a sign-in's second step is taken. */
export const SECOND_STEP_METHODS = ['totp', 'passkey', 'recovery'] as const
export type SecondStepMethod = (typeof SECOND_STEP_METHODS)[number]

/** Of whom an organisation requires a second step. */
export const SECOND_STEP_RULES = ['optional', 'managers', 'everyone'] as const
export type SecondStepRule = (typeof SECOND_STEP_RULES)[number]

/** Recovery codes that are handed out at once. */
export const RECOVERY_CODES = 10

/** Days that a device is trusted for which the second step was taken with 'Confiar neste aparelho'. */
export const TRUSTED_DEVICE_DAYS = 30

/**
 * What somebody who must have a second step, and has none, may still ask for: to set one up, and who they are (TRUST-12). Calls that
 * need no session are nobody's, and are not judged.
 */
export const SET_UP_CALLS: ReadonlySet<string> = new Set([
  'me',
  'confirm',
  'security',
  'startTotp',
  'confirmTotp',
  'passkeyCreationOptions',
  'createPasskey',
])

/** Whether the rule is about a person of this role. */
export const secondStepRuleIsFor = (rule: SecondStepRule, role: string): boolean =>
  rule === 'everyone' || (rule === 'managers' && (role === 'staff' || role === 'admin'))
