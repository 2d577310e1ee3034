import type { Tx } from '../../kernel/db/database.ts'

/** What others have done to what the assistant keeps; nobody else writes it. */
export interface Assistant {
  /** Forgets what was counted for a lead. */
  forgetUsage: (tx: Tx, which: { tenantId: string; leadId: string }) => Promise<void>
  /** Deletes, of every organisation, what was counted for addresses before that day. */
  dropAddressUsage: (system: Tx, beforeDay: string) => Promise<void>
}
