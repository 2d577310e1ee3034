import type { Deps } from '../../../../platform/deps.ts'
import { insertEvents } from '../inbound/insert-events.ts'
import { insertNotices } from '../notices/notices.ts'
import { recordEventTime } from '../number-health/record-event-time.ts'
import type { WhatsAppNumberRef } from '../numbers/numbers.ts'
import { applyStatuses, insertStatuses, type StatusPorts } from '../statuses/apply-statuses.ts'
import { scheduleEventPurge } from './purge-events.ts'
import type { WebhookParts } from './split-webhook.ts'

export type WebhookDeps = Pick<Deps, 'db' | 'jobs' | 'clock' | 'log' | 'metrics' | 'mailer'>

/** Stores the events, statuses and notices of a WhatsApp number, and applies the statuses. Can be repeated safely. */
export async function persistWebhook(
  deps: WebhookDeps,
  ports: StatusPorts,
  numberRef: WhatsAppNumberRef,
  webhookParts: readonly WebhookParts[],
): Promise<void> {
  const unreadable = webhookParts.reduce((sum, parts) => sum + parts.unreadableCount, 0)
  if (unreadable > 0) deps.log.warn({ unreadable }, 'parts of a WhatsApp webhook cannot be read')
  deps.metrics?.recordGroupMessages(webhookParts.reduce((sum, parts) => sum + parts.groupMessageCount, 0))
  const events = webhookParts.flatMap((parts) => parts.events)
  const statuses = webhookParts.flatMap((parts) => parts.statuses)
  const notices = webhookParts.flatMap((parts) => parts.notices)
  if (events.length + statuses.length + notices.length === 0) return
  const at = deps.clock.now()
  await deps.db.tenant(numberRef.tenantId, async (tx) => {
    const hasNewEntries = [
      await insertEvents(tx, deps, numberRef, events, at),
      await insertNotices(tx, deps, numberRef, notices, at),
    ]
    await recordEventTime(
      tx,
      numberRef,
      { hasStatus: statuses.length > 0, hasMessage: events.some(({ kind }) => kind === 'message') },
      at,
    )
    await insertStatuses(tx, numberRef, statuses, at)
    if (hasNewEntries.includes(true)) await scheduleEventPurge(tx, deps, numberRef.tenantId)
  })
  await applyStatuses(deps, ports, numberRef, [...new Set(statuses.map(({ channelId }) => channelId))])
}
