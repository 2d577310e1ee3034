import { isLeadRole, type Message } from '@prosa/contract/entities/message'
import { dayTitle, sameDay } from '../../../shared/lib/dates.ts'
import type { Unsent } from '../outbox.ts'

/** One line of the thread. Keys outlive the arrival of a message: a bubble is the same bubble before and after. */
export type ThreadRow =
  | { readonly kind: 'day'; readonly key: string; readonly title: string }
  | { readonly kind: 'message'; readonly key: string; readonly message: Message; readonly startsTurn: boolean }
  | { readonly kind: 'unsent'; readonly key: string; readonly entry: Unsent; readonly startsTurn: boolean }

export type Speaker = 'lead' | 'agent' | 'staff'

export const speakerOf = ({ role, manual }: Pick<Message, 'role' | 'manual'>): Speaker => {
  if (isLeadRole(role)) return 'lead'
  return manual ? 'staff' : 'agent'
}

interface Line {
  readonly time: string | number
  readonly speaker: Speaker
  readonly key: string
  readonly row: (startsTurn: boolean) => ThreadRow
}

const ofMessage = (message: Message): Line => {
  const key = message.client_message_id ?? message.message_id
  return {
    key,
    time: message.timestamp,
    speaker: speakerOf(message),
    row: (startsTurn) => ({ kind: 'message', key, message, startsTurn }),
  }
}

const ofUnsent = (entry: Unsent): Line => ({
  key: entry.tempId,
  time: entry.createdAt,
  speaker: 'staff',
  row: (startsTurn) => ({ kind: 'unsent', key: entry.tempId, entry, startsTurn }),
})

/** The history, then what is under way, with a line before each new day and room where somebody else begins to speak. */
export const threadRows = (messages: readonly Message[], unsent: readonly Unsent[], now: number): ThreadRow[] => {
  const rows: ThreadRow[] = []
  let last: Line | null = null
  for (const line of [...messages.map(ofMessage), ...unsent.map(ofUnsent)]) {
    const isNewDay = last === null || !sameDay(last.time, line.time)
    if (isNewDay) rows.push({ kind: 'day', key: `day of ${line.key}`, title: dayTitle(line.time, now) })
    rows.push(line.row(!isNewDay && last?.speaker !== line.speaker))
    last = line
  }
  return rows
}
