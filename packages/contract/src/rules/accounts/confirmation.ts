/** Changes that need an identity confirmation. Other changes through the same endpoint do not. */
type ConfirmedChange =
  | 'a role at or above one’s own'
  | 'e-mail, phone, or a role at or above one’s own'
  | 'a new account, access token or app secret'
  | 'a change of the second step or of visibility'
  | 'a change of the months'

/**
 * API endpoints for which users must have confirmed their identity recently, with `POST /auth/confirm` (TRUST-16; 3-team.md, section 3,
 * marked with °). `always`: every request needs the confirmation. Otherwise only the named change needs it, which the endpoint's handler
 * checks.
 */
export const CALLS_REQUIRING_CONFIRMATION: Readonly<Record<string, 'always' | ConfirmedChange>> = {
  startTotp: 'always',
  removeTotp: 'always',
  newRecoveryCodes: 'always',
  passkeyCreationOptions: 'always',
  deletePasskey: 'always',

  removeSecondStep: 'always',
  makeResetLink: 'always',
  updatePerson: 'e-mail, phone, or a role at or above one’s own',
  switchOnPerson: 'a role at or above one’s own',
  inviteUser: 'a role at or above one’s own',
  generateInvitationToken: 'a role at or above one’s own',

  updateTenant: 'always',
  setOrganisationSettings: 'a change of the second step or of visibility',
  setRetention: 'a change of the months',
  eraseLead: 'always',
  startExport: 'always',

  createWhatsappNumber: 'always',
  updateWhatsappNumber: 'a new account, access token or app secret',
  deleteWhatsappNumber: 'always',
  createWhatsappSignup: 'always',
  assignUnclaimedAccount: 'always',
}

/** Minutes for which an identity confirmation is valid, in the session in which it was made. */
export const CONFIRMATION_VALID_MINUTES = 10
