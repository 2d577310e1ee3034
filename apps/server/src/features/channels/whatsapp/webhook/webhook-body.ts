import * as z from 'zod/mini'
import { errors } from '../../../../platform/errors.ts'
import { stripUnstorableCharacters } from '../../../../platform/json/storable-json.ts'
import { nullIfInvalid, optionalList, parseTimestamp } from './webhook-fields.ts'
import { countItems, MAX_WEBHOOK_ITEMS } from './webhook-size.ts'

/** Change in a webhook, for one WhatsApp number or for all numbers of an account. */
export interface WebhookChange {
  field: string
  accountId: string
  /** Meta's id of the WhatsApp number. Null if the change names none. */
  phoneNumberId: string | null
  /** Time of the event. Null if the webhook contains none. */
  at: Date | null
  value: Readonly<Record<string, unknown>>
}

const webhookBody = z.object({ entry: z.array(z.unknown()) })
const webhookEntry = z.object({ id: z.nullish(z.coerce.string()), time: nullIfInvalid(z.coerce.number()), changes: optionalList })
const changePayload = z.object({
  field: z.pipe(z.string(), z.transform(stripUnstorableCharacters)).check(z.maxLength(100)),
  value: z.record(z.string(), z.unknown()),
})
const numberMetadata = z.object({ metadata: z.object({ phone_number_id: z.coerce.string() }) })

/** Webhook fields that contain a phone's contacts and history instead of new messages (WIRE-02). */
const HISTORY_CHANGE_FIELDS = new Set(['history', 'smb_app_state_sync'])
export const isHistoryChange = ({ field }: Pick<WebhookChange, 'field'>): boolean => HISTORY_CHANGE_FIELDS.has(field)

/**
 * Returns the changes in a webhook without parsing their content, and the number of unreadable changes.
 * @throws 413 if the webhook has more items than Meta ever sends
 */
export function parseWebhook(input: unknown): { changes: WebhookChange[]; unreadableCount: number } {
  const result = { changes: [] as WebhookChange[], unreadableCount: 0 }
  let remaining = MAX_WEBHOOK_ITEMS
  const count = (items: number) => {
    remaining -= items
    if (remaining < 0) throw errors.payloadTooLarge()
  }
  for (const part of webhookBody.safeParse(input).data?.entry ?? []) {
    count(1)
    const { id, time, changes } = webhookEntry.safeParse(part).data ?? { changes: [null] }
    for (const raw of changes ?? []) {
      count(1)
      const change = changePayload.safeParse(raw).data
      // A separate job parses the content of a phone's history, so only its chunks are counted (history-import/import-history.ts).
      if (change) count(isHistoryChange(change) ? countHistoryChunks(change) : countItems(change.value, remaining))
      if (change)
        result.changes.push({ ...change, ...getPhoneNumberId(change.value), accountId: id ?? '', at: parseTimestamp(time) })
      else result.unreadableCount++
    }
  }
  return result
}

const getPhoneNumberId = (value: unknown) => ({
  phoneNumberId: numberMetadata.safeParse(value).data?.metadata.phone_number_id ?? null,
})

const countHistoryChunks = ({ value: { history } }: Pick<WebhookChange, 'value'>): number =>
  Array.isArray(history) ? history.length : 0
