import { digitsOf, formatPhone } from '@prosa/contract/rules/phone'
import * as z from 'zod/mini'
import { phoneKey } from '../../../kernel/phone-key.ts'
import type { NamesOnChannel } from '../../conversations/ports.ts'
import { text } from './webhook-fields.ts'

/**
 * Change of a contact's identifiers on WhatsApp, or the fact that two identifiers belong to one contact. `before` identifies the contact.
 */
export interface NamesNews {
  before: NamesOnChannel
  now: NamesOnChannel
}

const NAME = '(?:([A-Z]{2}\\.(?:ENT\\.)?[A-Za-z0-9]{1,128})|\\+?(\\d[\\d ().-]{5,24}))'
/** Matches the end of Meta's sentence. The contact's name before it may be any text. */
const CHANGED = new RegExp(`changed from ${NAME} to ${NAME}\\.?$`)
/** Matches direction marks and other invisible characters that Meta puts around numbers. */
const INVISIBLE = /\p{Cf}/gu

const RENAMES = new Set(['user_changed_user_id', 'user_changed_number'])
const rename = z.object({
  type: z.literal('system'),
  from: text,
  from_user_id: text,
  system: z.object({ type: z.string(), body: text, wa_id: text, user_id: text }),
})
const update = z.object({
  wa_id: text,
  user_id: z.object({ previous: text, current: text }),
})
const contact = z.object({ wa_id: text, user_id: text })

/** Returns the identifiers of a contact by phone number and business-scoped user id. @param phone digits, with or without + */
export const namesOf = (phone: string | null | undefined, user: string | null | undefined): NamesOnChannel => {
  const digits = digitsOf(phone ?? '')
  return {
    channelKey: digits ? `whatsapp:${phoneKey(digits)}` : null,
    channelUserKey: user ? `whatsapp:user:${user}` : null,
    phone: digits ? `+${digits}` : null,
    address: digits ? `+${digits}` : (user ?? null),
  }
}

/** Parses the old and new identifiers from the sentence of a system message. Some messages contain them only there. */
function namesInSentence(sentence: string) {
  const [, oldUser, oldPhone, newUser, newPhone] = CHANGED.exec(sentence.replace(INVISIBLE, '').trim()) ?? []
  return { oldUser, oldPhone, newUser, newPhone }
}

/**
 * Parses a system message about a contact's new phone number, new business-scoped id, or both (WIRE-18). Returns null for any other
 * message, and if it contains no new identifier.
 */
export function readRename(message: unknown): NamesNews | null {
  const said = rename.safeParse(message).data
  if (!said || !RENAMES.has(said.system.type)) return null
  const { oldUser, oldPhone, newUser, newPhone } = namesInSentence(said.system.body ?? '')
  const now = namesOf(said.system.wa_id || newPhone, said.system.user_id || newUser)
  if (now.address === null) return null
  return { before: namesOf(said.from || oldPhone, said.from_user_id || oldUser), now }
}

/** Returns the Portuguese sentence that the panel shows for a change of identifiers. */
export function renameText({ before, now }: NamesNews): string {
  if (!now.phone || phoneKey(now.phone) === phoneKey(before.phone)) return 'O WhatsApp trocou a identificação deste contato.'
  const from = before.phone ? ` de ${formatPhone(before.phone)}` : ''
  return `O contato mudou de número:${from} para ${formatPhone(now.phone)}.`
}

/** Parses one entry of `user_id_update`: the id changed, and the phone number may be included. Returns null if an id is missing. */
export function readUserIdUpdate(inside: unknown): NamesNews | null {
  const said = update.safeParse(inside).data
  if (!said?.user_id.previous || !said.user_id.current) return null
  return { before: namesOf(said.wa_id, said.user_id.previous), now: namesOf(said.wa_id, said.user_id.current) }
}

/** Parses the contact of a status. Returns null unless it contains both the phone number and the user id. */
export function readBothNames(card: unknown): NamesNews | null {
  const said = contact.safeParse(card).data
  if (!said?.wa_id || !said.user_id) return null
  const both = namesOf(said.wa_id, said.user_id)
  return { before: both, now: both }
}

/**
 * Returns the sender whose event queue the change belongs to: the oldest identifier, which its messages have too. Null if there is none.
 */
export const senderOf = ({ before, now }: NamesNews): string | null =>
  bare(before.channelUserKey) ?? bare(before.channelKey) ?? bare(now.channelUserKey) ?? bare(now.channelKey)

const bare = (key: string | null): string | null => key?.replace(/^whatsapp:(?:user:)?/, '') ?? null
