import * as z from 'zod/mini'
import { digestOf } from '../../../kernel/digest.ts'
import { phoneKey } from '../../../kernel/phone-key.ts'
import { storableValue } from '../../../kernel/storable.ts'
import { type Cards, cardsOf, lenient, list, momentOf, name, text } from './webhook-fields.ts'

/** How far a message of ours went, as Meta tells it. */
export interface StatusNews {
  channelId: string
  status: string
  digest: string
  /** Our message's id, when it was given at sending. */
  callbackData: string | null
  /** Whom it went to, by the name that the inbox knows. */
  recipient: string | null
  saidAt: Date | null
  /** The whole of it, with the card of whom it went to. */
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
