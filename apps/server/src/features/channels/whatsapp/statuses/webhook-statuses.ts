import * as z from 'zod/mini'
import { hashJson } from '../../../../platform/json/hash-json.ts'
import { toStorableJson } from '../../../../platform/json/storable-json.ts'
import { toPhoneKey } from '../../../../platform/leads/phone-key.ts'
import {
  type ContactCardLookup,
  identifier,
  indexContactCards,
  nullIfInvalid,
  optionalList,
  optionalText,
  parseTimestamp,
} from '../webhook/webhook-fields.ts'

/** Status of an outgoing message, as Meta reports it in a webhook. */
export interface WebhookStatus {
  channelId: string
  status: string
  digest: string
  /** Our own id of the message, if it was sent to Meta with the message. */
  callbackData: string | null
  /** User id or phone number of the recipient. */
  recipient: string | null
  saidAt: Date | null
  /** Complete status, with the recipient's contact card. */
  payload: unknown
}

const statusLists = z.object({ statuses: optionalList, contacts: optionalList })
const statusPayload = z.object({
  id: z.pipe(identifier, z.string().check(z.minLength(1))),
  status: identifier,
  timestamp: nullIfInvalid(z.coerce.number()),
  biz_opaque_callback_data: optionalText,
  recipient_id: optionalText,
  recipient_user_id: optionalText,
})

export function parseStatuses(value: unknown): (WebhookStatus | null)[] {
  const { statuses, contacts } = statusLists.safeParse(value).data ?? {}
  const findContactCard = indexContactCards(contacts)
  return (statuses ?? []).map((rawStatus) => parseStatus(rawStatus, findContactCard))
}

function parseStatus(rawStatus: unknown, findContactCard: ContactCardLookup): WebhookStatus | null {
  const parsed = statusPayload.safeParse(rawStatus).data
  if (!parsed) return null
  const { timestamp, recipient_id: phone, recipient_user_id: user } = parsed
  const contact = findContactCard(phone, user)
  const storableStatus = toStorableJson(rawStatus) as Record<string, unknown>
  return {
    channelId: parsed.id,
    status: parsed.status,
    digest: hashJson(storableStatus),
    callbackData: parsed.biz_opaque_callback_data || null,
    recipient: user || toPhoneKey(phone ?? null),
    saidAt: parseTimestamp(timestamp),
    payload: contact ? { contacts: [toStorableJson(contact)], ...storableStatus } : storableStatus,
  }
}
