import type { Tx } from '../../kernel/db/database.ts'
import type { invitations } from '../../kernel/db/schema/accounts.ts'
import type { Identity } from '../../kernel/http/identity.ts'

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
