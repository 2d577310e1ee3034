import type { LeadExport } from '@prosa/contract/entities/conversations/lead-export'
import type { Tx } from '../../platform/database/database.ts'

/** Identifiers of a lead on its channels, with which its data is found. */
export interface LeadChannelIds {
  tenantId: string
  /** The lead's addresses, and the channel's ids of its messages. */
  senders: readonly string[]
  /** Keys of the webhook events from which its messages were created. */
  eventKeys: readonly string[]
  /** Imported messages of the lead, with the number from which each was imported. */
  past: readonly { channelId: string; numberId: string; createdAt: Date }[]
}

/** Operations on the channels' data of a lead that other features call. No other feature writes these tables. */
export interface Channels {
  /** Returns the sender addresses of the events with these keys. */
  sendersOf: (tx: Tx, tenantId: string, eventKeys: readonly string[]) => Promise<string[]>
  /** Returns the stored data of a lead, for its own data export. */
  exportLead: (tx: Tx, traces: LeadChannelIds) => Promise<Pick<LeadExport, 'channel_reports' | 'waiting'>>
  /** Erases the data, and prevents repeated webhook events from restoring it. */
  eraseLead: (tx: Tx, traces: LeadChannelIds, at: Date) => Promise<void>
}
