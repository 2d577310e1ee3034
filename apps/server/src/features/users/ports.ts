import type { Identity } from '../../platform/access/identity.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { invitations } from '../../platform/database/schema/organisation/accounts.ts'

type InvitationRow = typeof invitations.$inferSelect

/** Operations on invitations that other features call. Only the users feature creates invitations. */
export interface Invitations {
  /** Marks an invitation as accepted after the new user was created. Its link becomes invalid. */
  markAccepted: (tx: Tx, invitation: InvitationRow, now: Date) => Promise<void>
  /**
   * Counts that an invitation link reported that a phone number is in use. After the last allowed time the link expires, and the inviter
   * may create a new one.
   */
  countPhoneConflict: (tx: Tx, invitation: InvitationRow, now: Date) => Promise<void>
  /** Deletes all open invitations to an organisation, and writes each deletion to the audit log. */
  cancelAllOfTenant: (tx: Tx, identity: Identity, tenantId: string) => Promise<void>
}
