import type { Conversation, ConversationWithHistory } from '@prosa/contract/entities/conversation'
import { DELIVERY_STATES, isLeadRole, type Message } from '@prosa/contract/entities/message'
import type { composerLock } from '@prosa/contract/rules/composer-window'

/** What the panel holds of an open conversation: oldest message first, without doubles. All functions here are pure. */
export interface Thread {
  readonly conversation: Conversation
  readonly messages: readonly Message[]
  /** Asks for what is older; null at the beginning. */
  readonly olderCursor: string | null
}

/** By place, and what has none by time: all of a provider that numbers nothing, or what was before the first place. */
const compare = (a: Message, b: Message): number =>
  (a.seq ?? 0) - (b.seq ?? 0) || Date.parse(a.timestamp) - Date.parse(b.timestamp)

const deliveryRank = (delivery: string | null | undefined): number => DELIVERY_STATES.findIndex((state) => state === delivery)

/** The same message told again: the newer words win, but what only rises does not fall. */
const combine = (held: Message, told: Message): Message => {
  const combined = { ...held, ...told }
  if (held.status === 'processed' || held.status === undefined) combined.status = 'processed'
  if (deliveryRank(held.delivery) > deliveryRank(told.delivery)) {
    combined.delivery = held.delivery
    combined.delivery_error = held.delivery_error
  }
  return combined
}

/** Puts messages in their places; one already held is brought up to date. A late one is never dropped. */
export const mergeMessages = (held: readonly Message[], told: readonly Message[]): readonly Message[] => {
  if (told.length === 0) return held
  const places = new Map(held.map(({ message_id }, index) => [message_id, index]))
  const merged = [...held]
  let ordered = true
  for (const message of told) {
    const place = places.get(message.message_id)
    const known = place === undefined ? undefined : merged[place]
    if (place !== undefined && known) {
      merged[place] = combine(known, message)
      continue
    }
    const last = merged.at(-1)
    if (last && compare(last, message) > 0) ordered = false
    places.set(message.message_id, merged.length)
    merged.push(message)
  }
  return ordered ? merged : merged.sort(compare)
}

/** Without those before all that is held: they come with the page that they are on. */
export const withinReach = ({ messages, olderCursor }: Thread, told: readonly Message[]): readonly Message[] => {
  const oldest = messages[0]
  return olderCursor === null || !oldest ? told : told.filter((message) => compare(message, oldest) >= 0)
}

/** An answer of the server joined with what is held already, which may know later messages than the answer. */
export const mergeAnswer = (held: Thread | undefined, answer: ConversationWithHistory): Thread => {
  const { history, nextCursor, ...conversation } = answer
  if (!held) return { conversation, messages: mergeMessages([], history), olderCursor: nextCursor ?? null }
  return { ...held, conversation, messages: mergeMessages(held.messages, withinReach(held, history)) }
}

/** An older page put before what is held. */
export const mergeOlder = (held: Thread, answer: ConversationWithHistory): Thread => ({
  ...held,
  messages: mergeMessages(answer.history, held.messages),
  olderCursor: answer.history.length > 0 ? (answer.nextCursor ?? null) : null,
})

/**
 * The newest place up to which nothing is missing, to be asked for as `afterSeq`: the message before the first hole, or the
 * newest one. Null when the provider numbers nothing, and then only a whole reload can tell.
 */
export const contiguousSeq = (messages: readonly Message[]): number | null => {
  let last: number | null = null
  for (const { seq } of messages) {
    if (seq === undefined) continue
    if (last !== null && seq > last + 1) return last
    last = seq
  }
  return last
}

/** Ticks of so many messages are looked after when catching up. */
const TICKS_REACH = 50

/**
 * From where to ask for what was missed: what is new, and those of the last messages whose ticks may have risen while nobody listened.
 * Null as for contiguousSeq.
 */
export const catchUpSeq = (messages: readonly Message[]): number | null => {
  const newest = contiguousSeq(messages)
  if (newest === null) return null
  const rising = messages.find(
    ({ seq, delivery }) =>
      seq !== undefined && seq > newest - TICKS_REACH && delivery && delivery !== 'read' && delivery !== 'failed',
  )
  return Math.min(newest, (rising?.seq ?? newest + 1) - 1)
}

/** True when the messages have a hole, or the conversation is known to be longer than they are. */
export const isBehind = ({ conversation, messages }: Thread): boolean => {
  const newest = messages.findLast(({ seq }) => seq !== undefined)?.seq
  if (newest === undefined) return false
  return contiguousSeq(messages) !== newest || (conversation.last_seq ?? 0) > newest
}

/** What the composer's lock asks of the history; the conversation's own time counts when the lead's message is not loaded. */
export const composerFacts = ({ conversation, messages }: Thread): Parameters<typeof composerLock>[0] => {
  const told = Date.parse(conversation.last_client_message_at ?? '')
  const seen = Date.parse(messages.findLast(({ role }) => isLeadRole(role))?.timestamp ?? '')
  const newest = Math.max(Number.isNaN(told) ? 0 : told, Number.isNaN(seen) ? 0 : seen)
  return {
    hasMessages: messages.length > 0 || (conversation.total_messages ?? 0) > 0,
    lastLeadMessageAt: newest > 0 ? new Date(newest) : null,
    closesAt: conversation.window_closes_at,
  }
}

/** The channel's word on how far a message went. */
export const withDelivery = (
  held: Thread,
  told: { messageId: string; delivery: string; delivery_error?: string | null | undefined },
): Thread => {
  const message = held.messages.find(({ message_id }) => message_id === told.messageId)
  const delivery = DELIVERY_STATES.find((state) => state === told.delivery)
  if (!message || !delivery || deliveryRank(delivery) <= deliveryRank(message.delivery)) return held
  return { ...held, messages: mergeMessages(held.messages, [{ ...message, delivery, delivery_error: told.delivery_error }]) }
}
