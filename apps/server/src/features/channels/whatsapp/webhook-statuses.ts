import * as z from 'zod/mini'
import { digestOf } from '../../../kernel/digest.ts'
import { phoneKey } from '../../../kernel/phone-key.ts'
import { storableValue } from '../../../kernel/storable.ts'
import { type Cards, cardsOf, lenient, list, momentOf, name, text } from './webhook-fields.ts'

/** A status of an outgoing message, reported by Meta. */
export interface StatusNews {
  channelId: string
  status: string
  digest: string
  /** Our own id of the message, if it was sent along. */
  callbackData: string | null
  /** Sender identifier of the recipient. */
  recipient: string | null
  saidAt: Date | null
  /** The full status with the recipient's contact card. */
  payload: unknown
}

const lists = z.object({ statuses: list, contacts: list })
const status = z.object({
  id: z.pipe(name, z.string().check(z.minLength(1))),
  status: name,
  timestamp: lenient(z.coerce.number()),
  biz_opaque_callback_data: text,
  recipient_id: text,
  recipient_user_id: text,
})

export function statusesIn(value: unknown): (StatusNews | null)[] {
  const { statuses, contacts } = lists.safeParse(value).data ?? {}
  const cards = cardsOf(contacts)
  return (statuses ?? []).map((said) => readStatus(said, cards))
}

function readStatus(said: unknown, cards: Cards): StatusNews | null {
  const read = status.safeParse(said).data
  if (!read) return null
  const { timestamp, recipient_id: phone, recipient_user_id: user } = read
  const contact = cards(phone, user)
  const whole = storableValue(said) as Record<string, unknown>
  return {
    channelId: read.id,
    status: read.status,
    digest: digestOf(whole),
    callbackData: read.biz_opaque_callback_data || null,
    recipient: user || phoneKey(phone ?? null),
    saidAt: momentOf(timestamp),
    payload: contact ? { contacts: [storableValue(contact)], ...whole } : whole,
  }
}
