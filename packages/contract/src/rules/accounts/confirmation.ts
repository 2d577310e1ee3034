/** Changes in a request that require a proof of identity. Requests without these changes need no proof. */
type ConfirmedChange =
  | 'a role at or above one’s own'
  | 'e-mail, phone, or a role at or above one’s own'
  | 'a new account, access token or app secret'
  | 'a change of the second step or of visibility'
  | 'a change of the months'

/**
 * Calls for which users must have proved their identity with `POST /auth/confirm` within the last CONFIRMATION_VALID_MINUTES (TRUST-16;
 * 3-team.md, section 3, marked with °). Includes actions that lead to such a call: assigning a role, reactivating a user, linking a number,
 * erasing a lead. `always`: the route rejects every request without a proof. Otherwise its handler rejects only requests with the named
 * change.
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

/** Minutes for which a proof is valid, in the session that made it. */
export const CONFIRMATION_VALID_MINUTES = 10
