import { and, eq, gt, isNull, lt, ne } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import type { Tx } from '../../kernel/db/database.ts'
import { meetings } from '../../kernel/db/schema/calendar.ts'
import { auditLog } from '../../kernel/db/schema/tenants.ts'
import type { Deps } from '../../kernel/deps.ts'

interface Span {
  start: Date
  end: Date
}

/** A lead's meeting, and when it is to be; null: not at all. */
export interface MeetingChange {
  id: string
  to: Span | null
}

/** Meetings that stand in a person's calendar at that time. */
export const standsAt = ({ start, end }: Span) =>
  and(isNull(meetings.cancelledAt), lt(meetings.startsAt, end), gt(meetings.endsAt, start))

/** True when whose calendar it stands in has nothing else then, as far as we know. */
export async function isFreeFor(tx: Tx, tenantId: string, id: string, span: Span): Promise<boolean> {
  const [meeting] = await tx.db
    .select({ userId: meetings.userId })
    .from(meetings)
    .where(and(eq(meetings.tenantId, tenantId), eq(meetings.id, id)))
  if (!meeting) return false
  const others = and(eq(meetings.tenantId, tenantId), eq(meetings.userId, meeting.userId), ne(meetings.id, id), standsAt(span))
  return (await tx.db.$count(meetings, others)) === 0
}

/** Calls a meeting of this lead off, or moves it where that is free. The calendar follows when the transaction has committed. */
export async function changeMeeting(
  tx: Tx,
  { jobs }: Pick<Deps, 'jobs'>,
  { tenantId, leadId, at }: { tenantId: string; leadId: string; at: Date },
  { id, to }: MeetingChange,
): Promise<void> {
  if (to && !(await isFreeFor(tx, tenantId, id, to))) return
  const [changed] = await tx.db
    .update(meetings)
    .set(to ? { startsAt: to.start, endsAt: to.end } : { cancelledAt: at })
    .where(
      and(
        eq(meetings.tenantId, tenantId),
        eq(meetings.id, id),
        eq(meetings.leadId, leadId),
        isNull(meetings.cancelledAt),
        gt(meetings.startsAt, at),
        to ? ne(meetings.startsAt, to.start) : undefined,
      ),
    )
    .returning({ id: meetings.id })
  if (!changed) return
  await jobs.send(tx, 'settle-meeting', { tenantId, meetingId: id }, { key: id })
  const action = to ? 'agent moves meeting' : 'agent cancels meeting'
  await tx.db.insert(auditLog).values({ tenantId, id: uuid(), action, subject: id })
}
