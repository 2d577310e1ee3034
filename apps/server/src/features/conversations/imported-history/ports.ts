import type { Attachment, DeliveryState, Message } from '@prosa/contract/entities/conversations/message'
import type { Tx } from '../../../platform/database/database.ts'
import type { JsonObject } from '../../../platform/json/json.ts'
import type { ChannelLead } from '../../leads/ports.ts'

/** A message from before its number was connected here. */
export interface ImportedMessage {
  channelId: string
  role: 'humano' | 'AI'
  type: string
  content: string
  attachment: Attachment | null
  /** Delivery status of an outgoing message; null if it is unknown. */
  delivery: DeliveryState | null
  meta: JsonObject | null
  /** Preview in the list if the content is empty. */
  preview: string | null
  saidAt: Date
}

/** The imported messages with one person, in the order of the import. */
export interface ContactHistory {
  place: ChannelLead & { channel: string; via?: { accountId: string; address: string } }
  numberId: string
  said: readonly [ImportedMessage, ...ImportedMessage[]]
}

export interface HistoryImportResult {
  leadId: string
  conversationId: string
  /** Messages that were not stored yet. One that its author had deleted is empty. */
  added: readonly { id: string; channelId: string; isTakenBack: boolean }[]
}

/** Identifiers of an imported message. */
export interface ImportedMessageRef {
  id: string
  channelId: string
  numberId: string
  createdAt: Date
}

/** Data of an imported message that arrives later: its file. */
export interface ImportedMessageUpdate extends Pick<ImportedMessage, 'channelId' | 'type' | 'content' | 'attachment' | 'meta'> {
  tenantId: string
}

/** Operations on imported messages that other features call. */
export interface ImportedHistoryPort {
  /** Stores the imported messages with a person, each once, without triggering notifications or agents. */
  importPast: (tx: Tx, past: ContactHistory, at: Date) => Promise<HistoryImportResult>
  /**
   * Adds a file to an imported message. `found`: whether the message is stored. `messageId`: the message whose file must be fetched; null
   * if the message does not wait for a file, or is not stored.
   */
  fillPast: (tx: Tx, filling: ImportedMessageUpdate) => Promise<{ found: boolean; messageId: string | null }>
  /** Returns all imported messages of a conversation, oldest first, for the lead's data export. */
  exportPast: (tx: Tx, tenantId: string, conversationId: string) => Promise<(Message & { meta: JsonObject | null })[]>
  /** Returns the identifiers of the conversations' imported messages. */
  tracePast: (tx: Tx, tenantId: string, conversationIds: readonly string[]) => Promise<ImportedMessageRef[]>
}
