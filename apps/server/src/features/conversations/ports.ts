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

/** Channel, account and address of a conversation. */
export interface ConversationAddress extends ChannelLead {
  channel: string
  /** Channel account that the lead writes to, and the lead's address on the channel. */
  via?: { accountId: string; address: string }
  /** Keyed hash of the web chat visitor's IP address (http/client-address/hash-ip-address.ts). */
  addressKey?: string
}

/** Message received from a channel: a lead's message, or an echo of one that the team wrote in the channel's own app. */
export interface IncomingMessage extends ConversationAddress {
  content: string
  type?: string
  attachment?: Attachment | null
  /** File uploaded by the web chat visitor; `content` is its caption. */
  file?: SentFile & { visitor: string }
  /** Idempotency key: the channel's or the sender's id of the message. */
  key: string
  /** Hash of the request that came with a sender's key. */
  requestHash?: string
  at?: Date
  /** The channel's id of the message. */
  channelId?: string
  /** Time of the message, if it is not now. */
  saidAt?: Date
  preview?: string
  meta?: JsonObject | null
  /** Channel's id of the message that this one replies to. */
  repliesTo?: string
  /** Chosen option of an outgoing message; `content` is the option's title. */
  chose?: ChoiceSelection
  /** Whether an agent should answer: false for a reaction or a channel's notice. */
  wantsAnswer?: boolean
  /** Reason for which the team should look at the message. */
  attention?: string
}

export interface StoredMessage {
  message: Message
  leadId: string
  conversationId: string
}

/**
 * Thrown if a message with the same key is already stored. The transaction must be rolled back, because it has used a sequence number
 * without storing a message.
 */
export class MessageAlreadyStoredError extends Error {
  readonly conversationId: string

  constructor(conversationId: string) {
    super('The same key was stored before')
    this.conversationId = conversationId
  }
}

/** Message that a user sends to a lead in the agent's name. */
export interface OutgoingMessage {
  leadId: string
  conversationId: string
  content: string
  /** Idempotency-Key of the request. */
  key: IdempotencyKey | null
  /** Template to send; `content` is its text. Needs no open window. */
  template?: OutgoingTemplate
  /** File to send; `content` is its caption. */
  file?: SentFile
  /** Location or contact without text, or the location in a template's header. */
  carried?: OutgoingStructuredContent
  /** Id of the message in the conversation that this one replies to. */
  replyTo?: string
}

/** Outgoing message as passed to its channel. */
export interface MessageToSend {
  tenantId: string
  conversationId: string
  messageId: string
  /** Channel account that the lead writes to, and the lead's address there; null if the channel has none. */
  accountId: string | null
  address: string | null
  content: string
  template: OutgoingTemplate | null
  /** File of the message; `content` is its caption. */
  file: SentFile | null
  carried: OutgoingStructuredContent | null
  /** Channel's id of the message that this one replies to. */
  answers: string | null
}

/** Reason for which a message was not sent, for staff. `later`: it may be tried again. */
export type SendFailure = { kind: 'refused' | 'later'; reason: string }

/** The message waits for an upload. The upload calls `deliverNext`; until then the conversation sends nothing. */
export type PendingUploadResult = { kind: 'waits' }

/** Result of a send. `unknown`: it may have been sent, so it is never tried again. */
export type SendResult = { kind: 'accepted'; channelId: string } | { kind: 'unknown' } | SendFailure

/** Prepared message. The channel has not been called; `send` calls it at once. */
export interface PreparedMessage {
  kind: 'ready'
  send: () => Promise<SendResult>
}

/** Sends messages through one channel, never two of one conversation at once. */
export interface ChannelAdapter {
  /** Time in milliseconds after the lead's last message in which free text may be sent; null if it always may. */
  readonly windowMs: number | null
  /** Prepares a message; a failure here means that it was not sent. Absent on a channel that delivers a message by storing it. */
  prepare?(message: MessageToSend): Promise<PreparedMessage | SendFailure | PendingUploadResult>
  /** Sends a reaction; can be repeated. Absent on a channel that delivers a reaction by storing it. */
  readonly react?: (reaction: ChannelReaction) => Promise<SendResult>
  lookUp?(message: UnknownDelivery): Promise<DeliveryLookup>
  /** Applies statuses that arrived before this channel id was known to belong to an outgoing message. */
  adopt?(
    tx: Tx,
    which: { tenantId: string; channelId: string },
    conversations: Pick<Conversations, 'raiseDelivery' | 'setFree'>,
    at: Date,
  ): Promise<void>
}

/** Channel adapters by channel name. The channels feature depends on conversations, so it provides them. */
export type ChannelAdapters = Readonly<Record<string, ChannelAdapter>>

/** Identifiers of a contact on a channel, and the address for answers; null if unknown. */
export interface ContactIdsWithAddress extends ContactIds {
  address: string | null
}

/** Change of a contact's identifiers on a channel, or the fact that two of them belong to one contact. */
export interface ChannelContactIdChange {
  tenantId: string
  channel: string
  before: ContactIdsWithAddress
  now: ContactIdsWithAddress
}

/** New delivery state of an outgoing message, identified by our id or the channel's. */
export interface DeliveryUpdate {
  tenantId: string
  message: { id: string } | { channelId: string }
  to: DeliveryState
  /** Reason of a failure, for staff. */
  reason?: string | null
  channelId?: string | null
  /** Time of the new state, by the channel's clock. */
  saidAt?: Date | null
}

/** Conversation of a turn. */
export interface TurnConversation {
  readonly tenantId: string
  readonly conversationId: string
}

/** Operations on conversations that other features call. No other feature writes their tables. */
export interface Conversations extends ImportedHistoryPort {
  /**
   * Stores a lead's message in its own transaction and schedules the agent's answer. Returns the stored message for a repeated key.
   * @throws 404 if the agent is not the tenant's, 409 if the key was used for another message, 400 if the file cannot be sent in this form
   */
  receive: (input: IncomingMessage) => Promise<StoredMessage>
  /** Like `receive`, within the caller's transaction. @throws 404, or MessageAlreadyStoredError, after which `findStored` returns the message */
  storeIncoming: (tx: Tx, input: IncomingMessage) => Promise<StoredMessage>
  /** Returns the message stored before with this key. @throws 409 if the key was used for another request */
  findStored: (input: IncomingMessage, before: MessageAlreadyStoredError) => Promise<StoredMessage>
  /** Stores a message that the team wrote outside this product, as a manual message that is already sent. @throws as storeIncoming */
  storeEcho: (tx: Tx, input: IncomingMessage) => Promise<StoredMessage>
  /**
   * Sets new identifiers for all leads with one of the old ones; answers go to the new address. Creates no lead.
   * @returns the agents of these leads
   */
  tieNames: (tx: Tx, names: ChannelContactIdChange, at: Date) => Promise<string[]>
  /**
   * Stores a user's message and schedules its delivery.
   * @throws 404 if the conversation is not the lead's or was merged into another; 409 if the key was used for another message or by another
   * user, or the lead wants no templates; 400 if the channel's window is closed for free text or the file cannot be sent in this form; 429
   */
  send: (who: Identity, message: OutgoingMessage) => Promise<Message>
  /** Resumes the delivery of a conversation after the upload that its next message waited for. */
  deliverNext: (tx: Tx, place: TurnConversation & { channel: string }) => Promise<void>
  /**
   * Edits or deletes a message, now or once it arrives. The newest edit by the channel's clock applies, and none after a deletion.
   * @returns the deleted message whose file must be removed, if any
   */
  amend: (tx: Tx, amendment: MessageEdit, at: Date) => Promise<Revocation | null>
  /** Deletes edits from before `before` whose message never arrived. @returns true while others wait */
  dropAmendments: (tx: Tx, tenantId: string, before: Date) => Promise<boolean>
  /** Raises the delivery state of an outgoing message; never lowers it. @returns false if there is no such message */
  raiseDelivery: (tx: Tx, news: DeliveryUpdate, at: Date) => Promise<boolean>
  /** Stores that the channel charges nothing until `until` in the conversation of this message; the latest such time applies. */
  setFree: (tx: Tx, free: { tenantId: string; channelId: string; until: Date }, at: Date) => Promise<void>
  /** Locks a message (also an imported one), after its conversation and before its file. */
  hold: (tx: Tx, tenantId: string, messageId: string) => Promise<void>
  /** Updates the attachment of a message and notifies clients that have it open. */
  setAttachment: (tx: Tx, tenantId: string, messageId: string, learned: Attachment, at: Date) => Promise<void>
  /** Marks the file of a message as lost for good, with the reason. Schedules no answer. */
  loseFile: (tx: Tx, tenantId: string, messageId: string, reason: string, at: Date) => Promise<void>
  /** Shows the stored picture of the advertisement that a message came from. */
  showAdPicture: (tx: Tx, tenantId: string, messageId: string, at: Date) => Promise<void>
  /** Stores one part of an agent's answer and marks everything up to `uptoSeq` as answered. */
  commitTurn: (place: TurnConversation, part: TurnPart) => Promise<TurnOutcome>
  /** Returns the transcripts of these messages, oldest first. */
  exportTranscripts: (tx: Tx, tenantId: string, messageIds: readonly string[]) => Promise<Transcript[]>
  /** Returns the snapshots taken at the start of the turns that answered these messages, oldest first. */
  exportTurnStarts: (tx: Tx, tenantId: string, messageIds: readonly string[]) => Promise<NonNullable<LeadExport['turns']>>
  /** Deletes turn snapshots from before `before`, in all organisations. */
  dropTurnStarts: (system: Tx, before: Date) => Promise<void>
  /** Clears the keyed hash of the IP address in all conversations whose lead last wrote before `before`, in all organisations. */
  clearAddressKeys: (system: Tx, before: Date) => Promise<void>
  /**
   * Erases all content of these conversations and the stored edits of these senders. Sequence numbers, times and roles stay for statistics.
   */
  empty: (tx: Tx, tenantId: string, conversationIds: readonly string[], senders: readonly string[]) => Promise<void>
  /** Returns earlier texts of messages from these senders, oldest first. */
  earlierWordings: (tx: Tx, tenantId: string, senders: readonly string[]) => Promise<LeadExport['earlier_wordings']>
  /** Moves a lead's conversations to the placeholder lead `nobody`, closed and without any notes. */
  handOver: (tx: Tx, which: LeadChangeTarget, nobody: string) => Promise<void>
  /** Converts a row to the contract's message. */
  present: (row: MessageRow) => Message
}
