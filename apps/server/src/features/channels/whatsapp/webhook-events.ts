import * as z from 'zod/mini'
import { phoneKey } from '../../../kernel/phone-key.ts'
import { contactOf, list, name, text, userOf } from './webhook-fields.ts'

/** Something that somebody said, before anybody knows whose number that is. */
export interface WebhookEvent {
  kind: 'message' | 'echo'
  /** Tells a repetition from a new event. */
  key: string
  /** Who it is about: events of one are worked off in order. */
  sender: string
  /** Seconds since the epoch, as Meta has them. */
  timestamp: number
  payload: { message: unknown; contact: unknown }
}

const lists = z.object({ messages: list, message_echoes: list, contacts: list })
const inGroup = z.object({ group_id: text })
const envelope = z.object({
  id: z.pipe(name, z.string().check(z.minLength(1))),
  timestamp: text,
  from: text,
  from_user_id: text,
  to: text,
  to_user_id: text,
  reaction: z.nullish(z.object({ emoji: text })),
})

/** The messages of a change, or its echoes, but for those of groups; null for each that cannot be read. */
export function eventsIn(value: unknown, kind: WebhookEvent['kind']): (WebhookEvent | null)[] {
  const { contacts } = lists.safeParse(value).data ?? {}
  return messagesIn(value, kind)
    .filter((message) => !isOfGroup(message))
    .map((message) => readEvent(message, kind, contacts))
}

/** A group is no private talk: nobody's lead, and no conversation. */
const isOfGroup = (message: unknown): boolean => !!inGroup.safeParse(message).data?.group_id

export const countGroupMessages = (value: unknown): number =>
  [...messagesIn(value, 'message'), ...messagesIn(value, 'echo')].filter(isOfGroup).length

function messagesIn(value: unknown, kind: WebhookEvent['kind']): readonly unknown[] {
  const { messages, message_echoes: echoes } = lists.safeParse(value).data ?? {}
  return (kind === 'message' ? messages : echoes) ?? []
}

function readEvent(message: unknown, kind: WebhookEvent['kind'], contacts: unknown): WebhookEvent | null {
  const head = envelope.safeParse(message).data
  if (!head) return null
  const phone = kind === 'message' ? head.from : head.to
  const contact = contactOf(contacts, phone, head.from_user_id ?? head.to_user_id)
  const user = (kind === 'message' ? head.from_user_id : head.to_user_id) ?? userOf(contact)
  const sender = user || phoneKey(phone ?? null)
  if (!sender) return null
  return { kind, key: keyOf(head, kind), sender, timestamp: Number(head.timestamp ?? 0) || 0, payload: { message, contact } }
}

/** Meta lets a reaction borrow the id of the message that it is on. */
const keyOf = ({ id, timestamp, reaction }: z.infer<typeof envelope>, kind: WebhookEvent['kind']): string =>
  reaction ? `reaction:${id}:${timestamp ?? ''}:${reaction.emoji ?? ''}` : `${kind}:${id}`
