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

export interface WebhookParts {
  events: WebhookEvent[]
  statuses: WebhookStatus[]
  notices: WebhookNotice[]
  /** Number of parts that cannot be parsed. They are skipped without affecting the other parts. */
  unreadableCount: number
  groupMessageCount: number
}

/** Webhook fields that contain personal data. Such a change is ignored if it does not name a WhatsApp number. */
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

/** Counts the items in the lists of a webhook change. Large changes are processed later. */
export const countChangeItems = ({ value }: WebhookChange): number =>
  Object.values(value).reduce<number>((sum, list) => sum + (Array.isArray(list) ? list.length : 0), 0)

/**
 * Parses a webhook change into events, statuses and notices, depending on its field (WIRE-01). An unknown field results in a notice for
 * users.
 */
export const splitWebhook = (change: WebhookChange): WebhookParts => ({
  ...parseChange(change),
  groupMessageCount: countGroupMessages(change.value),
})

function parseChange(change: WebhookChange): Omit<WebhookParts, 'groupMessageCount'> {
  if (change.phoneNumberId === null && PERSONAL_DATA_FIELDS.has(change.field)) return toWebhookParts([null])
  switch (change.field) {
    case 'messages':
      return toWebhookParts(
        [...parseMessageEvents(change.value, 'message'), ...extractRecipientIds(change.value)],
        parseStatuses(change.value),
        parseNotices(change),
      )
    case 'smb_message_echoes':
      return toWebhookParts(parseMessageEvents(change.value, 'echo'))
    case 'user_preferences':
      return toWebhookParts(parseMarketingPreferences(change.value), [], parseNotices(change))
    case 'user_id_update':
      return toWebhookParts(parseUserIdUpdates(change.value))
    // The phone's contacts and history are stored unparsed and imported separately (history-import/import-history.ts).
    case 'smb_app_state_sync':
    case 'history':
      return toWebhookParts([])
    default:
      return toWebhookParts([], [], parseNotices(change))
  }
}

const toWebhookParts = (
  events: readonly (WebhookEvent | null)[],
  statuses: readonly (WebhookStatus | null)[] = [],
  notices: WebhookNotice[] = [],
): Omit<WebhookParts, 'groupMessageCount'> => ({
  events: events.filter((event) => event !== null),
  statuses: statuses.filter((status) => status !== null),
  notices,
  unreadableCount: [...events, ...statuses].filter((part) => part === null).length,
})
