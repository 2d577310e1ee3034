import type { Identity } from '../../platform/access/identity.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { invitations } from '../../platform/database/schema/organisation/accounts.ts'

type InvitationRow = typeof invitations.$inferSelect

/** Operations on invitations for other features. Only the users feature itself writes invitations. */
export interface Invitations {
  /** Marks an invitation as accepted, after the new user was created. The link stops working. */
  accept: (tx: Tx, invitation: InvitationRow, at: Date) => Promise<void>
  /**
   * Counts that the form of an invitation link returned 'another user has this phone number'. After the last allowed time the link expires;
   * the inviter may create a new one.
   */
  countTaken: (tx: Tx, invitation: InvitationRow, at: Date) => Promise<void>
  /** Deletes all open invitations to an organisation, and writes each deletion to the audit log. */
  withdrawInto: (tx: Tx, who: Identity, tenantId: string) => Promise<void>
}
