import type { Tx } from '../../platform/database/database.ts'

/** Operations of the assistant feature (AI agents that answer leads) for other features. Only the assistant feature writes its tables. */
export interface Assistant {
  /** Deletes the daily counters of turns and tokens that belong to a lead. */
  deleteLeadUsage: (tx: Tx, lead: { tenantId: string; leadId: string }) => Promise<void>
  /** Deletes the counters of turns and tokens per IP address that are older than `beforeDay` (yyyy-MM-dd), in all organisations. */
  deleteAddressUsage: (system: Tx, beforeDay: string) => Promise<void>
}
