import { OPTIMISTIC_MATCH_WINDOW_MS } from '@prosa/contract/constants'
import { isLeadRole, type Message, type ReplyTo, type SentMediaType } from '@prosa/contract/entities/conversations/message'
import type { SentContact, SentLocation } from '@prosa/contract/entities/conversations/structured-content'
import type { SentChoices } from '@prosa/contract/entities/conversations/structured-content-shape'

/** Template of the channel and the values of its placeholders. */
export interface FilledTemplate {
  readonly name: string
  readonly language: string
  readonly header: readonly string[]
  readonly body: readonly string[]
  /** Values of its buttons, by index. */
  readonly buttons?: readonly { readonly index: number; readonly value: string }[] | undefined
  /** Location, if the header is one. */
  readonly place?: SentLocation | undefined
}

/** Path parameters and headers of an unsent message's request. */
export interface SendRequestOptions {
  params: { leadId: string; conversationId: string }
  headers?: Record<string, string>
}

/** Types other than text: how a file is sent, or a location, a contact, or choices. */
export type UnsentMessageType = SentMediaType | 'location' | 'contact' | 'choices'

/** Content of a message that has no file. */
export type UnsentStructuredContent =
  | { readonly location: SentLocation }
  | { readonly contact: SentContact }
  | { readonly choices: SentChoices; readonly question: string }

/** Attachment of a message. The bytes of a file are stored by storage/unsent-persistence.ts under the entry's tempId; a card has no bytes. */
export interface UnsentAttachment {
  readonly card?: UnsentStructuredContent
  readonly name: string
  readonly size: number
  /** Whether the file is a video that must be converted to MP4 before it is sent. */
  readonly converts?: true | undefined
}

/**
 * Message that is being sent and not yet in the history. The functions are pure: the store holds the list, and the screen shows it after
 * the history. There is no state `processed`, because a processed message is in the history and no longer in the outbox.
 */
export interface UnsentMessage {
  /** Template with which it is sent; `content` is its text. Without it, it is sent as a text. */
  readonly template?: FilledTemplate | undefined
  /** File with which it is sent; `content` is its caption, and `type` how it is sent. */
  readonly file?: UnsentAttachment | undefined
  readonly type?: UnsentMessageType | undefined
  /** Message that it answers. */
  readonly replyTo?: ReplyTo | undefined
  /** Id created with the bubble, used as the Idempotency-Key of every attempt. */
  readonly tempId: string
  readonly leadId: string
  readonly conversationId: string
  readonly content: string
  /** Server time, so that a wrong local clock does not affect the matching. */
  readonly createdAt: number
  readonly status: 'waiting' | 'done' | 'error'
  /** Error message of the server. */
  readonly failure: string | null
  /** Another user who is sending it, as reported by an event. Shown here, never sent from here. */
  readonly peer: { readonly userId: string; readonly userName: string } | null
}
export type Outbox = readonly UnsentMessage[]

/** Hook that sets the answered message on a new entry. The lazy code for replies installs it. */
export const replyContextSetter = { to: (entry: UnsentMessage): UnsentMessage => entry }

export const addToOutbox = (outbox: Outbox, entry: UnsentMessage): Outbox =>
  outbox.some(({ tempId }) => tempId === entry.tempId) ? outbox : [...outbox, entry]

const updateEntry = (outbox: Outbox, tempId: string, to: Pick<UnsentMessage, 'status' | 'failure'>): Outbox =>
  outbox.map((entry) => (entry.tempId === tempId ? { ...entry, ...to } : entry))

/** Marks an entry as accepted by the server. An entry already removed by an event stays removed. */
export const markEntryAccepted = (outbox: Outbox, tempId: string): Outbox =>
  updateEntry(outbox, tempId, { status: 'done', failure: null })

export const markEntryFailed = (outbox: Outbox, tempId: string, failure: string): Outbox =>
  updateEntry(outbox, tempId, { status: 'error', failure })

/** Sets a failed entry back to waiting under the same id. Does nothing in other states. */
export const retryFailedEntry = (outbox: Outbox, tempId: string): Outbox => {
  const failed = outbox.some((entry) => entry.tempId === tempId && entry.status === 'error')
  return failed ? updateEntry(outbox, tempId, { status: 'waiting', failure: null }) : outbox
}

export const removeFromOutbox = (outbox: Outbox, tempId: string): Outbox => outbox.filter((entry) => entry.tempId !== tempId)

/** Whether a message of the history matches an unsent one by role, content and time. */
export const matchesByContent = (entry: Pick<UnsentMessage, 'content' | 'createdAt'>, message: Message): boolean =>
  !isLeadRole(message.role) &&
  entry.content === message.content &&
  Math.abs(Date.parse(message.timestamp) - entry.createdAt) <= OPTIMISTIC_MATCH_WINDOW_MS

/**
 * Returns the entry that corresponds to this message of the history, if any: by client id if the message has one, otherwise by role,
 * content and time.
 */
const findMatchingEntry = (outbox: Outbox, conversationId: string, message: Message): UnsentMessage | undefined => {
  const here = outbox.filter((entry) => entry.conversationId === conversationId)
  if (message.client_message_id) return here.find(({ tempId }) => tempId === message.client_message_id)
  return here.find((entry) => matchesByContent(entry, message))
}

/**
 * Removes entries that have arrived. Each message removes at most one entry, so of two equal messages one stays. A message that was already
 * in the history matches by id only.
 */
export const removeArrivedEntries = (
  outbox: Outbox,
  conversationId: string,
  messages: readonly Message[],
  alreadyHeld: (messageId: string) => boolean,
): Outbox => {
  let left = outbox
  for (const message of messages) {
    if (!message.client_message_id && alreadyHeld(message.message_id)) continue
    const match = findMatchingEntry(left, conversationId, message)
    if (match) left = removeFromOutbox(left, match.tempId)
  }
  return left
}

/**
 * Returns the outbox after a reload: own failed messages, and waiting ones as failed, because their outcome is unknown. The same key makes
 * a retry safe. Accepted messages are in the history.
 */
export const restoreOutboxAfterReload = (outbox: Outbox): Outbox =>
  outbox.filter(({ peer, status }) => peer === null && status !== 'done').map((entry) => ({ ...entry, status: 'error' }))

/** Whether a message that this user wrote in the conversation has failed and waits for a retry. */
export const hasFailedEntry = (outbox: Outbox, conversationId: string): boolean =>
  outbox.some((entry) => entry.conversationId === conversationId && entry.status === 'error' && !entry.peer)

export const filterOutboxByConversation = (outbox: Outbox, conversationId: string): Outbox =>
  outbox.filter((entry) => entry.conversationId === conversationId)
