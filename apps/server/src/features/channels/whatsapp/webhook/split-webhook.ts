import {
  countGroupMessages,
  extractRecipientIds,
  parseMarketingPreferences,
  parseMessageEvents,
  parseUserIdUpdates,
  type WebhookEvent,
} from '../inbound/webhook-events.ts'
import { parseNotices, type WebhookNotice } from '../notices/webhook-notices.ts'
import { parseStatuses, type WebhookStatus } from '../statuses/webhook-statuses.ts'
import type { WebhookChange } from './webhook-body.ts'

/** The parsed content of a change. */
export interface WebhookParts {
  events: WebhookEvent[]
  statuses: WebhookStatus[]
  notices: WebhookNotice[]
  /** Number of parts that cannot be parsed. They are skipped without affecting the others. */
  unreadable: number
  groupMessages: number
}

/** Fields with personal data: dropped if the change does not name a number. */
const PERSONAL_DATA_FIELDS = new Set([
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
export const countChangeItems = ({ value }: WebhookChange): number =>
  Object.values(value).reduce<number>((sum, inside) => sum + (Array.isArray(inside) ? inside.length : 0), 0)

/**
 * Parses a change by its field (WIRE-01): messages, messages sent from the phone, or statuses; anything else becomes a notice for users.
 */
export const splitWebhook = (told: WebhookChange): WebhookParts => ({
  ...parseChange(told),
  groupMessages: countGroupMessages(told.value),
})

function parseChange(told: WebhookChange): Omit<WebhookParts, 'groupMessages'> {
  if (told.phoneNumberId === null && PERSONAL_DATA_FIELDS.has(told.field)) return toWebhookParts([null])
  switch (told.field) {
    case 'messages':
      return toWebhookParts(
        [...parseMessageEvents(told.value, 'message'), ...extractRecipientIds(told.value)],
        parseStatuses(told.value),
        parseNotices(told),
      )
    case 'smb_message_echoes':
      return toWebhookParts(parseMessageEvents(told.value, 'echo'))
    case 'user_preferences':
      return toWebhookParts(parseMarketingPreferences(told.value), [], parseNotices(told))
    case 'user_id_update':
      return toWebhookParts(parseUserIdUpdates(told.value))
    // The phone's contacts and history are stored unparsed and processed separately (history-import/import-history.ts).
    case 'smb_app_state_sync':
    case 'history':
      return toWebhookParts([])
    default:
      return toWebhookParts([], [], parseNotices(told))
  }
}

const toWebhookParts = (
  events: readonly (WebhookEvent | null)[],
  statuses: readonly (WebhookStatus | null)[] = [],
  notices: WebhookNotice[] = [],
): Omit<WebhookParts, 'groupMessages'> => ({
  events: events.filter((event) => event !== null),
  statuses: statuses.filter((news) => news !== null),
  notices,
  unreadable: [...events, ...statuses].filter((part) => part === null).length,
})
