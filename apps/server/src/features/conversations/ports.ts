import { stage } from '@prosa/contract/entities/conversation'
import type { Attachment, Message } from '@prosa/contract/entities/message'
import * as z from 'zod/mini'
import type { Tx } from '../../kernel/db/database.ts'
import type { Deps } from '../../kernel/deps.ts'
import { type JsonObject, storableObject } from '../../kernel/json.ts'
import { storable } from '../../kernel/storable.ts'

/** Where on its channel a conversation happens. */
export interface ChannelPlace {
  tenantId: string
  agentId: string
  channel: string
  /** Who the lead is on the channel. */
  channelKey: string | null
  /** The same lead by the channel's second name for it; one of the two is always there. */
  channelUserKey?: string | null
  /** The channel's account that the lead writes to, and the lead's address there. */
  via?: { accountId: string; address: string }
  /** What the channel knows of a lead that is new. */
  lead: { name?: string; phone?: string; origin: string }
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

/** How messages of channels come in. */
export interface Intake {
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
}

/** Finds the lead of a channel's names, or makes it; archived leads come back when they write. `merged` was found to be the same lead. */
export type FindOrCreateLead = (
  tx: Tx,
  deps: Pick<Deps, 'jobs'>,
  input: Pick<ChannelPlace, 'tenantId' | 'agentId' | 'channelKey' | 'channelUserKey' | 'lead'> & { at: Date },
) => Promise<{ id: string; pause: boolean; merged: string | null }>

/** Pauses the agent because somebody of the team answered on the channel's own app. */
export type PauseForEcho = (tx: Tx, tenantId: string, leadId: string, at: Date) => Promise<void>

/** Written by an agent: a model may write anything, and a cut may halve a character. */
const written = z.pipe(z.string(), z.transform(storable))

/** One part of what an agent says and notes; stored whole or not at all. */
export const turnPart = z.object({
  replies: z.readonly(z.array(written)),
  stage,
  summary: written,
  statusMessage: written,
  leadPatch: z.object({
    name: z.optional(written),
    company: z.optional(written),
    email: z.optional(written),
    phone: z.optional(written),
  }),
  attention: z.nullable(z.object({ reason: written })),
  /** A change of a meeting, in the words that the lead was told of it. */
  meeting: z.optional(z.object({ told: written })),
  /** The lead wants no messages that it did not ask for, in these words; null: it wants them again. */
  optOut: z.optional(z.nullable(z.object({ words: written }))),
  memory: storableObject,
  /** The newest lead message that this turn deals with, and the part's place in the turn: together they are its idempotency key. */
  uptoSeq: z.int(),
  part: z.int(),
  meta: storableObject,
})
export type TurnPart = z.input<typeof turnPart>

/** Where a turn happens. */
export interface TurnPlace {
  readonly tenantId: string
  readonly conversationId: string
}
