import type { Identity } from '../../platform/access/identity.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { invitations } from '../../platform/database/schema/organisation/accounts.ts'

type InvitationRow = typeof invitations.$inferSelect

/** Operations on invitations for other features; only this feature writes invitations. */
export interface Invitations {
  /** Marks an invitation as accepted after its user was created; the link stops working. */
  accept: (tx: Tx, invitation: InvitationRow, at: Date) => Promise<void>
  /**
   * Counts that the link's form was answered that another user has the phone number. The last allowed answer makes the link expire; the
   * inviter may send another one.
   */
  countTaken: (tx: Tx, invitation: InvitationRow, at: Date) => Promise<void>
  /** Deletes every open invitation into an organisation, and audits each deletion. */
  withdrawInto: (tx: Tx, who: Identity, tenantId: string) => Promise<void>
}
