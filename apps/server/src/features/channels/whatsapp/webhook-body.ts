import * as z from 'zod/mini'
import { errors } from '../../../kernel/errors.ts'
import { storable } from '../../../kernel/storable.ts'
import { lenient, list, momentOf } from './webhook-fields.ts'
import { countItems, MAX_ITEMS } from './webhook-size.ts'

/** A change in a webhook, for one number or for all numbers of an account. */
export interface Change {
  field: string
  accountId: string
  /** Meta's id of the number; null if the change does not name one. */
  phoneNumberId: string | null
  /** Time of the event; null if it has none. */
  at: Date | null
  value: Readonly<Record<string, unknown>>
}

const body = z.object({ entry: z.array(z.unknown()) })
const entry = z.object({ id: z.nullish(z.coerce.string()), time: lenient(z.coerce.number()), changes: list })
const change = z.object({
  field: z.pipe(z.string(), z.transform(storable)).check(z.maxLength(100)),
  value: z.record(z.string(), z.unknown()),
})
const named = z.object({ metadata: z.object({ phone_number_id: z.coerce.string() }) })

/** Webhook fields with a phone's history, which contain no new messages (WIRE-02). */
const PAST = new Set(['history', 'smb_app_state_sync'])
export const isPast = ({ field }: Pick<Change, 'field'>): boolean => PAST.has(field)

/**
 * Returns the changes in a webhook, unprocessed, and the number of those that cannot be read.
 * @throws 413 if it has more items than Meta sends, because each of them is parsed
 */
export function readWebhook(input: unknown): { changes: Change[]; unreadable: number } {
  const found = { changes: [] as Change[], unreadable: 0 }
  let left = MAX_ITEMS
  const count = (items: number) => {
    left -= items
    if (left < 0) throw errors.tooLarge()
  }
  for (const part of body.safeParse(input).data?.entry ?? []) {
    count(1)
    const { id, time, changes } = entry.safeParse(part).data ?? { changes: [null] }
    for (const raw of changes ?? []) {
      count(1)
      const read = change.safeParse(raw).data
      // What is in a phone's history is parsed step by step by its own job (past/import-history.ts).
      if (read) count(isPast(read) ? chunksIn(read) : countItems(read.value, left))
      if (read) found.changes.push({ ...read, ...addresseeOf(read.value), accountId: id ?? '', at: momentOf(time) })
      else found.unreadable++
    }
  }
  return found
}

const addresseeOf = (value: unknown) => ({ phoneNumberId: named.safeParse(value).data?.metadata.phone_number_id ?? null })

const chunksIn = ({ value: { history } }: Pick<Change, 'value'>): number => (Array.isArray(history) ? history.length : 0)
