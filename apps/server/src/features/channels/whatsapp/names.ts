import { digitsOf, formatPhone } from '@prosa/contract/rules/phone'
import * as z from 'zod/mini'
import { phoneKey } from '../../../kernel/phone-key.ts'
import type { NamesOnChannel } from '../../conversations/ports.ts'
import { text } from './webhook-fields.ts'

/** That somebody has other names now, or that two names are one person's; who it was is in `before`. */
export interface NamesNews {
  before: NamesOnChannel
  now: NamesOnChannel
}

const NAME = '(?:([A-Z]{2}\\.(?:ENT\\.)?[A-Za-z0-9]{1,128})|\\+?(\\d[\\d ().-]{5,24}))'
/** The end of Meta's sentence; the person's name stands before it and may be anything. */
const CHANGED = new RegExp(`changed from ${NAME} to ${NAME}\\.?$`)
/** Direction marks and other characters without a glyph, which Meta puts around numbers. */
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

/** @param phone digits, with or without + */
export const namesOf = (phone: string | null | undefined, user: string | null | undefined): NamesOnChannel => {
  const digits = digitsOf(phone ?? '')
  return {
    channelKey: digits ? `whatsapp:${phoneKey(digits)}` : null,
    channelUserKey: user ? `whatsapp:user:${user}` : null,
    phone: digits ? `+${digits}` : null,
    address: digits ? `+${digits}` : (user ?? null),
  }
}

/** Returns the old and new names in a notice's sentence, which may be the only place that has them. */
function namesInSentence(sentence: string) {
  const [, oldUser, oldPhone, newUser, newPhone] = CHANGED.exec(sentence.replace(INVISIBLE, '').trim()) ?? []
  return { oldUser, oldPhone, newUser, newPhone }
}

/** A notice that somebody has a new phone, a new business-scoped id, or both at once (WIRE-18); null: it names none. */
export function readRename(message: unknown): NamesNews | null {
  const said = rename.safeParse(message).data
  if (!said || !RENAMES.has(said.system.type)) return null
  const { oldUser, oldPhone, newUser, newPhone } = namesInSentence(said.system.body ?? '')
  const now = namesOf(said.system.wa_id || newPhone, said.system.user_id || newUser)
  if (now.address === null) return null
  return { before: namesOf(said.from || oldPhone, said.from_user_id || oldUser), now }
}

/** Returns the sentence that people read of a change of names. */
export function renameText({ before, now }: NamesNews): string {
  if (!now.phone || phoneKey(now.phone) === phoneKey(before.phone)) return 'O WhatsApp trocou a identificação deste contato.'
  const from = before.phone ? ` de ${formatPhone(before.phone)}` : ''
  return `O contato mudou de número:${from} para ${formatPhone(now.phone)}.`
}

/** One entry of `user_id_update`: the id changed, the phone may have come. */
export function readUserIdUpdate(inside: unknown): NamesNews | null {
  const said = update.safeParse(inside).data
  if (!said?.user_id.previous || !said.user_id.current) return null
  return { before: namesOf(said.wa_id, said.user_id.previous), now: namesOf(said.wa_id, said.user_id.current) }
}

/** The card of whom a status is about, where it says both names. */
export function readBothNames(card: unknown): NamesNews | null {
  const said = contact.safeParse(card).data
  if (!said?.wa_id || !said.user_id) return null
  const both = namesOf(said.wa_id, said.user_id)
  return { before: both, now: both }
}

/** Whose turn it waits for: by the oldest name, under which its messages stand too. */
export const senderOf = ({ before, now }: NamesNews): string | null =>
  bare(before.channelUserKey) ?? bare(before.channelKey) ?? bare(now.channelUserKey) ?? bare(now.channelKey)

const bare = (key: string | null): string | null => key?.replace(/^whatsapp:(?:user:)?/, '') ?? null
