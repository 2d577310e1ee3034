import type { Deps } from '../../../../platform/deps.ts'
import { insertEvents } from '../inbound/insert-events.ts'
import { insertNotices } from '../notices/notices.ts'
import { recordEventTime } from '../number-health/record-event-time.ts'
import type { NumberRef } from '../numbers/numbers.ts'
import { applyStatuses, insertStatuses, type StatusPorts } from '../statuses/apply-statuses.ts'
import { scheduleEventPurge } from './purge-events.ts'
import type { WebhookParts } from './split-webhook.ts'

export type WebhookDeps = Pick<Deps, 'db' | 'jobs' | 'clock' | 'log' | 'metrics' | 'mail'>

/** Stores the events, statuses and notices of a WhatsApp number, and applies the statuses. Can be repeated safely. */
export async function persistWebhook(
  deps: WebhookDeps,
  ports: StatusPorts,
  place: NumberRef,
  all: readonly WebhookParts[],
): Promise<void> {
  const unreadable = all.reduce((sum, parts) => sum + parts.unreadable, 0)
  if (unreadable > 0) deps.log.warn({ unreadable }, 'parts of a WhatsApp webhook cannot be read')
  deps.metrics?.groupMessages(all.reduce((sum, parts) => sum + parts.groupMessages, 0))
  const events = all.flatMap((parts) => parts.events)
  const statuses = all.flatMap((parts) => parts.statuses)
  const notices = all.flatMap((parts) => parts.notices)
  if (events.length + statuses.length + notices.length === 0) return
  const at = deps.clock.now()
  await deps.db.tenant(place.tenantId, async (tx) => {
    const isNews = [await insertEvents(tx, deps, place, events, at), await insertNotices(tx, deps, place, notices, at)]
    await recordEventTime(
      tx,
      place,
      { hasStatus: statuses.length > 0, hasMessage: events.some(({ kind }) => kind === 'message') },
      at,
    )
    await insertStatuses(tx, place, statuses, at)
    if (isNews.includes(true)) await scheduleEventPurge(tx, deps, place.tenantId)
  })
  await applyStatuses(deps, ports, place, [...new Set(statuses.map(({ channelId }) => channelId))])
}
