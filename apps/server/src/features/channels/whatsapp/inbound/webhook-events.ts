import * as z from 'zod/mini'
import { hashJson } from '../../../../platform/json/hash-json.ts'
import { toPhoneKey } from '../../../../platform/leads/phone-key.ts'
import {
  type ContactCardLookup,
  getContactUserId,
  identifier,
  indexContactCards,
  optionalList,
  optionalText,
  parseSeconds,
} from '../webhook/webhook-fields.ts'
import {
  type ContactIdChange,
  getIdChangeSender,
  parseIdChangeMessage,
  parseLinkedIds,
  parseUserIdUpdate,
} from './contact-ids.ts'

/** Event about a person, parsed from a webhook. */
export interface WebhookEvent {
  /** `echo`: message that the team sent from its phone. `wish`: marketing preference. `names`: change of the person's identifiers. */
  kind: 'message' | 'echo' | 'wish' | 'names'
  /** Identifies the event. A repeated event has the same key. */
  key: string
  /** Phone number or user id of the person. Events of one sender are processed in order. */
  sender: string
  /** Meta's timestamp, in seconds since the epoch. */
  timestamp: number
  payload: { message: unknown; contact: unknown }
}

const messageLists = z.object({
  messages: optionalList,
  message_echoes: optionalList,
  contacts: optionalList,
  statuses: optionalList,
})
const userIdUpdates = z.object({ user_id_update: optionalList })
const timestampedEvent = z.object({ timestamp: optionalText })
const groupMessage = z.object({ group_id: optionalText })
const messageEnvelope = z.object({
  id: z.pipe(identifier, z.string().check(z.minLength(1))),
  timestamp: optionalText,
  from: optionalText,
  from_user_id: optionalText,
  to: optionalText,
  to_user_id: optionalText,
  reaction: z.nullish(z.object({ emoji: optionalText })),
})

const preferenceChange = z.object({
  wa_id: optionalText,
  user_id: optionalText,
  value: z.enum(['stop', 'resume']),
  timestamp: optionalText,
})
const preferenceChanges = z.object({ user_preferences: optionalList })

/** Parses the marketing preferences in a webhook. Returns null for each one that cannot be read. */
export const parseMarketingPreferences = (value: unknown): (WebhookEvent | null)[] =>
  (preferenceChanges.safeParse(value).data?.user_preferences ?? []).map((entry) => {
    const preference = preferenceChange.safeParse(entry).data
    const sender = preference?.user_id || toPhoneKey(preference?.wa_id ?? null)
    if (!preference || !sender) return null
    const timestamp = parseSeconds(preference.timestamp)
    return {
      kind: 'wish',
      key: `wish:${sender}:${timestamp}:${preference.value}`,
      sender,
      timestamp,
      payload: { message: entry, contact: null },
    }
  })

/** Parses the changed user ids in a webhook. Returns null for each one that cannot be read. */
export const parseUserIdUpdates = (value: unknown): (WebhookEvent | null)[] =>
  (userIdUpdates.safeParse(value).data?.user_id_update ?? []).map((entry) => {
    const idChange = parseUserIdUpdate(entry)
    return idChange && toIdChangeEvent(idChange, entry)
  })

/**
 * Returns an event for each recipient whose phone number and user id are both in a status webhook. It may be the first webhook that
 * connects both.
 */
export const extractRecipientIds = (value: unknown): WebhookEvent[] => {
  const { statuses, contacts } = messageLists.safeParse(value).data ?? {}
  if (!statuses?.length) return []
  return (contacts ?? []).flatMap((card) => {
    const idChange = parseLinkedIds(card)
    return (idChange && toIdChangeEvent(idChange, card)) ?? []
  })
}

function toIdChangeEvent(idChange: ContactIdChange, message: unknown): WebhookEvent | null {
  const sender = getIdChangeSender(idChange)
  const timestamp = parseSeconds(timestampedEvent.safeParse(message).data?.timestamp)
  const key = `names:${hashJson([idChange, timestamp])}`
  return sender === null ? null : { kind: 'names', key, sender, timestamp, payload: { message, contact: null } }
}

const getRenamedSender = (message: unknown): string | null => {
  const idChange = parseIdChangeMessage(message)
  return idChange && getIdChangeSender(idChange)
}

/**
 * Parses the received messages of a webhook, or the messages that the team sent from its phone (`echo`). Skips group messages. Returns null
 * for each message that cannot be read.
 */
export function parseMessageEvents(value: unknown, kind: 'message' | 'echo'): (WebhookEvent | null)[] {
  const findContactCard = indexContactCards(messageLists.safeParse(value).data?.contacts)
  return getMessages(value, kind)
    .filter((message) => !isGroupMessage(message))
    .map((message) => parseMessageEvent(message, kind, findContactCard))
}

/** Whether a message belongs to a WhatsApp group. Groups are not supported. */
const isGroupMessage = (message: unknown): boolean => !!groupMessage.safeParse(message).data?.group_id

export const countGroupMessages = (value: unknown): number =>
  [...getMessages(value, 'message'), ...getMessages(value, 'echo')].filter(isGroupMessage).length

function getMessages(value: unknown, kind: 'message' | 'echo'): readonly unknown[] {
  const { messages, message_echoes: echoes } = messageLists.safeParse(value).data ?? {}
  return (kind === 'message' ? messages : echoes) ?? []
}

function parseMessageEvent(message: unknown, kind: 'message' | 'echo', findContactCard: ContactCardLookup): WebhookEvent | null {
  const envelope = messageEnvelope.safeParse(message).data
  if (!envelope) return null
  const phone = kind === 'message' ? envelope.from : envelope.to
  const contact = findContactCard(phone, envelope.from_user_id ?? envelope.to_user_id)
  const user = (kind === 'message' ? envelope.from_user_id : envelope.to_user_id) ?? getContactUserId(contact)
  const sender = user || toPhoneKey(phone ?? null) || getRenamedSender(message)
  if (!sender) return null
  return {
    kind,
    key: getEventKey(envelope, kind),
    sender,
    timestamp: parseSeconds(envelope.timestamp),
    payload: { message, contact },
  }
}

/**
 * Returns the event key of a message. The key of a reaction has another format, because its id may be that of the message to which it
 * belongs.
 */
const getEventKey = ({ id, timestamp, reaction }: z.infer<typeof messageEnvelope>, kind: 'message' | 'echo'): string =>
  reaction ? `reaction:${id}:${timestamp ?? ''}:${reaction.emoji ?? ''}` : `${kind}:${id}`
