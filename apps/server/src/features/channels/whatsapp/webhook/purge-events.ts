import { and, eq, lt } from 'drizzle-orm'
import type { Tx } from '../../../../platform/database/database.ts'
import { whereTenant } from '../../../../platform/database/queries/where-tenant.ts'
import { messageStatuses, whatsappEvents, whatsappNotices } from '../../../../platform/database/schema/whatsapp/whatsapp.ts'
import type { Deps } from '../../../../platform/deps.ts'
import type { JobPayloads } from '../../../../platform/jobs/job-names.ts'
import type { Conversations } from '../../../conversations/ports.ts'

const DAY_MS = 86_400_000
/** Days for which webhook events are stored. They are needed to recognise repetitions, which Meta sends for up to 7 days. */
const EVENT_RETENTION_DAYS = 30

/** Schedules the deletion of an organisation's old webhook data within a day, unless it is already scheduled. */
export const scheduleEventPurge = (tx: Tx, { jobs }: Pick<Deps, 'jobs'>, tenantId: string): Promise<void> =>
  jobs.send(tx, 'purge-whatsapp', { tenantId }, { key: tenantId, afterMs: DAY_MS })

/** Days for which Meta's notices about WhatsApp numbers are stored. */
const NOTICE_RETENTION_DAYS = 180

/** Days for which an edit or deletion waits for the message that it changes (WIRE-06). */
const EDIT_RETENTION_DAYS = 7

/**
 * Deletes an organisation's webhook data that is older than its retention period. Schedules itself again while rows remain, because no
 * later event may schedule it.
 */
export function purgeEvents(
  { db, jobs, clock }: Pick<Deps, 'db' | 'jobs' | 'clock'>,
  conversations: Pick<Conversations, 'deleteUnmatchedEdits'>,
  { tenantId }: JobPayloads['purge-whatsapp'],
): Promise<void> {
  const getCutoff = (days: number) => new Date(clock.now().getTime() - days * DAY_MS)
  return db.tenant(tenantId, async (tx) => {
    const events = whereTenant(whatsappEvents, tenantId)
    const notices = whereTenant(whatsappNotices, tenantId)
    // Statuses of stored messages are not deleted here.
    const unmatchedStatuses = whereTenant(messageStatuses, tenantId, eq(messageStatuses.known, false))
    await tx.db.delete(whatsappEvents).where(and(events, lt(whatsappEvents.receivedAt, getCutoff(EVENT_RETENTION_DAYS))))
    await tx.db.delete(whatsappNotices).where(and(notices, lt(whatsappNotices.receivedAt, getCutoff(NOTICE_RETENTION_DAYS))))
    await tx.db
      .delete(messageStatuses)
      .where(and(unmatchedStatuses, lt(messageStatuses.receivedAt, getCutoff(EVENT_RETENTION_DAYS))))
    const hasPendingEdits = await conversations.deleteUnmatchedEdits(tx, tenantId, getCutoff(EDIT_RETENTION_DAYS))
    const remaining = await Promise.all([
      tx.db.select({ at: whatsappEvents.receivedAt }).from(whatsappEvents).where(events).limit(1),
      tx.db.select({ at: whatsappNotices.receivedAt }).from(whatsappNotices).where(notices).limit(1),
      tx.db.select({ at: messageStatuses.receivedAt }).from(messageStatuses).where(unmatchedStatuses).limit(1),
    ])
    if (hasPendingEdits || remaining.flat().length > 0) await scheduleEventPurge(tx, { jobs }, tenantId)
  })
}
