import { eq } from 'drizzle-orm'
import type { Tx } from '../../../platform/database/database.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { leads } from '../../../platform/database/schema/conversations/conversations.ts'
import { calendarConnections, meetings } from '../../../platform/database/schema/organisation/calendar.ts'
import {
  CalendarAccessRevokedError,
  type CalendarEventInput,
  type CalendarProvider,
  CalendarRequestRejectedError,
  type Deps,
} from '../../../platform/deps.ts'

type MeetingRow = typeof meetings.$inferSelect

/** Milliseconds after which a request to the calendar provider cannot be running any more, even if no response arrived. */
const REQUEST_SETTLED_MS = 60_000

/**
 * Result of creating a calendar event.
 * - `refused`: the provider rejected the event, and the meeting was deleted.
 * - `doubtful`: the provider's response is unknown, and the meeting was cancelled.
 * - `called off`: the meeting was cancelled while the event was created.
 */
export type EventCreationResult =
  | { kind: 'made'; htmlLink: string }
  | { kind: 'refused'; isRevoked: boolean }
  | { kind: 'doubtful' }
  | { kind: 'called off' }

/**
 * Creates the calendar event of a stored meeting. Must run outside of a transaction, because the meeting must be committed first. If the
 * provider's response is unknown, a job later deletes the event (decision 018).
 */
export async function createCalendarEvent(
  deps: Pick<Deps, 'db' | 'clock' | 'log' | 'jobs'>,
  provider: CalendarProvider,
  refreshToken: string,
  meeting: MeetingRow,
  { description, attendees }: Pick<CalendarEventInput, 'description' | 'attendees'>,
): Promise<EventCreationResult> {
  const { tenantId, id, title, startsAt: start, endsAt: end } = meeting
  let event: Awaited<ReturnType<CalendarProvider['createEvent']>>
  try {
    event = await provider.createEvent(refreshToken, { id, title, description, start, end, attendees })
  } catch (error) {
    deps.log.warn({ err: error, tenantId, meetingId: id }, 'the calendar provider did not take a meeting')
    const isRevoked = error instanceof CalendarAccessRevokedError
    if (isRevoked || error instanceof CalendarRequestRejectedError) {
      await deps.db.tenant(tenantId, (tx) => deleteRefusedMeeting(tx, meeting, isRevoked))
      return { kind: 'refused', isRevoked }
    }
    await deps.db.tenant(tenantId, (tx) => cancelUncertainMeeting(tx, deps, meeting))
    return { kind: 'doubtful' }
  }
  const state = await deps.db.tenant(tenantId, (tx) => recheckMeeting(tx, deps, meeting))
  if (state === 'gone') await provider.removeEvent(refreshToken, meeting.externalId, { guests: true })
  return state === 'stands' ? { kind: 'made', htmlLink: event.htmlLink } : { kind: 'called off' }
}

const meetingCondition = ({ tenantId, id }: MeetingRow) => whereTenant(meetings, tenantId, eq(meetings.id, id))

async function deleteRefusedMeeting(tx: Tx, meeting: MeetingRow, isRevoked: boolean): Promise<void> {
  const { tenantId, userId } = meeting
  await tx.db.delete(meetings).where(meetingCondition(meeting))
  if (isRevoked)
    await tx.db
      .delete(calendarConnections)
      .where(whereTenant(calendarConnections, tenantId, eq(calendarConnections.userId, userId)))
}

async function cancelUncertainMeeting(tx: Tx, { jobs, clock }: Pick<Deps, 'jobs' | 'clock'>, meeting: MeetingRow): Promise<void> {
  const { tenantId, id } = meeting
  await tx.db.update(meetings).set({ cancelledAt: clock.now() }).where(meetingCondition(meeting))
  await jobs.send(tx, 'settle-meeting', { tenantId, meetingId: id }, { key: id, afterMs: REQUEST_SETTLED_MS })
}

/**
 * Checks, after the event was created, whether the meeting still exists. If the meeting was cancelled or the lead erased meanwhile,
 * schedules a job that deletes the event.
 */
async function recheckMeeting(
  tx: Tx,
  { jobs }: Pick<Deps, 'jobs'>,
  meeting: MeetingRow,
): Promise<'stands' | 'called off' | 'gone'> {
  const [row] = await tx.db
    .select({ cancelledAt: meetings.cancelledAt, erasedAt: leads.erasedAt })
    .from(meetings)
    .innerJoin(leads, whereTenant(leads, meetings.tenantId, eq(leads.id, meetings.leadId)))
    .where(meetingCondition(meeting))
  if (!row) return 'gone'
  if (!row.cancelledAt && !row.erasedAt) return 'stands'
  const { tenantId, id } = meeting
  await jobs.send(tx, 'settle-meeting', { tenantId, meetingId: id }, { key: id })
  return 'called off'
}
