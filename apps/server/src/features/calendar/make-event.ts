import { eq } from 'drizzle-orm'
import type { Tx } from '../../kernel/db/database.ts'
import { ofTenant } from '../../kernel/db/of-tenant.ts'
import { calendarConnections, meetings } from '../../kernel/db/schema/calendar.ts'
import { leads } from '../../kernel/db/schema/conversations.ts'
import { type CalendarEventInput, type CalendarProvider, CalendarRefused, CalendarRevoked, type Deps } from '../../kernel/deps.ts'

type MeetingRow = typeof meetings.$inferSelect

/** Time in milliseconds after which a request with an unknown result has certainly ended. */
const UNKNOWN_MS = 60_000

/**
 * Result of creating an event. `refused`: there is no event, and the meeting was deleted. `doubtful`: the result is unknown, and the
 * meeting was cancelled.
 */
export type EventMade =
  | { kind: 'made'; htmlLink: string }
  | { kind: 'refused'; isRevoked: boolean }
  | { kind: 'doubtful' }
  | { kind: 'called off' }

/**
 * Creates the calendar event of a stored meeting, outside of any transaction. The meeting is stored first, so that no event exists without
 * a row. If the result is unknown, a job deletes the event in case it exists (decision 018).
 */
export async function makeEvent(
  deps: Pick<Deps, 'db' | 'clock' | 'log' | 'jobs'>,
  provider: CalendarProvider,
  refreshToken: string,
  meeting: MeetingRow,
  { description, attendees }: Pick<CalendarEventInput, 'description' | 'attendees'>,
): Promise<EventMade> {
  const { tenantId, id, title, startsAt: start, endsAt: end } = meeting
  let event: Awaited<ReturnType<CalendarProvider['createEvent']>>
  try {
    event = await provider.createEvent(refreshToken, { id, title, description, start, end, attendees })
  } catch (error) {
    deps.log.warn({ err: error, tenantId, meetingId: id }, 'the calendar provider did not take a meeting')
    const isRevoked = error instanceof CalendarRevoked
    if (isRevoked || error instanceof CalendarRefused) {
      await deps.db.tenant(tenantId, (tx) => takeBack(tx, meeting, isRevoked))
      return { kind: 'refused', isRevoked }
    }
    await deps.db.tenant(tenantId, (tx) => callOff(tx, deps, meeting))
    return { kind: 'doubtful' }
  }
  const left = await deps.db.tenant(tenantId, (tx) => lookAgain(tx, deps, meeting))
  if (left === 'gone') await provider.removeEvent(refreshToken, meeting.externalId, { guests: true })
  return left === 'stands' ? { kind: 'made', htmlLink: event.htmlLink } : { kind: 'called off' }
}

const its = ({ tenantId, id }: MeetingRow) => ofTenant(meetings, tenantId, eq(meetings.id, id))

async function takeBack(tx: Tx, meeting: MeetingRow, isRevoked: boolean): Promise<void> {
  const { tenantId, userId } = meeting
  await tx.db.delete(meetings).where(its(meeting))
  if (isRevoked)
    await tx.db.delete(calendarConnections).where(ofTenant(calendarConnections, tenantId, eq(calendarConnections.userId, userId)))
}

async function callOff(tx: Tx, { jobs, clock }: Pick<Deps, 'jobs' | 'clock'>, meeting: MeetingRow): Promise<void> {
  const { tenantId, id } = meeting
  await tx.db.update(meetings).set({ cancelledAt: clock.now() }).where(its(meeting))
  await jobs.send(tx, 'settle-meeting', { tenantId, meetingId: id }, { key: id, afterMs: UNKNOWN_MS })
}

/**
 * Checks the meeting again after its event was created. If it was cancelled or its lead erased meanwhile, schedules another job, because
 * the first one ran before the event existed.
 */
async function lookAgain(tx: Tx, { jobs }: Pick<Deps, 'jobs'>, meeting: MeetingRow): Promise<'stands' | 'called off' | 'gone'> {
  const [row] = await tx.db
    .select({ cancelledAt: meetings.cancelledAt, erasedAt: leads.erasedAt })
    .from(meetings)
    .innerJoin(leads, ofTenant(leads, meetings.tenantId, eq(leads.id, meetings.leadId)))
    .where(its(meeting))
  if (!row) return 'gone'
  if (!row.cancelledAt && !row.erasedAt) return 'stands'
  const { tenantId, id } = meeting
  await jobs.send(tx, 'settle-meeting', { tenantId, meetingId: id }, { key: id })
  return 'called off'
}
