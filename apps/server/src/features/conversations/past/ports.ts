import type { Attachment, DeliveryState, Message } from '@prosa/contract/entities/message'
import type { Tx } from '../../../kernel/db/database.ts'
import type { JsonObject } from '../../../kernel/json.ts'
import type { ChannelLead } from '../../leads/ports.ts'

/** A message of what was before its number came here. */
export interface PastMessage {
  channelId: string
  role: 'humano' | 'AI'
  type: string
  content: string
  attachment: Attachment | null
  /** How far one of ours had gone; null: nobody said. */
  delivery: DeliveryState | null
  meta: JsonObject | null
  /** What the list shows where the content says nothing. */
  preview: string | null
  saidAt: Date
}

/** What was said with one person before, in the order in which it was told. */
export interface PastOfPerson {
  place: ChannelLead & { channel: string; via?: { accountId: string; address: string } }
  numberId: string
  said: readonly [PastMessage, ...PastMessage[]]
}

export interface ImportedPast {
  leadId: string
  conversationId: string
  /** What was not here yet; what its writer had taken back before it came is empty. */
  added: readonly { id: string; channelId: string; isTakenBack: boolean }[]
}

/** By what a past message is known. */
export interface TracedPast {
  id: string
  channelId: string
  numberId: string
  createdAt: Date
}

/** What a channel tells later of a past message: the file that it carries. */
export interface PastFilling extends Pick<PastMessage, 'channelId' | 'type' | 'content' | 'attachment' | 'meta'> {
  tenantId: string
}

/** What others do with what was said before a number came here. */
export interface PastPort {
  /** Puts what was said with one person before a number came here into their past, each message once; it wakes nobody. */
  importPast: (tx: Tx, past: PastOfPerson, at: Date) => Promise<ImportedPast>
  /** Puts a file into the past message that waits for it. @returns the message that is to get it; null: it was told before, or is not here */
  fillPast: (tx: Tx, filling: PastFilling) => Promise<{ found: boolean; messageId: string | null }>
  /** All of a conversation's past, for its lead, oldest first. */
  exportPast: (tx: Tx, tenantId: string, conversationId: string) => Promise<(Message & { meta: JsonObject | null })[]>
  /** By which ids the past of conversations is known. */
  tracePast: (tx: Tx, tenantId: string, conversationIds: readonly string[]) => Promise<TracedPast[]>
}
