import type { Deps } from '../../../kernel/deps.ts'
import { applyStatuses, keepStatuses, type StatusPorts } from './apply-status.ts'
import { keepEvents } from './keep-events.ts'
import { noteContact } from './note-contact.ts'
import { keepNotices } from './notices.ts'
import type { ForNumber } from './numbers.ts'
import { purgeWithinADay } from './purge-events.ts'
import type { Parts } from './take-apart.ts'

export type StoreDeps = Pick<Deps, 'db' | 'jobs' | 'clock' | 'log' | 'metrics' | 'mail'>

/** Stores a number's events, statuses and notices, and applies the statuses. Can be repeated. */
export async function storeParts(deps: StoreDeps, ports: StatusPorts, place: ForNumber, all: readonly Parts[]): Promise<void> {
  const unreadable = all.reduce((sum, parts) => sum + parts.unreadable, 0)
  if (unreadable > 0) deps.log.warn({ unreadable }, 'parts of a WhatsApp webhook cannot be read')
  deps.metrics?.groupMessages(all.reduce((sum, parts) => sum + parts.groupMessages, 0))
  const events = all.flatMap((parts) => parts.events)
  const statuses = all.flatMap((parts) => parts.statuses)
  const notices = all.flatMap((parts) => parts.notices)
  if (events.length + statuses.length + notices.length === 0) return
  const at = deps.clock.now()
  await deps.db.tenant(place.tenantId, async (tx) => {
    const isNews = [await keepEvents(tx, deps, place, events, at), await keepNotices(tx, deps, place, notices, at)]
    await noteContact(
      tx,
      place,
      { hasStatus: statuses.length > 0, hasMessage: events.some(({ kind }) => kind === 'message') },
      at,
    )
    await keepStatuses(tx, place, statuses, at)
    if (isNews.includes(true)) await purgeWithinADay(tx, deps, place.tenantId)
  })
  await applyStatuses(deps, ports, place, [...new Set(statuses.map(({ channelId }) => channelId))])
}
