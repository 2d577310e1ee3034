import type { Tx } from '../../platform/database/database.ts'

/** Functions of the assistant feature for other features. Only this feature writes its tables. */
export interface Assistant {
  /** Deletes the daily counters of a lead. */
  deleteLeadUsage: (tx: Tx, lead: { tenantId: string; leadId: string }) => Promise<void>
  /** Deletes counters per IP address before `beforeDay` (yyyy-MM-dd), in all organisations. */
  deleteAddressUsage: (system: Tx, beforeDay: string) => Promise<void>
}
