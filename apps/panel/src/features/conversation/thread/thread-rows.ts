import type { Message } from '@prosa/contract/entities/message'
import { dayTitle, sameDay } from '../../../shared/lib/dates.ts'
import type { Unsent } from '../outbox.ts'

/** One line of the thread. Keys outlive the arrival of a message: a bubble is the same bubble before and after. */
export type ThreadRow =
  | { readonly kind: 'day'; readonly key: string; readonly title: string }
  | { readonly kind: 'message'; readonly key: string; readonly message: Message }
  | { readonly kind: 'unsent'; readonly key: string; readonly entry: Unsent }

const at = (row: ThreadRow): string | number | null => {
  if (row.kind === 'message') return row.message.timestamp
  return row.kind === 'unsent' ? row.entry.createdAt : null
}

const fromMessage = (message: Message): ThreadRow => ({
  kind: 'message',
  key: message.client_message_id ?? message.message_id,
  message,
})
const fromUnsent = (entry: Unsent): ThreadRow => ({ kind: 'unsent', key: entry.tempId, entry })

/** The history, then what is under way, with a line before each new day. */
export const threadRows = (messages: readonly Message[], unsent: readonly Unsent[], now: number): ThreadRow[] => {
  const rows: ThreadRow[] = []
  let last: string | number | null = null
  for (const row of [...messages.map(fromMessage), ...unsent.map(fromUnsent)]) {
    const time = at(row)
    if (time !== null && (last === null || !sameDay(last, time))) {
      rows.push({ kind: 'day', key: `day of ${row.key}`, title: dayTitle(time, now) })
    }
    last = time
    rows.push(row)
  }
  return rows
}
