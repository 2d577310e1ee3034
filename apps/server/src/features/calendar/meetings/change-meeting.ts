import { and, eq, gt, inArray, isNull, lt, ne } from 'drizzle-orm'
import { writeAuditEntry } from '../../../platform/audit/audit.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { users } from '../../../platform/database/schema/organisation/accounts.ts'
import { meetings } from '../../../platform/database/schema/organisation/calendar.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { MeetingChange, TimeSpan } from '../ports.ts'

/** Returns an SQL condition for meetings that are not cancelled and overlap the time span. */
export const overlappingMeetingCondition = ({ start, end }: TimeSpan) =>
  and(isNull(meetings.cancelledAt), lt(meetings.startsAt, end), gt(meetings.endsAt, start))

/** Locks the calendars of users until the transaction ends, so that concurrent bookings cannot use the same time. */
export async function lockCalendarsForUpdate(tx: Tx, tenantId: string, userIds: readonly string[]): Promise<void> {
  await tx.db
    .select({ id: users.id })
    .from(users)
    .where(whereTenant(users, tenantId, inArray(users.id, [...userIds])))
    .orderBy(users.id)
    .for('no key update')
}

/** Whether the user whose calendar contains the meeting has no other stored meeting at that time. False if the meeting does not exist. */
export async function isCalendarFree(tx: Tx, tenantId: string, id: string, span: TimeSpan): Promise<boolean> {
  const [meeting] = await tx.db
    .select({ userId: meetings.userId })
    .from(meetings)
    .where(whereTenant(meetings, tenantId, eq(meetings.id, id)))
  if (!meeting) return false
  const otherMeetings = whereTenant(
    meetings,
    tenantId,
    eq(meetings.userId, meeting.userId),
    ne(meetings.id, id),
    overlappingMeetingCondition(span),
  )
  return (await tx.db.$count(meetings, otherMeetings)) === 0
}

/**
 * Cancels a lead's meeting, or moves it if the new time is free. A job updates the calendar provider later.
 * @returns false, without changing anything, if the meeting has begun or was cancelled, or if the new time is not free
 */
export async function changeMeeting(
  tx: Tx,
  { jobs }: Pick<Deps, 'jobs'>,
  { tenantId, leadId, at }: { tenantId: string; leadId: string; at: Date },
  { id, to }: Pick<MeetingChange, 'id' | 'to'>,
): Promise<boolean> {
  const meetingFilter = whereTenant(meetings, tenantId, eq(meetings.id, id))
  const isUpcoming = and(eq(meetings.leadId, leadId), isNull(meetings.cancelledAt), gt(meetings.startsAt, at))
  const [meeting] = await tx.db.select().from(meetings).where(and(meetingFilter, isUpcoming)).for('update')
  if (!meeting) return false
  if (to?.start.getTime() === meeting.startsAt.getTime()) return true
  if (to) {
    await lockCalendarsForUpdate(tx, tenantId, [meeting.userId])
    if (!(await isCalendarFree(tx, tenantId, id, to))) return false
  }
  await tx.db
    .update(meetings)
    .set(to ? { startsAt: to.start, endsAt: to.end } : { cancelledAt: at })
    .where(meetingFilter)
  await jobs.send(tx, 'settle-meeting', { tenantId, meetingId: id }, { key: id })
  await writeAuditEntry(tx, {
    tenantId,
    actor: { kind: 'agent', id: meeting.agentId },
    action: to ? 'meeting.moved' : 'meeting.cancelled',
    subject: { kind: 'lead', id: leadId },
    before: { meeting: id, startsAt: meeting.startsAt.toISOString() },
    ...(to ? { after: { startsAt: to.start.toISOString() } } : {}),
  })
  return true
}
