import type { Tx } from '../../platform/database/database.ts'

/** Operations of the assistant that other features call. No other feature writes its tables. */
export interface Assistant {
  /** Deletes the usage counters of a lead. */
  forgetUsage: (tx: Tx, which: { tenantId: string; leadId: string }) => Promise<void>
  /** Deletes the usage counters of IP addresses before `beforeDay`, in all organisations. */
  dropAddressUsage: (system: Tx, beforeDay: string) => Promise<void>
}
