import * as z from 'zod/mini'
import { storable } from '../../../kernel/storable.ts'
import { lenient, list, momentOf } from './webhook-fields.ts'

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

/** Returns the changes in a webhook, unprocessed, and the number of those that cannot be read. */
export function readWebhook(input: unknown): { changes: Change[]; unreadable: number } {
  const found = { changes: [] as Change[], unreadable: 0 }
  for (const part of body.safeParse(input).data?.entry ?? []) {
    const { id, time, changes } = entry.safeParse(part).data ?? { changes: [null] }
    for (const raw of changes ?? []) {
      const read = change.safeParse(raw).data
      if (read) found.changes.push({ ...read, ...addresseeOf(read.value), accountId: id ?? '', at: momentOf(time) })
      else found.unreadable++
    }
  }
  return found
}

const addresseeOf = (value: unknown) => ({ phoneNumberId: named.safeParse(value).data?.metadata.phone_number_id ?? null })
