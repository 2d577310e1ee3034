import type { LeadExport } from '@prosa/contract/entities/lead-export'
import type { Attachment, DeliveryState, Message } from '@prosa/contract/entities/message'
import type { Transcript } from '@prosa/contract/entities/transcript'
import type { Tx } from '../../kernel/db/database.ts'
import type { messages } from '../../kernel/db/schema/conversations.ts'
import type { Identity } from '../../kernel/http/identity.ts'
import type { JsonObject } from '../../kernel/json.ts'
import type { Carried, OutgoingTemplate } from '../../kernel/whatsapp.ts'
import type { ChannelLead, ChannelNames, WhichLead } from '../leads/ports.ts'
import type { Amendment, TakenBack } from './amendment.ts'
import type { ChannelReaction } from './channel-reaction.ts'
import type { Chosen } from './choices.ts'
import type { DoubtfulMessage, Evidence } from './evidence.ts'
import type { SentFile } from './file-meta.ts'
import type { PastPort } from './past/ports.ts'
import type { TurnOutcome, TurnPart } from './turn-part.ts'

export { asksAnswer } from './asks-answer.ts'
export type { DoubtfulMessage, Evidence } from './evidence.ts'
export type { PastMessage } from './past/ports.ts'
export { type Answering, answering, type TurnOutcome, type TurnPart, turnPart } from './turn-part.ts'

export type MessageRow = typeof messages.$inferSelect

/** Where on its channel a conversation happens. */
export interface ChannelPlace extends ChannelLead {
  channel: string
  /** The channel's account that the lead writes to, and the lead's address there. */
  via?: { accountId: string; address: string }
  /** Keyed hash of the visitor's address on the web chat (kernel/http/address-digest.ts). */
  addressKey?: string
}

/** What a channel brings: a message of a lead, or an echo of one that the team wrote in the channel's own app. */
export interface IncomingMessage extends ChannelPlace {
  content: string
  type?: string
  attachment?: Attachment | null
  /** With this file of the web chat's visitor, which `content` is the caption of. */
  file?: SentFile & { visitor: string }
  /** The channel's or the sender's own id of the message: same key, same message. */
  key: string
  at?: Date
  /** The channel's id of the message. */
  channelId?: string
  /** When it was said, where that is not now. */
  saidAt?: Date
  preview?: string
  meta?: JsonObject | null
  /** The channel's id of the message that it answers. */
  repliesTo?: string
  /** The option of a message of ours that `content` is the title of. */
  chose?: Chosen
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
  /** With this file, which `content` is the caption of. */
  file?: SentFile
  /** A place or a person, without a text; or the place in a template's header. */
  carried?: Carried
  /** In answer to this message of the conversation. */
  replyTo?: string
}

/** A message of ours, for the channel that it leaves by. */
export interface ChannelMessage {
  tenantId: string
  conversationId: string
  messageId: string
  /** Which of the channel's accounts the lead writes to, and the lead's address there; null where the channel has none. */
  accountId: string | null
  address: string | null
  content: string
  template: OutgoingTemplate | null
  /** The file that it carries; `content` is the caption. */
  file: SentFile | null
  carried: Carried | null
  /** The channel's id of the message that it answers. */
  answers: string | null
}

/** Why a message does not leave: `later` may be tried again. The reason is read by staff. */
export type NotSent = { kind: 'refused' | 'later'; reason: string }

/** What it takes is on its way: whoever brings it calls `deliverNext`, and until then nothing of the conversation leaves. */
export type Waits = { kind: 'waits' }

/** What came of a send. `unknown` may have been carried out, and is never tried again. */
export type Delivered = { kind: 'accepted'; channelId: string | null } | { kind: 'unknown' } | NotSent

/** A message that is ready to go: nothing has been asked of the channel, and `send` asks it at once. */
export interface ReadyToSend {
  kind: 'ready'
  send: () => Promise<Delivered>
}

/** Takes messages out on one channel, never two of one conversation at the same time. */
export interface ChannelAdapter {
  /** Free text goes out only so long after the lead's last message; null: always. */
  readonly windowMs: number | null
  /** Makes one message ready; what fails here leaves no doubt. Absent where a message that is stored has been taken. */
  prepare?(message: ChannelMessage): Promise<ReadyToSend | NotSent | Waits>
  /** Tells of a reaction; may be repeated. Absent where one that is stored has been told. */
  readonly react?: (reaction: ChannelReaction) => Promise<Delivered>
  lookUp?(message: DoubtfulMessage): Promise<Evidence>
  /** What was told of an id before it was known to be a message of ours is told of that message now. */
  adopt?(
    tx: Tx,
    which: { tenantId: string; channelId: string },
    conversations: Pick<Conversations, 'raiseDelivery' | 'setFree'>,
    at: Date,
  ): Promise<void>
}

/** What conversations need of channels, which stand after them: how messages leave, by the name of their channel. */
export type Outgoing = Readonly<Record<string, ChannelAdapter>>

/** By what a channel knows somebody, and where answers go; null: not by that. */
export interface NamesOnChannel extends ChannelNames {
  address: string | null
}

/** That somebody has other names on a channel now, or that two of them are one person's. */
export interface NamesChange {
  tenantId: string
  channel: string
  before: NamesOnChannel
  now: NamesOnChannel
}

/** What became known of a message of ours: by our own id, or by the channel's. */
export interface DeliveryNews {
  tenantId: string
  message: { id: string } | { channelId: string }
  to: DeliveryState
  /** Why it failed, for staff. */
  reason?: string | null
  channelId?: string | null
  /** When it came to that, by the channel's clock. */
  saidAt?: Date | null
}

/** Where a turn happens. */
export interface TurnPlace {
  readonly tenantId: string
  readonly conversationId: string
}

/** What others have done to conversations; nobody else writes them. */
export interface Conversations extends PastPort {
  /**
   * Stores a lead's message in a transaction of its own and calls the agent to answer; the same key again finds the same message.
   * @throws 404 when the agent is not the tenant's, 409 when the key was used for something else, 400 when the file cannot be sent so
   */
  receive: (input: IncomingMessage) => Promise<StoredMessage>
  /** The same within the caller's transaction. @throws 404, or AlreadyStored, after which `findStored` tells the message */
  storeIncoming: (tx: Tx, input: IncomingMessage) => Promise<StoredMessage>
  /** The message that the key made before. @throws 409 when it was used for another text */
  findStored: (input: IncomingMessage, before: AlreadyStored) => Promise<StoredMessage>
  /** Stores a message that the team wrote outside this product, as a manual one that has gone out already. @throws as storeIncoming */
  storeEcho: (tx: Tx, input: IncomingMessage) => Promise<StoredMessage>
  /**
   * Gives whoever was known on a channel by one of these names the new ones, and makes nobody; answers go where it is now.
   * @returns the agents under which somebody was
   */
  tieNames: (tx: Tx, names: NamesChange, at: Date) => Promise<string[]>
  /**
   * Sends a person's message on its way.
   * @throws 404 when the conversation is not the lead's or was joined to another, 409 when the key was used for something else or by another
   * person, or the lead wants no template, 400 when the channel's window is closed for free text, or the file cannot be sent so, 429
   */
  send: (who: Identity, message: OutgoingMessage) => Promise<Message>
  /** What the conversation's next message waited for is here: it is taken up again. */
  deliverNext: (tx: Tx, place: TurnPlace & { channel: string }) => Promise<void>
  /**
   * Puts a message otherwise or erases what it said, now or when it comes; the newest wording by the channel's clock stands, and none after
   * it was taken back. @returns the message whose file is to go, if any
   */
  amend: (tx: Tx, amendment: Amendment, at: Date) => Promise<TakenBack | null>
  /** Forgets changes whose message has not come until now. @returns true while others wait */
  dropAmendments: (tx: Tx, tenantId: string, before: Date) => Promise<boolean>
  /** Raises how far a message of ours went, never lowers it. @returns false when there is no such message of ours */
  raiseDelivery: (tx: Tx, news: DeliveryNews, at: Date) => Promise<boolean>
  /** The channel charges nothing until then where this message of its own id stands; the latest such moment counts. */
  setFree: (tx: Tx, free: { tenantId: string; channelId: string; until: Date }, at: Date) => Promise<void>
  /** Holds a message, of the past too, and its conversation before it; who holds its file does so after that. */
  hold: (tx: Tx, tenantId: string, messageId: string) => Promise<void>
  /** Puts on a message what came in after it, and tells those who have it open. */
  setAttachment: (tx: Tx, tenantId: string, messageId: string, learned: Attachment, at: Date) => Promise<void>
  /** The file of a message is gone for good, for this reason; nobody answers to that. */
  loseFile: (tx: Tx, tenantId: string, messageId: string, reason: string, at: Date) => Promise<void>
  /** The picture of the advertisement that a message came from is here. */
  showAdPicture: (tx: Tx, tenantId: string, messageId: string, at: Date) => Promise<void>
  /** Writes an agent's part and marks everything up to `uptoSeq` as answered. */
  commitTurn: (place: TurnPlace, part: TurnPart) => Promise<TurnOutcome>
  /** What is said in the sounds of these messages, the first that was here first. */
  exportTranscripts: (tx: Tx, tenantId: string, messageIds: readonly string[]) => Promise<Transcript[]>
  /** What was known when turns of these messages began, the first first. */
  exportTurnStarts: (tx: Tx, tenantId: string, messageIds: readonly string[]) => Promise<NonNullable<LeadExport['turns']>>
  /** Forgets, of every organisation, how turns began before that. */
  dropTurnStarts: (system: Tx, before: Date) => Promise<void>
  /** Clears, for every organisation, the keyed hashes of addresses that visitors last wrote from before that. */
  clearAddressKeys: (system: Tx, before: Date) => Promise<void>
  /** Empties everything that was said in these; places, times and who spoke stay, for statistics. Also what changed of messages of these senders. */
  empty: (tx: Tx, tenantId: string, conversationIds: readonly string[], senders: readonly string[]) => Promise<void>
  /** How messages read before that are these, or are told of by these senders; oldest first. */
  earlierWordings: (tx: Tx, tenantId: string, senders: readonly string[]) => Promise<LeadExport['earlier_wordings']>
  /** Leaves a lead's conversations to another that stands for nobody, closed and without anything that was noted of them. */
  handOver: (tx: Tx, which: WhichLead, nobody: string) => Promise<void>
  /** Row → contract. */
  present: (row: MessageRow) => Message
}
