import type { Change } from './webhook-body.ts'
import { countGroupMessages, eventsIn, namesIn, updatesIn, type WebhookEvent, wishesIn } from './webhook-events.ts'
import { type NoticeNews, noticesIn } from './webhook-notices.ts'
import { type StatusNews, statusesIn } from './webhook-statuses.ts'

/** What a change brings, taken apart. */
export interface Parts {
  events: WebhookEvent[]
  statuses: StatusNews[]
  notices: NoticeNews[]
  /** What cannot be read is left out and counted, so that it never costs the rest. */
  unreadable: number
  groupMessages: number
}

/** Fields that tell of people: they are for one number, or for nobody. */
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

/** How many things a change holds: what takes long to take apart is kept whole first. */
export const sizeOf = ({ value }: Change): number =>
  Object.values(value).reduce<number>((sum, inside) => sum + (Array.isArray(inside) ? inside.length : 0), 0)

/** Which field brings what (WIRE-01): messages come from one, echoes from another, and what is neither is told to people. */
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
    // The people of the phone's address book, and of its past: kept whole and worked off by themselves (past/import-history.ts).
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
