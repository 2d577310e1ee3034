/** Contents of a call that require a proof; contents that are not named here pass without one. */
type GraveContents =
  | 'a role at or above one’s own'
  | 'e-mail, phone, or a role at or above one’s own'
  | 'a new account, access token or app secret'
  | 'a change of the second step or of visibility'
  | 'a change of the months'

/**
 * Calls that require a recent proof of who makes them, given by `POST /auth/confirm` (3-team.md, section 3: the calls marked with °;
 * TRUST-16), and the acts that lead to such a call: giving a role, switching somebody on, linking a number, erasing. `always`: the route
 * refuses the call without a proof. Otherwise its handler does, for the contents named here.
 */
export const CONFIRMED_CALLS: Readonly<Record<string, 'always' | GraveContents>> = {
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

/** Minutes that a proof is good for, in its session. */
export const CONFIRMATION_MINUTES = 10
