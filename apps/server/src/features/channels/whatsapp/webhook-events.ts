import * as z from 'zod/mini'
import { digestOf } from '../../../kernel/digest.ts'
import { phoneKey } from '../../../kernel/phone-key.ts'
import { type NamesNews, readBothNames, readRename, readUserIdUpdate, senderOf } from './names.ts'
import { type Cards, cardsOf, list, name, secondsOf, text, userOf } from './webhook-fields.ts'

/** An event of a person, before its tenant is known. */
export interface WebhookEvent {
  kind: 'message' | 'echo' | 'wish' | 'names'
  /** Identifies an event, to recognise repetitions. */
  key: string
  /** The person concerned. Events of one person are processed in order. */
  sender: string
  /** Meta's time in seconds since the epoch. */
  timestamp: number
  payload: { message: unknown; contact: unknown }
}

const lists = z.object({ messages: list, message_echoes: list, contacts: list, statuses: list })
const updates = z.object({ user_id_update: list })
const stamped = z.object({ timestamp: text })
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

const wish = z.object({ wa_id: text, user_id: text, value: z.enum(['stop', 'resume']), timestamp: text })
const wishes = z.object({ user_preferences: list })

/** Returns changes of marketing preferences; null for each that cannot be read. */
export const wishesIn = (value: unknown): (WebhookEvent | null)[] =>
  (wishes.safeParse(value).data?.user_preferences ?? []).map((inside) => {
    const said = wish.safeParse(inside).data
    const sender = said?.user_id || phoneKey(said?.wa_id ?? null)
    if (!said || !sender) return null
    const timestamp = secondsOf(said.timestamp)
    return {
      kind: 'wish',
      key: `wish:${sender}:${timestamp}:${said.value}`,
      sender,
      timestamp,
      payload: { message: inside, contact: null },
    }
  })

/** Returns changes of people's identifiers; null for each that cannot be read. */
export const updatesIn = (value: unknown): (WebhookEvent | null)[] =>
  (updates.safeParse(value).data?.user_id_update ?? []).map((inside) => {
    const news = readUserIdUpdate(inside)
    return news && namesEvent(news, inside)
  })

/** Returns both identifiers of recipients: a status may be the first event that contains them. */
export const namesIn = (value: unknown): WebhookEvent[] => {
  const { statuses, contacts } = lists.safeParse(value).data ?? {}
  if (!statuses?.length) return []
  return (contacts ?? []).flatMap((card) => {
    const news = readBothNames(card)
    return (news && namesEvent(news, card)) ?? []
  })
}

function namesEvent(news: NamesNews, message: unknown): WebhookEvent | null {
  const sender = senderOf(news)
  const timestamp = secondsOf(stamped.safeParse(message).data?.timestamp)
  const key = `names:${digestOf([news, timestamp])}`
  return sender === null ? null : { kind: 'names', key, sender, timestamp, payload: { message, contact: null } }
}

const renamed = (message: unknown): string | null => {
  const news = readRename(message)
  return news && senderOf(news)
}

/** Returns the messages of a change, or those sent from the phone, except messages of groups. Null for each that cannot be read. */
export function eventsIn(value: unknown, kind: 'message' | 'echo'): (WebhookEvent | null)[] {
  const cards = cardsOf(lists.safeParse(value).data?.contacts)
  return messagesIn(value, kind)
    .filter((message) => !isOfGroup(message))
    .map((message) => readEvent(message, kind, cards))
}

/** Returns whether a message belongs to a group, which is neither a lead nor a conversation. */
const isOfGroup = (message: unknown): boolean => !!inGroup.safeParse(message).data?.group_id

export const countGroupMessages = (value: unknown): number =>
  [...messagesIn(value, 'message'), ...messagesIn(value, 'echo')].filter(isOfGroup).length

function messagesIn(value: unknown, kind: 'message' | 'echo'): readonly unknown[] {
  const { messages, message_echoes: echoes } = lists.safeParse(value).data ?? {}
  return (kind === 'message' ? messages : echoes) ?? []
}

function readEvent(message: unknown, kind: 'message' | 'echo', cards: Cards): WebhookEvent | null {
  const head = envelope.safeParse(message).data
  if (!head) return null
  const phone = kind === 'message' ? head.from : head.to
  const contact = cards(phone, head.from_user_id ?? head.to_user_id)
  const user = (kind === 'message' ? head.from_user_id : head.to_user_id) ?? userOf(contact)
  const sender = user || phoneKey(phone ?? null) || renamed(message)
  if (!sender) return null
  return { kind, key: keyOf(head, kind), sender, timestamp: secondsOf(head.timestamp), payload: { message, contact } }
}

/** Returns the key of a message. A reaction needs another key, because Meta may send it with the id of the message it refers to. */
const keyOf = ({ id, timestamp, reaction }: z.infer<typeof envelope>, kind: 'message' | 'echo'): string =>
  reaction ? `reaction:${id}:${timestamp ?? ''}:${reaction.emoji ?? ''}` : `${kind}:${id}`
