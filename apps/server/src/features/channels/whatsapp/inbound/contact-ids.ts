import { extractDigits, formatPhone } from '@prosa/contract/rules/phone-numbers/phone'
import * as z from 'zod/mini'
import { toPhoneKey } from '../../../../platform/leads/phone-key.ts'
import type { ContactIdsWithAddress } from '../../../conversations/ports.ts'
import { optionalText } from '../webhook/webhook-fields.ts'

/** Change of a contact's identifiers on WhatsApp, or the fact that two identifiers belong to one contact. */
export interface ContactIdChange {
  /** Identifiers by which the contact is found. */
  before: ContactIdsWithAddress
  now: ContactIdsWithAddress
}

const CONTACT_ID = '(?:([A-Z]{2}\\.(?:ENT\\.)?[A-Za-z0-9]{1,128})|\\+?(\\d[\\d ().-]{5,24}))'
/** End of Meta's English sentence about changed identifiers. The start is not matched, because it contains the contact's name. */
const ID_CHANGE_SENTENCE = new RegExp(`changed from ${CONTACT_ID} to ${CONTACT_ID}\\.?$`)
/** Invisible characters, such as direction marks, that Meta inserts around phone numbers. */
const INVISIBLE_CHARACTERS = /\p{Cf}/gu

const ID_CHANGE_TYPES = new Set(['user_changed_user_id', 'user_changed_number'])
const idChangeMessage = z.object({
  type: z.literal('system'),
  from: optionalText,
  from_user_id: optionalText,
  system: z.object({ type: z.string(), body: optionalText, wa_id: optionalText, user_id: optionalText }),
})
const userIdUpdate = z.object({
  wa_id: optionalText,
  user_id: z.object({ previous: optionalText, current: optionalText }),
})
const statusContact = z.object({ wa_id: optionalText, user_id: optionalText })

/**
 * Returns the identifiers, phone number and address of a contact.
 * @param phone digits, with or without +
 * @param user Meta's user id of the contact for this business
 */
export const toContactIds = (phone: string | null | undefined, user: string | null | undefined): ContactIdsWithAddress => {
  const digits = extractDigits(phone ?? '')
  return {
    channelKey: digits ? `whatsapp:${toPhoneKey(digits)}` : null,
    channelUserKey: user ? `whatsapp:user:${user}` : null,
    phone: digits ? `+${digits}` : null,
    address: digits ? `+${digits}` : (user ?? null),
  }
}

/** Extracts the old and new identifiers of a contact from the sentence of a system message. Some messages contain them nowhere else. */
function extractIdsFromSentence(sentence: string) {
  const [, oldUser, oldPhone, newUser, newPhone] =
    ID_CHANGE_SENTENCE.exec(sentence.replace(INVISIBLE_CHARACTERS, '').trim()) ?? []
  return { oldUser, oldPhone, newUser, newPhone }
}

/**
 * Parses a system message about a contact's new phone number, new user id, or both (WIRE-18). Returns null for any other message, or if
 * there is no new identifier.
 */
export function parseIdChangeMessage(message: unknown): ContactIdChange | null {
  const parsed = idChangeMessage.safeParse(message).data
  if (!parsed || !ID_CHANGE_TYPES.has(parsed.system.type)) return null
  const { oldUser, oldPhone, newUser, newPhone } = extractIdsFromSentence(parsed.system.body ?? '')
  const now = toContactIds(parsed.system.wa_id || newPhone, parsed.system.user_id || newUser)
  if (now.address === null) return null
  return { before: toContactIds(parsed.from || oldPhone, parsed.from_user_id || oldUser), now }
}

export function formatIdChange({ before, now }: ContactIdChange): string {
  if (!now.phone || toPhoneKey(now.phone) === toPhoneKey(before.phone)) return 'O WhatsApp trocou a identificação deste contato.'
  const from = before.phone ? ` de ${formatPhone(before.phone)}` : ''
  return `O contato mudou de número:${from} para ${formatPhone(now.phone)}.`
}

/**
 * Parses an entry of a `user_id_update` webhook, which reports a contact's new user id. Returns null if the old or the new id is missing.
 */
export function parseUserIdUpdate(entry: unknown): ContactIdChange | null {
  const parsed = userIdUpdate.safeParse(entry).data
  if (!parsed?.user_id.previous || !parsed.user_id.current) return null
  return { before: toContactIds(parsed.wa_id, parsed.user_id.previous), now: toContactIds(parsed.wa_id, parsed.user_id.current) }
}

/** Parses a contact card. Returns null unless it contains both the phone number and the user id. */
export function parseLinkedIds(card: unknown): ContactIdChange | null {
  const parsed = statusContact.safeParse(card).data
  if (!parsed?.wa_id || !parsed.user_id) return null
  const ids = toContactIds(parsed.wa_id, parsed.user_id)
  return { before: ids, now: ids }
}

/**
 * Returns the sender under which the change is queued: the contact's oldest identifier, so that the change stays in order with the
 * contact's messages. Returns null if there is none.
 */
export const getIdChangeSender = ({ before, now }: ContactIdChange): string | null =>
  stripKeyPrefix(before.channelUserKey) ??
  stripKeyPrefix(before.channelKey) ??
  stripKeyPrefix(now.channelUserKey) ??
  stripKeyPrefix(now.channelKey)

const stripKeyPrefix = (key: string | null): string | null => key?.replace(/^whatsapp:(?:user:)?/, '') ?? null
