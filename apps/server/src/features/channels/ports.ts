import type { LeadExport } from '@prosa/contract/entities/lead-export'
import type { Tx } from '../../kernel/db/database.ts'

/** By what channels know a lead. */
export interface ChannelTraces {
  tenantId: string
  /** Its addresses, and the channel's ids of its messages. */
  senders: readonly string[]
  /** Under which its messages came in. */
  eventKeys: readonly string[]
  /** What of its past came in, by which number. */
  past: readonly { channelId: string; numberId: string; createdAt: Date }[]
}

/** What others have done to what channels keep of a lead; nobody else writes it. */
export interface Channels {
  /** From which addresses these events came. */
  sendersOf: (tx: Tx, tenantId: string, eventKeys: readonly string[]) => Promise<string[]>
  /** What is kept of a lead, for itself. */
  exportLead: (tx: Tx, traces: ChannelTraces) => Promise<Pick<LeadExport, 'channel_reports' | 'waiting'>>
  /** Erases it, and keeps the channel from bringing it anew. */
  eraseLead: (tx: Tx, traces: ChannelTraces, at: Date) => Promise<void>
}
