import { eq } from 'drizzle-orm'
import type { SecretBox } from '../../../platform/crypto/secret-box.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { leads } from '../../../platform/database/schema/conversations/conversations.ts'
import { calendarConnections, meetings } from '../../../platform/database/schema/organisation/calendar.ts'
import { CalendarAccessRevokedError, type Deps } from '../../../platform/deps.ts'
import type { JobPayloads } from '../../../platform/jobs/job-names.ts'
import { decryptOrNull } from '../connection/calendar-secret-box.ts'

/**
 * Updates the calendar event of a stored meeting. Deletes the event if the meeting was cancelled or the lead erased, otherwise moves it.
 * Does nothing if the calendar is no longer connected.
 * @throws if the calendar provider cannot be reached
 */
export async function syncCalendarEvent(
  { db, calendar, log }: Pick<Deps, 'db' | 'calendar' | 'log'>,
  box: SecretBox,
  { tenantId, meetingId }: JobPayloads['settle-meeting'],
): Promise<void> {
  const connectionCondition = (userId: typeof meetings.userId | string) =>
    whereTenant(calendarConnections, tenantId, eq(calendarConnections.userId, userId))
  const [row] = await db.tenant(tenantId, (tx) =>
    tx.db
      .select({ meeting: meetings, refreshToken: calendarConnections.refreshToken, erasedAt: leads.erasedAt })
      .from(meetings)
      .innerJoin(leads, whereTenant(leads, meetings.tenantId, eq(leads.id, meetings.leadId)))
      .leftJoin(calendarConnections, connectionCondition(meetings.userId))
      .where(whereTenant(meetings, tenantId, eq(meetings.id, meetingId))),
  )
  if (!row) return
  const logUnsyncedEvent = () =>
    log.warn({ tenantId, meetingId }, 'a meeting’s event stays: its calendar takes no word of us any more')
  const refreshToken = row.refreshToken === null ? null : decryptOrNull(box, row.refreshToken)
  if (!calendar || refreshToken === null) return logUnsyncedEvent()
  const { externalId, startsAt: start, endsAt: end, cancelledAt, userId } = row.meeting
  try {
    if (row.erasedAt) await calendar.removeEvent(refreshToken, externalId, { guests: false })
    else if (cancelledAt) await calendar.removeEvent(refreshToken, externalId, { guests: true })
    else await calendar.moveEvent(refreshToken, externalId, { start, end })
  } catch (error) {
    if (!(error instanceof CalendarAccessRevokedError)) throw error
    logUnsyncedEvent()
    await db.tenant(tenantId, (tx) => tx.db.delete(calendarConnections).where(connectionCondition(userId)))
  }
}
