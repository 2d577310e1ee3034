import type { Identity } from '../../platform/access/identity.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { invitations } from '../../platform/database/schema/organisation/accounts.ts'

type InvitationRow = typeof invitations.$inferSelect

/** Operations on invitations for other features. Only the users feature itself writes invitations. */
export interface Invitations {
  /** Marks an invitation as accepted, after the new user was created. The link stops working. */
  markAccepted: (tx: Tx, invitation: InvitationRow, now: Date) => Promise<void>
  /**
   * Counts that the form of an invitation link returned 'another user has this phone number'. After the last allowed time the link expires;
   * the inviter may create a new one.
   */
  countPhoneConflict: (tx: Tx, invitation: InvitationRow, now: Date) => Promise<void>
  /** Deletes all open invitations to an organisation, and writes each deletion to the audit log. */
  cancelAllOfTenant: (tx: Tx, identity: Identity, tenantId: string) => Promise<void>
}
