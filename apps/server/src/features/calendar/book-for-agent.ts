import { and, asc, eq } from 'drizzle-orm'
import { v7 as uuid, v5 as uuidOf } from 'uuid'
import type { Tx } from '../../kernel/db/database.ts'
import { users } from '../../kernel/db/schema/accounts.ts'
import { calendarConnections, meetings } from '../../kernel/db/schema/calendar.ts'
import { leads } from '../../kernel/db/schema/conversations.ts'
import { auditLog } from '../../kernel/db/schema/tenants.ts'
import { CalendarRevoked, type Deps } from '../../kernel/deps.ts'
import type { SecretBox } from '../../kernel/secret-box.ts'
import { holdCalendars, standsAt } from './change-meeting.ts'

type CalendarDeps = Pick<Deps, 'db' | 'clock' | 'calendar' | 'log'>

export interface AgentMeeting {
  tenantId: string
  leadId: string
  agentId: string
  conversationId: string
  /** The same key books once, however often it is asked. */
  key: string
  title: string
  start: Date
  end: Date
  email: string | null
}

export type Booked = { kind: 'booked'; start: Date } | { kind: 'taken' } | { kind: 'unavailable' }

const KEYS = '6f0a4a9e-2f5b-5a43-9a53-1f2f0f7b5e6d'

/** Calendars of the tenant's active people, the longest connected first. */
const connectionsOf = (tx: Tx, tenantId: string) =>
  tx.db
    .select({ userId: users.id, refreshToken: calendarConnections.refreshToken })
    .from(calendarConnections)
    .innerJoin(users, and(eq(users.tenantId, calendarConnections.tenantId), eq(users.id, calendarConnections.userId)))
    .where(and(eq(calendarConnections.tenantId, tenantId), eq(users.active, true)))
    .orderBy(asc(calendarConnections.authorizedAt), asc(users.id))

/** True when an agent of the tenant has a calendar to book in. */
export async function canBook({ db, calendar }: CalendarDeps, tenantId: string): Promise<boolean> {
  return calendar !== null && (await db.tenant(tenantId, (tx) => connectionsOf(tx, tenantId))).length > 0
}

/**
 * Books a meeting of an agent's lead in the first calendar that is free as far as we know. The meeting is written before the provider is
 * asked and taken back when it refuses, so that a booking cut in two is finished by the next try; no transaction is open meanwhile.
 */
export async function bookForAgent(
  deps: CalendarDeps & Pick<Deps, 'jobs'>,
  box: SecretBox,
  asked: AgentMeeting,
): Promise<Booked> {
  const { tenantId } = asked
  const provider = deps.calendar
  if (!provider) return { kind: 'unavailable' }
  const id = uuidOf(asked.key, KEYS)
  const kept = await deps.db.tenant(tenantId, (tx) => keep(tx, id, asked, deps.clock.now()))
  if (kept === 'taken' || kept === 'unavailable') return { kind: kept }
  const { meeting, refreshToken } = kept
  const { title, startsAt: start, endsAt: end } = meeting
  const attendees = asked.email ? [asked.email] : []
  const token = box.open(refreshToken)
  try {
    await provider.createEvent(token, { id, title, description: null, start, end, attendees })
  } catch (error) {
    deps.log.warn({ err: error, tenantId }, 'the calendar provider did not take an agent’s meeting')
    await deps.db.tenant(tenantId, async (tx) => {
      await tx.db.delete(meetings).where(and(eq(meetings.tenantId, tenantId), eq(meetings.id, id)))
      if (error instanceof CalendarRevoked)
        await tx.db
          .delete(calendarConnections)
          .where(and(eq(calendarConnections.tenantId, tenantId), eq(calendarConnections.userId, meeting.userId)))
    })
    return { kind: 'unavailable' }
  }
  const left = await deps.db.tenant(tenantId, (tx) => lookAgain(tx, deps, meeting))
  if (left === 'gone') await provider.removeEvent(token, meeting.externalId, { guests: true })
  return left === 'stands' ? { kind: 'booked', start } : { kind: 'unavailable' }
}

/** What was called off or erased while its event was on its way has had its job already, which found no event: it gets another. */
async function lookAgain(
  tx: Tx,
  { jobs }: Pick<Deps, 'jobs'>,
  { tenantId, id }: typeof meetings.$inferSelect,
): Promise<'stands' | 'called off' | 'gone'> {
  const [row] = await tx.db
    .select({ cancelledAt: meetings.cancelledAt, erasedAt: leads.erasedAt })
    .from(meetings)
    .innerJoin(leads, and(eq(leads.tenantId, meetings.tenantId), eq(leads.id, meetings.leadId)))
    .where(and(eq(meetings.tenantId, tenantId), eq(meetings.id, id)))
  if (!row) return 'gone'
  if (!row.cancelledAt && !row.erasedAt) return 'stands'
  await jobs.send(tx, 'settle-meeting', { tenantId, meetingId: id }, { key: id })
  return 'called off'
}

async function keep(tx: Tx, id: string, asked: AgentMeeting, at: Date) {
  const { tenantId, leadId, agentId, conversationId, title, start, end } = asked
  const connections = await connectionsOf(tx, tenantId)
  const [known] = await tx.db
    .select()
    .from(meetings)
    .where(and(eq(meetings.tenantId, tenantId), eq(meetings.id, id)))
  if (known) {
    const theirs = known.cancelledAt ? undefined : connections.find(({ userId }) => userId === known.userId)
    return theirs ? { meeting: known, refreshToken: theirs.refreshToken } : 'unavailable'
  }
  // Holding the lead keeps two turns of it from booking side by side.
  await tx.db
    .select({ id: leads.id })
    .from(leads)
    .where(and(eq(leads.tenantId, tenantId), eq(leads.id, leadId)))
    .for('update')
  await holdCalendars(
    tx,
    tenantId,
    connections.map(({ userId }) => userId),
  )
  const busy = await tx.db
    .select({ userId: meetings.userId })
    .from(meetings)
    .where(and(eq(meetings.tenantId, tenantId), standsAt({ start, end })))
  if (connections.length === 0) return 'unavailable'
  const free = connections.find(({ userId }) => !busy.some((other) => other.userId === userId))
  if (!free) return 'taken'
  const [meeting] = await tx.db
    .insert(meetings)
    .values({
      tenantId,
      id,
      leadId,
      agentId,
      conversationId,
      userId: free.userId,
      bookedByAgent: true,
      externalId: id.replaceAll('-', ''),
      title,
      startsAt: start,
      endsAt: end,
      createdAt: at,
    })
    .returning()
  await tx.db.insert(auditLog).values({ tenantId, id: uuid(), action: 'agent books meeting', subject: id })
  return meeting ? { meeting, refreshToken: free.refreshToken } : 'unavailable'
}
