import * as z from 'zod/mini'
import { errors } from '../../../../platform/errors.ts'
import { stripUnstorableCharacters } from '../../../../platform/json/storable-json.ts'
import { nullIfInvalid, optionalList, parseTimestamp } from './webhook-fields.ts'
import { countItems, MAX_WEBHOOK_ITEMS } from './webhook-size.ts'

/** A change in a webhook, for one number or for all numbers of an account. */
export interface WebhookChange {
  field: string
  accountId: string
  /** Meta's id of the number; null if the change does not name one. */
  phoneNumberId: string | null
  /** Time of the event; null if it has none. */
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

/** Webhook fields with a phone's history, which contain no new messages (WIRE-02). */
const HISTORY_CHANGE_FIELDS = new Set(['history', 'smb_app_state_sync'])
export const isHistoryChange = ({ field }: Pick<WebhookChange, 'field'>): boolean => HISTORY_CHANGE_FIELDS.has(field)

/**
 * Returns the changes in a webhook, unprocessed, and the number of those that cannot be read.
 * @throws 413 if it has more items than Meta sends, because each of them is parsed
 */
export function parseWebhook(input: unknown): { changes: WebhookChange[]; unreadable: number } {
  const found = { changes: [] as WebhookChange[], unreadable: 0 }
  let left = MAX_WEBHOOK_ITEMS
  const count = (items: number) => {
    left -= items
    if (left < 0) throw errors.tooLarge()
  }
  for (const part of webhookBody.safeParse(input).data?.entry ?? []) {
    count(1)
    const { id, time, changes } = webhookEntry.safeParse(part).data ?? { changes: [null] }
    for (const raw of changes ?? []) {
      count(1)
      const read = changePayload.safeParse(raw).data
      // What is in a phone's history is parsed step by step by its own job (history-import/import-history.ts).
      if (read) count(isHistoryChange(read) ? countHistoryChunks(read) : countItems(read.value, left))
      if (read) found.changes.push({ ...read, ...getPhoneNumberId(read.value), accountId: id ?? '', at: parseTimestamp(time) })
      else found.unreadable++
    }
  }
  return found
}

const getPhoneNumberId = (value: unknown) => ({
  phoneNumberId: numberMetadata.safeParse(value).data?.metadata.phone_number_id ?? null,
})

const countHistoryChunks = ({ value: { history } }: Pick<WebhookChange, 'value'>): number =>
  Array.isArray(history) ? history.length : 0
