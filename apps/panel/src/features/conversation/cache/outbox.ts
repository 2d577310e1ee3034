import { OPTIMISTIC_MATCH_WINDOW_MS } from '@prosa/contract/constants'
import type { SentContact, SentLocation } from '@prosa/contract/entities/carried'
import type { SentChoices } from '@prosa/contract/entities/carried-shape'
import { isLeadRole, type Message, type ReplyTo, type SendAs } from '@prosa/contract/entities/message'

/** A template of the channel's and what its places were filled with. */
export interface FilledTemplate {
  readonly name: string
  readonly language: string
  readonly header: readonly string[]
  readonly body: readonly string[]
  /** What fills its buttons, by their places. */
  readonly buttons?: readonly { readonly index: number; readonly value: string }[] | undefined
  /** The place of a header that is one. */
  readonly place?: SentLocation | undefined
}

/** Where something unsent goes, and under which key. */
export interface PostOptions {
  params: { leadId: string; conversationId: string }
  headers?: Record<string, string>
}

/** What goes besides text: how a file is sent, or a place, a person, or answers to choose from. */
export type UnsentType = SendAs | 'location' | 'contact' | 'choices'

/** What is written in the place of a file. */
export type UnsentCard =
  | { readonly location: SentLocation }
  | { readonly contact: SentContact }
  | { readonly choices: SentChoices; readonly question: string }

/** What goes with a message. The bytes of a file lie in files/keep-unsent.ts, by the entry's tempId; what is written in the place of one has none. */
export interface UnsentFile {
  readonly card?: UnsentCard
  readonly name: string
  readonly size: number
  /** Its bytes are not yet what goes: a film becomes MP4 before it leaves. */
  readonly converts?: true | undefined
}

/**
 * Messages that are on their way and not yet in the history. Pure: the store keeps the list, the screen shows it after the
 * history. `processed` is no state of it: a processed message is in the history and has left the outbox.
 */
export interface Unsent {
  /** Sent as this template, whose wording is the content; without one, as a text. */
  readonly template?: FilledTemplate | undefined
  /** Sent with this file, whose caption is the content; as what, is the type. */
  readonly file?: UnsentFile | undefined
  readonly type?: UnsentType | undefined
  /** The message that it answers. */
  readonly replyTo?: ReplyTo | undefined
  /** Minted with the bubble; the Idempotency-Key of every attempt. */
  readonly tempId: string
  readonly leadId: string
  readonly conversationId: string
  readonly content: string
  /** The server's time, so that a wrong clock of the computer does not spoil the match. */
  readonly createdAt: number
  readonly status: 'waiting' | 'done' | 'error'
  /** Why it failed, as the server put it. */
  readonly failure: string | null
  /** Someone else's sending, told by an event: shown, never sent from here. */
  readonly peer: { readonly userId: string; readonly userName: string } | null
}
export type Outbox = readonly Unsent[]

/** What is put into a conversation may be an answer: whoever knows to what says so here. */
export const asAnswer = { to: (entry: Unsent): Unsent => entry }

export const add = (outbox: Outbox, entry: Unsent): Outbox =>
  outbox.some(({ tempId }) => tempId === entry.tempId) ? outbox : [...outbox, entry]

const change = (outbox: Outbox, tempId: string, to: Pick<Unsent, 'status' | 'failure'>): Outbox =>
  outbox.map((entry) => (entry.tempId === tempId ? { ...entry, ...to } : entry))

/** The server took it. An entry that an event has settled meanwhile stays gone. */
export const markDone = (outbox: Outbox, tempId: string): Outbox => change(outbox, tempId, { status: 'done', failure: null })

export const markFailed = (outbox: Outbox, tempId: string, failure: string): Outbox =>
  change(outbox, tempId, { status: 'error', failure })

/** Back to waiting under the same id; only what failed can be tried again. */
export const retry = (outbox: Outbox, tempId: string): Outbox => {
  const failed = outbox.some((entry) => entry.tempId === tempId && entry.status === 'error')
  return failed ? change(outbox, tempId, { status: 'waiting', failure: null }) : outbox
}

export const discard = (outbox: Outbox, tempId: string): Outbox => outbox.filter((entry) => entry.tempId !== tempId)

const looksLike = (entry: Unsent, message: Message): boolean =>
  !isLeadRole(message.role) &&
  entry.content === message.content &&
  Math.abs(Date.parse(message.timestamp) - entry.createdAt) <= OPTIMISTIC_MATCH_WINDOW_MS

/** The entry that this message of the history is, if any: by client id when it carries one, else by role, content and time. */
const findMatch = (outbox: Outbox, conversationId: string, message: Message): Unsent | undefined => {
  const here = outbox.filter((entry) => entry.conversationId === conversationId)
  if (message.client_message_id) return here.find(({ tempId }) => tempId === message.client_message_id)
  return here.find((entry) => looksLike(entry, message))
}

/**
 * Takes out what has arrived. Each message settles at most one entry and each entry is settled once, so of two equal messages
 * one stays. A message that the history already held may only settle by id: it had its turn when it came.
 */
export const settle = (
  outbox: Outbox,
  conversationId: string,
  messages: readonly Message[],
  alreadyHeld: (messageId: string) => boolean,
): Outbox => {
  let left = outbox
  for (const message of messages) {
    if (!message.client_message_id && alreadyHeld(message.message_id)) continue
    const match = findMatch(left, conversationId, message)
    if (match) left = discard(left, match.tempId)
  }
  return left
}

/**
 * What a reload brings back: one's own failed messages, and those that were under way, which count as failed because nobody
 * heard how they ended; the same key makes trying again harmless. What the server took is in the history.
 */
export const afterReload = (outbox: Outbox): Outbox =>
  outbox.filter(({ peer, status }) => peer === null && status !== 'done').map((entry) => ({ ...entry, status: 'error' }))

/** Whether something that this person wrote in a conversation could not be sent, and waits for being tried again. */
export const hasFailed = (outbox: Outbox, conversationId: string): boolean =>
  outbox.some((entry) => entry.conversationId === conversationId && entry.status === 'error' && !entry.peer)

export const ofConversation = (outbox: Outbox, conversationId: string): Outbox =>
  outbox.filter((entry) => entry.conversationId === conversationId)
