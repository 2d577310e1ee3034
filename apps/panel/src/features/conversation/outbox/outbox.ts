import { OPTIMISTIC_MATCH_WINDOW_MS } from '@prosa/contract/constants'
import { isLeadRole, type Message, type ReplyTo, type SentMediaType } from '@prosa/contract/entities/conversations/message'
import type { SentContact, SentLocation } from '@prosa/contract/entities/conversations/structured-content'
import type { SentChoices } from '@prosa/contract/entities/conversations/structured-content-shape'

/** WhatsApp message template with the values of its placeholders. */
export interface FilledTemplate {
  readonly name: string
  readonly language: string
  readonly header: readonly string[]
  readonly body: readonly string[]
  /** Values of the template's buttons, by index of the button. */
  readonly buttons?: readonly { readonly index: number; readonly value: string }[] | undefined
  /** Location of the template's header, if the header is a location. */
  readonly place?: SentLocation | undefined
}

/** Path parameters and headers of the request that sends a message. */
export interface SendRequestOptions {
  params: { leadId: string; conversationId: string }
  headers?: Record<string, string>
}

/** Type of an unsent message other than text: a media type for a file, or a location, a contact or choices. */
export type UnsentMessageType = SentMediaType | 'location' | 'contact' | 'choices'

/** Content of an unsent message without a file: a location, a contact or a question with choices. */
export type UnsentStructuredContent =
  | { readonly location: SentLocation }
  | { readonly contact: SentContact }
  | { readonly choices: SentChoices; readonly question: string }

/**
 * Attachment of an unsent message. The bytes of a file are stored separately, in storage/unsent-persistence.ts, by the `tempId` of the
 * message.
 */
export interface UnsentAttachment {
  /** Content without bytes, such as a location. */
  readonly card?: UnsentStructuredContent
  readonly name: string
  readonly size: number
  /** Whether the file is a video that must be converted to MP4 before it is sent. */
  readonly converts?: true | undefined
}

/**
 * Message that was not sent yet, or is not yet part of the loaded conversation. It has no status `processed`, because a processed message
 * is removed from the outbox. All functions in this file are pure.
 */
export interface UnsentMessage {
  /** Template to send; `content` is then its text. Without a template the message is a text. */
  readonly template?: FilledTemplate | undefined
  /** File to send; `content` is then its caption, and `type` its media type. */
  readonly file?: UnsentAttachment | undefined
  readonly type?: UnsentMessageType | undefined
  /** Message to which this message replies. */
  readonly replyTo?: ReplyTo | undefined
  /** Id created together with the message bubble. It is the Idempotency-Key of every attempt to send. */
  readonly tempId: string
  readonly leadId: string
  readonly conversationId: string
  readonly content: string
  /** Creation time by the server's clock, in milliseconds. The local clock may be wrong, and messages are matched by time. */
  readonly createdAt: number
  readonly status: 'waiting' | 'done' | 'error'
  /** Error message from the server, if sending failed. */
  readonly failure: string | null
  /**
   * Other user who is sending the message, as reported by an event. This browser only shows such a message; the other user's browser sends
   * it.
   */
  readonly peer: { readonly userId: string; readonly userName: string } | null
}
export type Outbox = readonly UnsentMessage[]

/** Function that sets `replyTo` on a new entry. The lazy code for replies replaces the function. */
export const replyContextSetter = { addReplyContext: (entry: UnsentMessage): UnsentMessage => entry }

export const addToOutbox = (outbox: Outbox, entry: UnsentMessage): Outbox =>
  outbox.some(({ tempId }) => tempId === entry.tempId) ? outbox : [...outbox, entry]

const updateEntry = (outbox: Outbox, tempId: string, changes: Pick<UnsentMessage, 'status' | 'failure'>): Outbox =>
  outbox.map((entry) => (entry.tempId === tempId ? { ...entry, ...changes } : entry))

/** Marks an entry as accepted by the server. Does nothing if an event has already removed the entry. */
export const markEntryAccepted = (outbox: Outbox, tempId: string): Outbox =>
  updateEntry(outbox, tempId, { status: 'done', failure: null })

export const markEntryFailed = (outbox: Outbox, tempId: string, failure: string): Outbox =>
  updateEntry(outbox, tempId, { status: 'error', failure })

/** Sets a failed entry back to waiting. Does nothing if the entry has not failed. */
export const retryFailedEntry = (outbox: Outbox, tempId: string): Outbox => {
  const hasFailed = outbox.some((entry) => entry.tempId === tempId && entry.status === 'error')
  return hasFailed ? updateEntry(outbox, tempId, { status: 'waiting', failure: null }) : outbox
}

export const removeFromOutbox = (outbox: Outbox, tempId: string): Outbox => outbox.filter((entry) => entry.tempId !== tempId)

/** Whether a message is the stored version of an unsent one: written by the team, with the same text and about the same time. */
export const matchesByContent = (entry: Pick<UnsentMessage, 'content' | 'createdAt'>, message: Message): boolean =>
  !isLeadRole(message.role) &&
  entry.content === message.content &&
  Math.abs(Date.parse(message.timestamp) - entry.createdAt) <= OPTIMISTIC_MATCH_WINDOW_MS

/** Returns the outbox entry of a stored message. Compares the client id if the message has one, otherwise role, content and time. */
const findMatchingEntry = (outbox: Outbox, conversationId: string, message: Message): UnsentMessage | undefined => {
  const conversationEntries = outbox.filter((entry) => entry.conversationId === conversationId)
  if (message.client_message_id) return conversationEntries.find(({ tempId }) => tempId === message.client_message_id)
  return conversationEntries.find((entry) => matchesByContent(entry, message))
}

/**
 * Removes entries whose message has arrived. Each message removes at most one entry, so that of two equal texts one stays. `isCached`:
 * whether a message was already loaded; such a message only removes an entry with its client id.
 */
export const removeArrivedEntries = (
  outbox: Outbox,
  conversationId: string,
  messages: readonly Message[],
  isCached: (messageId: string) => boolean,
): Outbox => {
  let remaining = outbox
  for (const message of messages) {
    if (!message.client_message_id && isCached(message.message_id)) continue
    const match = findMatchingEntry(remaining, conversationId, message)
    if (match) remaining = removeFromOutbox(remaining, match.tempId)
  }
  return remaining
}

/**
 * Returns the outbox after a reload. Waiting entries become failed, because their outcome is unknown; a retry is safe by the idempotency
 * key. Drops accepted entries and those of other users.
 */
export const restoreOutboxAfterReload = (outbox: Outbox): Outbox =>
  outbox.filter(({ peer, status }) => peer === null && status !== 'done').map((entry) => ({ ...entry, status: 'error' }))

/** Whether the user has a message in this conversation that failed to send and was not retried. */
export const hasFailedEntry = (outbox: Outbox, conversationId: string): boolean =>
  outbox.some((entry) => entry.conversationId === conversationId && entry.status === 'error' && !entry.peer)

export const filterOutboxByConversation = (outbox: Outbox, conversationId: string): Outbox =>
  outbox.filter((entry) => entry.conversationId === conversationId)
