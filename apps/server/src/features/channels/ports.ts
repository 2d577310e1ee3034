import type { LeadExport } from '@prosa/contract/entities/conversations/lead-export'
import type { Tx } from '../../platform/database/database.ts'

/** Identifiers by which the channels find the data of a lead. */
export interface LeadChannelIds {
  tenantId: string
  /** Phone numbers and WhatsApp user ids of the lead, and the channel's ids of the lead's messages. */
  senders: readonly string[]
  /** Keys of the webhook events from which the lead's messages were created. */
  eventKeys: readonly string[]
  /** Messages of the lead that were imported from a phone's history. */
  importedMessages: readonly { channelId: string; numberId: string; createdAt: Date }[]
}

/** Operations on the channels' data of a lead, for other features. No other feature writes to the channels' tables. */
export interface Channels {
  findSendersByEventKeys: (tx: Tx, tenantId: string, eventKeys: readonly string[]) => Promise<string[]>
  /** Returns what the channels store about a lead, for the lead's data export. */
  exportLeadData: (tx: Tx, leadIds: LeadChannelIds) => Promise<Pick<LeadExport, 'channel_reports' | 'waiting'>>
  /** Erases what the channels store about a lead. Repeated webhook events then do not restore the data. */
  eraseLeadData: (tx: Tx, leadIds: LeadChannelIds, at: Date) => Promise<void>
}
