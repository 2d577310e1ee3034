import type { LeadExport } from '@prosa/contract/entities/conversations/lead-export'
import type { Attachment, DeliveryState, Message } from '@prosa/contract/entities/conversations/message'
import type { Transcript } from '@prosa/contract/entities/conversations/transcript'
import type { Identity } from '../../platform/access/identity.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { messages } from '../../platform/database/schema/conversations/conversations.ts'
import type { OutgoingStructuredContent, OutgoingTemplate } from '../../platform/external-services/whatsapp-api.ts'
import type { IdempotencyKey } from '../../platform/http/calls/idempotency-key.ts'
import type { JsonObject } from '../../platform/json/json.ts'
import type { ChannelLead, ContactIds, LeadChangeTarget } from '../leads/ports.ts'
import type { TurnOutcome, TurnPart } from './agent-replies/turn-part.ts'
import type { MessageEdit, Revocation } from './edits/message-edit.ts'
import type { ImportedHistoryPort } from './imported-history/ports.ts'
import type { ChannelReaction } from './messages/channel-reaction.ts'
import type { ChoiceSelection } from './messages/choices.ts'
import type { SentFile } from './messages/file-meta.ts'
import type { DeliveryLookup, UnknownDelivery } from './outbound/delivery-lookup.ts'

export { type AnsweringAgent, type TurnOutcome, type TurnPart, toAnsweringAgent, turnPart } from './agent-replies/turn-part.ts'
export type { ImportedMessage } from './imported-history/ports.ts'
export { answerableMessageCondition } from './messages/message-types.ts'
export type { DeliveryLookup, UnknownDelivery } from './outbound/delivery-lookup.ts'

export type MessageRow = typeof messages.$inferSelect

/** Channel, lead and address that identify a conversation. */
export interface ConversationAddress extends ChannelLead {
  channel: string
  /** Channel account to which the lead writes, and the lead's address on the channel. */
  channelAddress?: { accountId: string; address: string }
  /** Keyed hash of the IP address of a web chat visitor (http/client-address/hash-ip-address.ts). */
  addressKey?: string
}

/** Message received from a channel. It was written by a lead, or by the team in the channel's own app (an echo). */
export interface IncomingMessage extends ConversationAddress {
  content: string
  type?: string
  attachment?: Attachment | null
  /** File uploaded by the web chat visitor; `content` is then the caption of the file. */
  file?: SentFile & { visitor: string }
  /** Idempotency key: the message's id from the channel, or from the client that sent it. */
  key: string
  /** Hash of the client's request. It detects that `key` is reused for a different request. */
  requestHash?: string
  at?: Date
  /** Id that the channel gave to the message. */
  channelId?: string
  /** Time at which the message was written; defaults to the time at which the message is stored. */
  writtenAt?: Date
  preview?: string
  meta?: JsonObject | null
  /** Channel's id of the message to which this message replies. */
  quotedChannelId?: string
  /** Answer option of an earlier outgoing message that the lead chose; `content` is then the option's title. */
  selectedChoice?: ChoiceSelection
  /** Whether an agent should answer the message; defaults to true. False for a reaction or a notice of the channel. */
  shouldAnswer?: boolean
  /** Reason why a user should look at the conversation; sets the conversation's attention flag. */
  attention?: string
}

export interface StoredMessage {
  message: Message
  leadId: string
  conversationId: string
}

/**
 * Error for a message whose key is already stored. The transaction must be rolled back, because it has used a sequence number without
 * storing a message.
 */
export class MessageAlreadyStoredError extends Error {
  readonly conversationId: string

  constructor(conversationId: string) {
    super('The same key was stored before')
    this.conversationId = conversationId
  }
}

/** Message that a user sends to a lead. To the lead, it looks like a message of the agent. */
export interface OutgoingMessage {
  leadId: string
  conversationId: string
  content: string
  /** Idempotency key of the user's request; null if the request has none. */
  key: IdempotencyKey | null
  /** Template to send; `content` is then the text of the template. A template may be sent after the reply window has closed. */
  template?: OutgoingTemplate
  /** File to send; `content` is then the caption of the file. */
  file?: SentFile
  /** Location, contact or answer options to send, or the location in a template's header. */
  structuredContent?: OutgoingStructuredContent
  /** Internal id of the message in the same conversation to which this message replies. */
  replyToMessageId?: string
}

/** Outgoing message that the adapter of a channel sends. */
export interface MessageToSend {
  tenantId: string
  conversationId: string
  messageId: string
  /** Channel account to which the lead writes; null if the channel has no addresses. */
  accountId: string | null
  /** Lead's address on the channel; null if the channel has no addresses. */
  address: string | null
  content: string
  template: OutgoingTemplate | null
  /** File of the message; `content` is then the caption of the file. */
  file: SentFile | null
  structuredContent: OutgoingStructuredContent | null
  /** Channel's id of the message to which this message replies. */
  quotedChannelId: string | null
}

/** Reason why a message was not sent, shown to users. `refused`: the failure is final. `later`: sending may be retried. */
export type SendFailure = { kind: 'refused' | 'later'; reason: string }

/**
 * Result of preparing a message that waits for an upload, for example of its file. When the upload ends, it calls `resumeDelivery`; until
 * then, no message of the conversation is sent.
 */
export type PendingUploadResult = { kind: 'waits' }

/** Result of sending a message. `unknown`: the message may have been sent, so sending is never retried. */
export type SendResult = { kind: 'accepted'; channelId: string } | { kind: 'unknown' } | SendFailure

/** Message that is ready to be sent. Calling `send` sends it immediately. */
export interface PreparedMessage {
  kind: 'ready'
  send: () => Promise<SendResult>
}

/** Adapter that sends messages through one channel. Never called for two messages of the same conversation at the same time. */
export interface ChannelAdapter {
  /** Milliseconds after the lead's last message during which free text may be sent (reply window); null if there is no limit. */
  readonly replyWindowMs: number | null
  /** Prepares a message for sending, without sending it. Absent on a channel that delivers a message by storing it. */
  prepare?(message: MessageToSend): Promise<PreparedMessage | SendFailure | PendingUploadResult>
  /** Sends a reaction to the channel. Sending it twice is safe. Absent on a channel that delivers a reaction by storing it. */
  readonly sendReaction?: (reaction: ChannelReaction) => Promise<SendResult>
  /** Searches the channel's history for a message whose delivery is unknown. */
  lookUpDelivery?(message: UnknownDelivery): Promise<DeliveryLookup>
  /** Applies delivery statuses that arrived before this message's channel id was stored. */
  applyPendingStatuses?(
    tx: Tx,
    message: { tenantId: string; channelId: string },
    conversations: Pick<Conversations, 'advanceDeliveryStatus' | 'setFreeWindow'>,
    at: Date,
  ): Promise<void>
}

/** Channel adapters by channel name. The channels feature implements them; the conversations feature must not depend on it. */
export type ChannelAdapters = Readonly<Record<string, ChannelAdapter>>

/** Identifiers of a contact on a channel, and the address to which replies are sent; null if unknown. */
export interface ContactIdsWithAddress extends ContactIds {
  address: string | null
}

/** Change of a contact's identifiers on a channel. Also reports that two known identifiers belong to the same contact. */
export interface ChannelContactIdChange {
  tenantId: string
  channel: string
  before: ContactIdsWithAddress
  now: ContactIdsWithAddress
}

/** New delivery state of an outgoing message. The message is identified by our id or by the channel's id. */
export interface DeliveryUpdate {
  tenantId: string
  message: { id: string } | { channelId: string }
  state: DeliveryState
  /** Reason of a failure, shown to users. */
  reason?: string | null
  channelId?: string | null
  /** Time at which the message reached the new state, by the channel's clock. */
  occurredAt?: Date | null
}

/** Conversation in which an agent answers. */
export interface TurnConversation {
  readonly tenantId: string
  readonly conversationId: string
}

/** Operations on conversations that other features call. No other feature writes the tables of conversations and messages. */
export interface Conversations extends ImportedHistoryPort {
  /**
   * Stores a lead's message in a new transaction and schedules the agent's answer. If a message with the same key is already stored,
   * returns that message.
   * @throws 404 if the agent is not the tenant's, 409 if the key was used for another message, 400 if the file cannot be sent in this form
   */
  receiveMessage: (input: IncomingMessage) => Promise<StoredMessage>
  /**
   * Like `receiveMessage`, but in the caller's transaction.
   * @throws 404 and 400 as `receiveMessage`; MessageAlreadyStoredError if the key was used before: roll back, then call `findStoredMessage`
   */
  storeIncomingMessage: (tx: Tx, input: IncomingMessage) => Promise<StoredMessage>
  /**
   * Returns the message that was stored earlier with the key of `input`.
   * @param error the error that `storeIncomingMessage` threw
   * @throws 409 if the key was used for another request
   */
  findStoredMessage: (input: IncomingMessage, error: MessageAlreadyStoredError) => Promise<StoredMessage>
  /**
   * Stores a message that the team sent outside this product, as an already sent message of a user.
   * @throws as `storeIncomingMessage`
   */
  storeEcho: (tx: Tx, input: IncomingMessage) => Promise<StoredMessage>
  /**
   * Replaces a contact's identifiers in all leads that have one of the old identifiers. Replies are then sent to the new address. Creates
   * no lead.
   * @returns the ids of the agents of these leads
   */
  linkContactIds: (tx: Tx, change: ChannelContactIdChange, at: Date) => Promise<string[]>
  /**
   * Stores a user's message and schedules its delivery.
   * @throws 404 if the conversation is not the lead's or was merged into another; 409 if the key was used for another message or by another
   * user, or the lead has opted out of templates; 400 if the channel's reply window is closed for free text or the file cannot be sent in
   * this form; 429 above the send limit
   */
  sendMessage: (identity: Identity, message: OutgoingMessage) => Promise<Message>
  /** Resumes the delivery of a conversation's queued messages after an upload has ended, for which the next message waited. */
  resumeDelivery: (tx: Tx, conversation: TurnConversation & { channel: string }) => Promise<void>
  /**
   * Edits or deletes a message. If the message is not stored yet, stores the edit until it arrives. The newest edit by the channel's clock
   * applies; a deletion is final.
   * @returns the deleted message whose file must be removed, or null if there is none
   */
  editMessage: (tx: Tx, edit: MessageEdit, at: Date) => Promise<Revocation | null>
  /**
   * Deletes stored edits that are older than `before` and whose message never arrived.
   * @returns whether newer edits still wait for their message
   */
  deleteUnmatchedEdits: (tx: Tx, tenantId: string, before: Date) => Promise<boolean>
  /**
   * Advances the delivery state of an outgoing message; never moves the state back.
   * @returns false if there is no such message
   */
  advanceDeliveryStatus: (tx: Tx, update: DeliveryUpdate, at: Date) => Promise<boolean>
  /** Stores the time until which the channel charges nothing for messages in this message's conversation. Keeps a stored later time. */
  setFreeWindow: (tx: Tx, freeWindow: { tenantId: string; channelId: string; until: Date }, at: Date) => Promise<void>
  /**
   * Locks the row of a message, imported or not, until the transaction ends. Lock rows in this order to avoid deadlocks: conversation,
   * message, file.
   */
  lockMessageForUpdate: (tx: Tx, tenantId: string, messageId: string) => Promise<void>
  /** Merges `attachment` into the stored attachment of a message, and notifies clients that have the conversation open. */
  setAttachment: (tx: Tx, tenantId: string, messageId: string, attachment: Attachment, at: Date) => Promise<void>
  /** Marks the file of a message as permanently unavailable and stores the reason. Schedules no answer of the agent. */
  markFileUnavailable: (tx: Tx, tenantId: string, messageId: string, reason: string, at: Date) => Promise<void>
  /** Marks the image of an advertisement as stored, and emits the message that came from the advertisement. */
  setAdImageAvailable: (tx: Tx, tenantId: string, messageId: string, at: Date) => Promise<void>
  /** Stores one part of an agent's answer and marks all messages up to sequence number `uptoSeq` as answered. */
  commitTurn: (conversation: TurnConversation, part: TurnPart) => Promise<TurnOutcome>
  exportTranscripts: (tx: Tx, tenantId: string, messageIds: readonly string[]) => Promise<Transcript[]>
  /** Returns the agent memory and lead data that were stored when an agent began to write these messages, oldest first. */
  exportTurnStartStates: (tx: Tx, tenantId: string, messageIds: readonly string[]) => Promise<NonNullable<LeadExport['turns']>>
  /** Deletes start states of agent messages (see `exportTurnStartStates`) older than `before`, in all organisations. */
  deleteOldTurnStartStates: (system: Tx, before: Date) => Promise<void>
  /**
   * Clears the keyed hash of the visitor's IP address in all conversations whose lead last wrote before `before`, in all organisations.
   */
  clearAddressKeys: (system: Tx, before: Date) => Promise<void>
  /**
   * Erases all content of these conversations and the stored edits of their messages. Keeps sequence numbers, times and roles for
   * statistics.
   * @param senders the channel's ids of the messages and of the lead
   */
  eraseMessageContents: (
    tx: Tx,
    tenantId: string,
    conversationIds: readonly string[],
    senders: readonly string[],
  ) => Promise<void>
  /**
   * Returns the earlier texts of edited messages, oldest first.
   * @param senders the channel's ids of the messages and of the lead
   */
  exportEarlierTexts: (tx: Tx, tenantId: string, senders: readonly string[]) => Promise<LeadExport['earlier_wordings']>
  /** Assigns the conversations of a lead to an anonymous lead, closes them and clears their notes, such as the summary. */
  anonymizeConversations: (tx: Tx, target: LeadChangeTarget, anonymousLeadId: string) => Promise<void>
  presentMessage: (row: MessageRow) => Message
}
