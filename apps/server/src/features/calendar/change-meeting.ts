import { and, eq, gt, inArray, isNull, lt, ne } from 'drizzle-orm'
import { audit } from '../../kernel/audit.ts'
import type { Tx } from '../../kernel/db/database.ts'
import { ofTenant } from '../../kernel/db/of-tenant.ts'
import { users } from '../../kernel/db/schema/accounts.ts'
import { meetings } from '../../kernel/db/schema/calendar.ts'
import type { Deps } from '../../kernel/deps.ts'
import type { MeetingChange, Span } from './ports.ts'

/** SQL condition for meetings that are not cancelled and overlap a time span. */
export const standsAt = ({ start, end }: Span) =>
  and(isNull(meetings.cancelledAt), lt(meetings.startsAt, end), gt(meetings.endsAt, start))

/**
 * Locks users' calendars until the transaction ends, so that of two turns that want the same time, the second sees the first one's meeting.
 */
export async function holdCalendars(tx: Tx, tenantId: string, userIds: readonly string[]): Promise<void> {
  await tx.db
    .select({ id: users.id })
    .from(users)
    .where(ofTenant(users, tenantId, inArray(users.id, [...userIds])))
    .orderBy(users.id)
    .for('no key update')
}

/** Returns true if the owner of the meeting's calendar has no other meeting at that time, according to our data. */
export async function isFreeFor(tx: Tx, tenantId: string, id: string, span: Span): Promise<boolean> {
  const [meeting] = await tx.db
    .select({ userId: meetings.userId })
    .from(meetings)
    .where(ofTenant(meetings, tenantId, eq(meetings.id, id)))
  if (!meeting) return false
  const others = ofTenant(meetings, tenantId, eq(meetings.userId, meeting.userId), ne(meetings.id, id), standsAt(span))
  return (await tx.db.$count(meetings, others)) === 0
}

/**
 * Cancels a lead's meeting, or moves it if the new time is free. A job updates the calendar after the transaction.
 * @returns false, with nothing changed, if the meeting has begun or was cancelled, or the new time is not free
 */
export async function changeMeeting(
  tx: Tx,
  { jobs }: Pick<Deps, 'jobs'>,
  { tenantId, leadId, at }: { tenantId: string; leadId: string; at: Date },
  { id, to }: Pick<MeetingChange, 'id' | 'to'>,
): Promise<boolean> {
  const its = ofTenant(meetings, tenantId, eq(meetings.id, id))
  const ahead = and(eq(meetings.leadId, leadId), isNull(meetings.cancelledAt), gt(meetings.startsAt, at))
  const [meeting] = await tx.db.select().from(meetings).where(and(its, ahead)).for('update')
  if (!meeting) return false
  if (to?.start.getTime() === meeting.startsAt.getTime()) return true
  if (to) {
    await holdCalendars(tx, tenantId, [meeting.userId])
    if (!(await isFreeFor(tx, tenantId, id, to))) return false
  }
  await tx.db
    .update(meetings)
    .set(to ? { startsAt: to.start, endsAt: to.end } : { cancelledAt: at })
    .where(its)
  await jobs.send(tx, 'settle-meeting', { tenantId, meetingId: id }, { key: id })
  await audit(tx, {
    tenantId,
    actor: { kind: 'agent', id: meeting.agentId },
    action: to ? 'meeting.moved' : 'meeting.cancelled',
    subject: { kind: 'lead', id: leadId },
    before: { meeting: id, startsAt: meeting.startsAt.toISOString() },
    ...(to ? { after: { startsAt: to.start.toISOString() } } : {}),
  })
  return true
}
