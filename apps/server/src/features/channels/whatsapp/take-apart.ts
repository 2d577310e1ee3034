import type { Change } from './webhook-body.ts'
import { countGroupMessages, eventsIn, namesIn, updatesIn, type WebhookEvent, wishesIn } from './webhook-events.ts'
import { type NoticeNews, noticesIn } from './webhook-notices.ts'
import { type StatusNews, statusesIn } from './webhook-statuses.ts'

/** The parsed content of a change. */
export interface Parts {
  events: WebhookEvent[]
  statuses: StatusNews[]
  notices: NoticeNews[]
  /** Number of parts that cannot be parsed. They are skipped without affecting the others. */
  unreadable: number
  groupMessages: number
}

/** Fields with personal data: dropped if the change does not name a number. */
const OF_ONE_NUMBER = new Set([
  'messages',
  'smb_message_echoes',
  'smb_app_state_sync',
  'history',
  'user_preferences',
  'user_id_update',
  'automatic_events',
  'calls',
])

/** Returns the number of items in a change, to decide whether it is processed immediately. */
export const sizeOf = ({ value }: Change): number =>
  Object.values(value).reduce<number>((sum, inside) => sum + (Array.isArray(inside) ? inside.length : 0), 0)

/**
 * Parses a change by its field (WIRE-01): messages, messages sent from the phone, or statuses; anything else becomes a notice for users.
 */
export const takeApart = (told: Change): Parts => ({ ...readParts(told), groupMessages: countGroupMessages(told.value) })

function readParts(told: Change): Omit<Parts, 'groupMessages'> {
  if (told.phoneNumberId === null && OF_ONE_NUMBER.has(told.field)) return partsOf([null])
  switch (told.field) {
    case 'messages':
      return partsOf([...eventsIn(told.value, 'message'), ...namesIn(told.value)], statusesIn(told.value), noticesIn(told))
    case 'smb_message_echoes':
      return partsOf(eventsIn(told.value, 'echo'))
    case 'user_preferences':
      return partsOf(wishesIn(told.value), [], noticesIn(told))
    case 'user_id_update':
      return partsOf(updatesIn(told.value))
    // The phone's contacts and history are stored unparsed and processed separately (past/import-history.ts).
    case 'smb_app_state_sync':
    case 'history':
      return partsOf([])
    default:
      return partsOf([], [], noticesIn(told))
  }
}

const partsOf = (
  events: readonly (WebhookEvent | null)[],
  statuses: readonly (StatusNews | null)[] = [],
  notices: NoticeNews[] = [],
): Omit<Parts, 'groupMessages'> => ({
  events: events.filter((event) => event !== null),
  statuses: statuses.filter((news) => news !== null),
  notices,
  unreadable: [...events, ...statuses].filter((part) => part === null).length,
})
