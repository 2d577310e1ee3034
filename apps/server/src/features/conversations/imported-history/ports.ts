import type { Attachment, DeliveryState, Message } from '@prosa/contract/entities/conversations/message'
import type { Tx } from '../../../platform/database/database.ts'
import type { JsonObject } from '../../../platform/json/json.ts'
import type { ChannelLead } from '../../leads/ports.ts'

/** Message that was sent or received before the WhatsApp number was connected to this product. */
export interface ImportedMessage {
  channelId: string
  role: 'humano' | 'AI'
  type: string
  content: string
  attachment: Attachment | null
  /** Delivery status of an outgoing message; null for a lead's message or if the status is unknown. */
  delivery: DeliveryState | null
  meta: JsonObject | null
  /** Text for the conversation list if the content is empty; null otherwise. */
  preview: string | null
  writtenAt: Date
}

/** Imported messages that were exchanged with one contact. */
export interface ContactHistory {
  contact: ChannelLead & { channel: string; channelAddress?: { accountId: string; address: string } }
  numberId: string
  messages: readonly [ImportedMessage, ...ImportedMessage[]]
}

export interface HistoryImportResult {
  leadId: string
  conversationId: string
  /**
   * Messages that this import stored. `isRevoked`: whether the author had deleted the message; a deleted message is stored without content.
   */
  added: readonly { id: string; channelId: string; isRevoked: boolean }[]
}

/** Identifiers of an imported message: our id, the channel's id, and the id of the WhatsApp number. */
export interface ImportedMessageRef {
  id: string
  channelId: string
  numberId: string
  createdAt: Date
}

/** Data of an imported message that arrives after the import, such as its file. */
export interface ImportedMessageUpdate extends Pick<ImportedMessage, 'channelId' | 'type' | 'content' | 'attachment' | 'meta'> {
  tenantId: string
}

/** Operations on imported history that other features call. Imported history: messages from before the WhatsApp number was connected. */
export interface ImportedHistoryPort {
  /** Stores the imported messages of one contact, without triggering notifications or agents. Skips messages that are already stored. */
  importContactHistory: (tx: Tx, history: ContactHistory, at: Date) => Promise<HistoryImportResult>
  /**
   * Adds data that arrives after the import, such as a file, to an imported message.
   * @returns whether the message is stored, and its id if its file must be downloaded (otherwise null)
   */
  updateImportedMessage: (tx: Tx, update: ImportedMessageUpdate) => Promise<{ isStored: boolean; messageId: string | null }>
  /** Returns all imported messages of a conversation, oldest first, for the lead's data export. */
  exportImportedMessages: (tx: Tx, tenantId: string, conversationId: string) => Promise<(Message & { meta: JsonObject | null })[]>
  listImportedMessageRefs: (tx: Tx, tenantId: string, conversationIds: readonly string[]) => Promise<ImportedMessageRef[]>
}
