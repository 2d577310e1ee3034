/**
 * What is grave wants a proof of who asks, given by `POST /auth/confirm` (3-team.md, section 3: what is marked °; TRUST-16). What wants
 * one for some of its contents only is not here: its route asks.
 */
export const CONFIRMED_CALLS: ReadonlySet<string> = new Set([
  'startTotp',
  'removeTotp',
  'newRecoveryCodes',
  'passkeyCreationOptions',
  'deletePasskey',
  'removeSecondStep',
  'makeResetLink',
  'startExport',
])

/** Minutes that a proof is good for, in its session. */
export const CONFIRMATION_MINUTES = 10
