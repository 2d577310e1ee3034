import { extractDigits, formatPhone } from '@prosa/contract/rules/phone-numbers/phone'
import * as z from 'zod/mini'
import { toPhoneKey } from '../../../../platform/leads/phone-key.ts'
import type { ContactIdsWithAddress } from '../../../conversations/ports.ts'
import { optionalText } from '../webhook/webhook-fields.ts'

/**
 * Change of a contact's identifiers on WhatsApp, or the fact that two identifiers belong to one contact. `before`: the identifiers by which
 * the contact is found.
 */
export interface ContactIdChange {
  before: ContactIdsWithAddress
  now: ContactIdsWithAddress
}

const CONTACT_ID = '(?:([A-Z]{2}\\.(?:ENT\\.)?[A-Za-z0-9]{1,128})|\\+?(\\d[\\d ().-]{5,24}))'
/**
 * Matches the end of Meta's English sentence about changed identifiers. The sentence begins with the contact's name, which may be any text.
 */
const ID_CHANGE_SENTENCE = new RegExp(`changed from ${CONTACT_ID} to ${CONTACT_ID}\\.?$`)
/** Matches direction marks and other invisible characters that Meta inserts around phone numbers. */
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
 * Returns a contact's channel keys, phone number and address. `user`: Meta's business-scoped user id.
 * @param phone digits, with or without +
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

/**
 * Parses the old and new identifiers of a contact from the English sentence of a system message. Some system messages contain the
 * identifiers only in the sentence.
 */
function extractIdsFromSentence(sentence: string) {
  const [, oldUser, oldPhone, newUser, newPhone] =
    ID_CHANGE_SENTENCE.exec(sentence.replace(INVISIBLE_CHARACTERS, '').trim()) ?? []
  return { oldUser, oldPhone, newUser, newPhone }
}

/**
 * Parses a system message about a contact's new phone number, new business-scoped user id, or both (WIRE-18). Returns null for any other
 * message, and for a system message without a new identifier.
 */
export function parseIdChangeMessage(message: unknown): ContactIdChange | null {
  const parsed = idChangeMessage.safeParse(message).data
  if (!parsed || !ID_CHANGE_TYPES.has(parsed.system.type)) return null
  const { oldUser, oldPhone, newUser, newPhone } = extractIdsFromSentence(parsed.system.body ?? '')
  const now = toContactIds(parsed.system.wa_id || newPhone, parsed.system.user_id || newUser)
  if (now.address === null) return null
  return { before: toContactIds(parsed.from || oldPhone, parsed.from_user_id || oldUser), now }
}

/** Returns the Portuguese sentence that the panel shows for a change of a contact's identifiers. */
export function formatIdChange({ before, now }: ContactIdChange): string {
  if (!now.phone || toPhoneKey(now.phone) === toPhoneKey(before.phone)) return 'O WhatsApp trocou a identificação deste contato.'
  const from = before.phone ? ` de ${formatPhone(before.phone)}` : ''
  return `O contato mudou de número:${from} para ${formatPhone(now.phone)}.`
}

/**
 * Parses one entry of Meta's `user_id_update`, which reports a contact's new user id and may contain the phone number. Returns null if the
 * old or the new id is missing.
 */
export function parseUserIdUpdate(entry: unknown): ContactIdChange | null {
  const parsed = userIdUpdate.safeParse(entry).data
  if (!parsed?.user_id.previous || !parsed.user_id.current) return null
  return { before: toContactIds(parsed.wa_id, parsed.user_id.previous), now: toContactIds(parsed.wa_id, parsed.user_id.current) }
}

/** Parses the contact card of a status webhook. Returns null unless the card contains both the phone number and the user id. */
export function parseLinkedIds(card: unknown): ContactIdChange | null {
  const parsed = statusContact.safeParse(card).data
  if (!parsed?.wa_id || !parsed.user_id) return null
  const ids = toContactIds(parsed.wa_id, parsed.user_id)
  return { before: ids, now: ids }
}

/**
 * Returns the sender key of the event queue in which the change is processed: the contact's oldest identifier, which the contact's messages
 * use too. Returns null if there is no identifier.
 */
export const getIdChangeSender = ({ before, now }: ContactIdChange): string | null =>
  stripKeyPrefix(before.channelUserKey) ??
  stripKeyPrefix(before.channelKey) ??
  stripKeyPrefix(now.channelUserKey) ??
  stripKeyPrefix(now.channelKey)

const stripKeyPrefix = (key: string | null): string | null => key?.replace(/^whatsapp:(?:user:)?/, '') ?? null
