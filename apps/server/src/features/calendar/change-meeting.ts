import { and, eq, gt, inArray, isNull, lt, ne } from 'drizzle-orm'
import { audit } from '../../kernel/audit.ts'
import type { Tx } from '../../kernel/db/database.ts'
import { ofTenant } from '../../kernel/db/of-tenant.ts'
import { users } from '../../kernel/db/schema/accounts.ts'
import { meetings } from '../../kernel/db/schema/calendar.ts'
import type { Deps } from '../../kernel/deps.ts'
import type { MeetingChange, Span } from './ports.ts'

/** Meetings that stand in a person's calendar at that time. */
export const standsAt = ({ start, end }: Span) =>
  and(isNull(meetings.cancelledAt), lt(meetings.startsAt, end), gt(meetings.endsAt, start))

/** Holds people's calendars: of two turns that want the same time, the second sees that the first has it. */
export async function holdCalendars(tx: Tx, tenantId: string, userIds: readonly string[]): Promise<void> {
  await tx.db
    .select({ id: users.id })
    .from(users)
    .where(ofTenant(users, tenantId, inArray(users.id, [...userIds])))
    .orderBy(users.id)
    .for('no key update')
}

/** True when whose calendar it stands in has nothing else then, as far as we know. */
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
 * Calls a meeting of this lead off, or moves it where that is free. The calendar follows when the transaction has committed.
 * @returns false, with nothing changed, when that is no longer possible: it has begun, was called off, or the time is taken
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
