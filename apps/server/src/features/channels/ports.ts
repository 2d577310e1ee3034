import type { LeadExport } from '@prosa/contract/entities/conversations/lead-export'
import type { Tx } from '../../platform/database/database.ts'

/** Identifiers with which the channels' data of a lead is found. */
export interface LeadChannelIds {
  tenantId: string
  /** Sender keys of the lead (phone number, business-scoped user id) and the channel's ids of the lead's messages. */
  senders: readonly string[]
  /** Keys of the webhook events from which the lead's messages were created. */
  eventKeys: readonly string[]
  /**
   * Messages of the lead that were imported from the phone's history. `numberId`: the WhatsApp number from which a message was imported.
   */
  importedMessages: readonly { channelId: string; numberId: string; createdAt: Date }[]
}

/** Operations on the channels' data of a lead that other features call. No other feature writes the channels' tables. */
export interface Channels {
  /** Returns the senders of the webhook events with these keys. */
  findSendersByEventKeys: (tx: Tx, tenantId: string, eventKeys: readonly string[]) => Promise<string[]>
  /**
   * Returns the data that the channels store about a lead, for the lead's data export.
   * @param leadIds identifiers of the lead
   */
  exportLeadData: (tx: Tx, leadIds: LeadChannelIds) => Promise<Pick<LeadExport, 'channel_reports' | 'waiting'>>
  /** Erases the data that the channels store about a lead, and prevents repeated webhook events from restoring that data. */
  eraseLeadData: (tx: Tx, leadIds: LeadChannelIds, at: Date) => Promise<void>
}
