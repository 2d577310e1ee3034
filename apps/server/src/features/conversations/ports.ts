import { stage } from '@prosa/contract/entities/conversation'
import type { Attachment, DeliveryState, Message } from '@prosa/contract/entities/message'
import * as z from 'zod/mini'
import type { Tx } from '../../kernel/db/database.ts'
import type { messages } from '../../kernel/db/schema/conversations.ts'
import type { Identity } from '../../kernel/http/identity.ts'
import { type JsonObject, storableObject, storableText } from '../../kernel/json.ts'
import type { OutgoingTemplate } from '../../kernel/whatsapp.ts'
import { meetingChange } from '../calendar/ports.ts'
import { type ChannelLead, leadPatch } from '../leads/ports.ts'

export type MessageRow = typeof messages.$inferSelect

/** Where on its channel a conversation happens. */
export interface ChannelPlace extends ChannelLead {
  channel: string
  /** The channel's account that the lead writes to, and the lead's address there. */
  via?: { accountId: string; address: string }
}

/** What a channel brings: a message of a lead, or an echo of one that the team wrote in the channel's own app. */
export interface IncomingMessage extends ChannelPlace {
  content: string
  type?: string
  attachment?: Attachment | null
  /** The channel's or the sender's own id of the message: same key, same message. */
  key: string
  at?: Date
  /** The channel's id of the message. */
  channelId?: string
  /** When it was said, where that is not now. */
  saidAt?: Date
  preview?: string
  meta?: JsonObject | null
  /** False for what nobody would answer (a reaction, a notice of the channel). */
  wantsAnswer?: boolean
  /** Why a person is to look at it. */
  attention?: string
}

export interface StoredMessage {
  message: Message
  leadId: string
  conversationId: string
}

/** The same key was stored before. The transaction is to be rolled back: it has handed out a place that nothing stands in. */
export class AlreadyStored extends Error {
  readonly conversationId: string

  constructor(conversationId: string) {
    super('The same key was stored before')
    this.conversationId = conversationId
  }
}

/** A message that a person sends to a lead, as the agent. */
export interface OutgoingMessage {
  leadId: string
  conversationId: string
  content: string
  /** The Idempotency-Key: same key, same message. */
  key: string | null
  /** Sent as this template, which `content` is the wording of; it needs no open window. */
  template?: OutgoingTemplate
}

/** What became known of a message of ours: by our own id, or by the channel's. */
export interface DeliveryNews {
  tenantId: string
  message: { id: string } | { channelId: string }
  to: DeliveryState
  /** Why it failed, for staff. */
  reason?: string | null
  channelId?: string | null
}

/** Where a turn happens. */
export interface TurnPlace {
  readonly tenantId: string
  readonly conversationId: string
}

/** One part of what an agent says and notes; stored whole or not at all. */
export const turnPart = z.object({
  replies: z.readonly(z.array(storableText)),
  stage,
  summary: storableText,
  statusMessage: storableText,
  leadPatch,
  attention: z.nullable(z.object({ reason: storableText })),
  /** Written with the turn; the calendar follows. */
  meeting: z.optional(meetingChange),
  /** Silences the agent for this lead; `until` null: till somebody lets it go on. */
  pause: z.optional(z.object({ reason: storableText, until: z.nullable(z.date()) })),
  /** The lead wants no messages that it did not ask for, in these words; null: it wants them again. */
  optOut: z.optional(z.nullable(z.object({ words: storableText }))),
  memory: storableObject,
  /** The newest lead message that this turn deals with, and the part's place in the turn: together they are its idempotency key. */
  uptoSeq: z.int(),
  part: z.int(),
  /** How the part came to be. */
  meta: storableObject,
})
export type TurnPart = Readonly<z.input<typeof turnPart>>

/** 'said' when replies were stored, 'noted' when only the rest was; 'stale', with nothing written, when somebody was faster. */
export type TurnOutcome = 'said' | 'noted' | 'stale'

/** What others have done to conversations; nobody else writes them. */
export interface Conversations {
  /**
   * Stores a lead's message in a transaction of its own and calls the agent to answer; the same key again finds the same message.
   * @throws 404 when the agent is not the tenant's, 409 when the key was used for another text
   */
  receive: (input: IncomingMessage) => Promise<StoredMessage>
  /** The same within the caller's transaction. @throws 404, or AlreadyStored, after which `findStored` tells the message */
  storeIncoming: (tx: Tx, input: IncomingMessage) => Promise<StoredMessage>
  /** The message that the key made before. @throws 409 when it was used for another text */
  findStored: (input: IncomingMessage, before: AlreadyStored) => Promise<StoredMessage>
  /** Stores a message that the team wrote outside this product, as a manual one that has gone out already. @throws as storeIncoming */
  storeEcho: (tx: Tx, input: IncomingMessage) => Promise<StoredMessage>
  /**
   * Sends a person's message on its way.
   * @throws 404 when the conversation is not the lead's or was joined to another, 409 when the key was used for another text or by another
   * person, or the lead wants no template, 400 when the channel's window is closed for free text, 429
   */
  send: (who: Identity, message: OutgoingMessage) => Promise<Message>
  /** Raises how far a message of ours went, never lowers it. @returns false when there is no such message of ours */
  raiseDelivery: (tx: Tx, news: DeliveryNews, at: Date) => Promise<boolean>
  /** Puts on a message what came in after it, and tells those who have it open. */
  setAttachment: (tx: Tx, tenantId: string, messageId: string, learned: Attachment) => Promise<void>
  /** Writes an agent's part and marks everything up to `uptoSeq` as answered. */
  commitTurn: (place: TurnPlace, part: TurnPart) => Promise<TurnOutcome>
  /** Row → contract. */
  present: (row: MessageRow) => Message
}
