import type { Tx } from '../../kernel/db/database.ts'
import type { invitations } from '../../kernel/db/schema/accounts.ts'
import type { Identity } from '../../kernel/http/identity.ts'

type InvitationRow = typeof invitations.$inferSelect

/** What others have done to invitations; nobody else writes them. */
export interface Invitations {
  /** Whoever was invited has an account now: the link opens nothing any more. */
  accept: (tx: Tx, invitation: InvitationRow, at: Date) => Promise<void>
  /** Counts that the link's form was told that a phone is another's; the last such answer makes the link expire: whoever invited may send another. */
  countTaken: (tx: Tx, invitation: InvitationRow, at: Date) => Promise<void>
  /** Withdraws every open invitation into an organisation. */
  withdrawInto: (tx: Tx, who: Identity, tenantId: string) => Promise<void>
}
