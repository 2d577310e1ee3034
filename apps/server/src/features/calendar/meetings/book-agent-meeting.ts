import { and, asc, eq, gt, isNull } from 'drizzle-orm'
import { v5 as uuidOf } from 'uuid'
import { writeAuditEntry } from '../../../platform/audit/audit.ts'
import type { SecretBox } from '../../../platform/crypto/secret-box.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { LEAD_LOCK_MODE } from '../../../platform/database/queries/lead-lock-mode.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { agents, leads } from '../../../platform/database/schema/conversations/conversations.ts'
import { users } from '../../../platform/database/schema/organisation/accounts.ts'
import { calendarConnections, meetings } from '../../../platform/database/schema/organisation/calendar.ts'
import { tenants } from '../../../platform/database/schema/organisation/tenants.ts'
import type { Deps } from '../../../platform/deps.ts'
import { decryptOrNull } from '../connection/calendar-secret-box.ts'
import type { AgentMeetingRequest, BookingResult } from '../ports.ts'
import { lockCalendarsForUpdate, overlappingMeetingCondition } from './change-meeting.ts'
import { createCalendarEvent } from './create-calendar-event.ts'

type CalendarDeps = Pick<Deps, 'db' | 'clock' | 'calendar' | 'log'>

/** Maximum number of upcoming meetings per lead. Each meeting may send an invitation, so the number is limited. */
const MAX_UPCOMING_MEETINGS = 2
/** Maximum number of meetings that agents book per lead and day, including cancelled ones. */
const MAX_MEETINGS_PER_DAY = 4
const DAY_MS = 86_400_000

const BOOKING_ID_NAMESPACE = '6f0a4a9e-2f5b-5a43-9a53-1f2f0f7b5e6d'

/** Returns the calendar connections of an organisation's active users, oldest first. Omits connections whose token cannot be decrypted. */
async function listConnections(tx: Tx, box: SecretBox, tenantId: string): Promise<{ userId: string; token: string }[]> {
  const rows = await tx.db
    .select({ userId: users.id, refreshToken: calendarConnections.refreshToken })
    .from(calendarConnections)
    .innerJoin(users, whereTenant(users, calendarConnections.tenantId, eq(users.id, calendarConnections.userId)))
    .where(whereTenant(calendarConnections, tenantId, eq(users.active, true)))
    .orderBy(asc(calendarConnections.authorizedAt), asc(users.id))
  return rows.flatMap(({ userId, refreshToken }) => {
    const token = decryptOrNull(box, refreshToken)
    return token === null ? [] : [{ userId, token }]
  })
}

/** Whether agents of an organisation have a calendar in which they can book meetings. */
export async function canAgentsBook({ db, calendar }: CalendarDeps, box: SecretBox, tenantId: string): Promise<boolean> {
  return calendar !== null && (await db.tenant(tenantId, (tx) => listConnections(tx, box, tenantId))).length > 0
}

/**
 * Books a meeting with a lead in the first connected calendar that has no other stored meeting at that time. Stores the meeting before
 * calling the calendar provider, so that a retry can complete an interrupted booking.
 */
export async function bookAgentMeeting(
  deps: CalendarDeps & Pick<Deps, 'jobs'>,
  box: SecretBox,
  request: AgentMeetingRequest,
): Promise<BookingResult> {
  const { tenantId } = request
  const provider = deps.calendar
  if (!provider) return { kind: 'unavailable' }
  const id = uuidOf(request.key, BOOKING_ID_NAMESPACE)
  const storeResult = await deps.db.tenant(tenantId, (tx) => storeMeeting(tx, box, id, request, deps.clock.now()))
  if (typeof storeResult === 'string') return { kind: storeResult }
  const { meeting, token, guest } = storeResult
  const creation = await createCalendarEvent(deps, provider, token, meeting, {
    // Guests can read the description. It quotes the conversation, so it is omitted if a guest is invited.
    description: guest || !request.subject ? null : `Assunto, nas palavras da conversa: “${request.subject}”`,
    attendees: guest ? [guest] : [],
  })
  return creation.kind === 'made' ? { kind: 'booked', start: meeting.startsAt } : { kind: 'unavailable' }
}

/**
 * Removes all characters that could form a link or an address from a lead's name, because meeting guests see the title. Truncates the name
 * to 40 characters.
 */
const sanitizeNameForTitle = (name: string): string =>
  name
    .replace(/[^\p{L}\p{M}' -]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 40)
    .trim()

async function storeMeeting(tx: Tx, box: SecretBox, id: string, request: AgentMeetingRequest, now: Date) {
  const { tenantId, leadId, agentId, conversationId, start, end } = request
  const connections = await listConnections(tx, box, tenantId)
  // Locks the lead, so that concurrent agent replies do not both book a meeting.
  const [lead] = await tx.db
    .select({ name: leads.name, email: leads.email })
    .from(leads)
    .where(whereTenant(leads, tenantId, eq(leads.id, leadId)))
    .for(LEAD_LOCK_MODE)
  const guest = lead?.email ?? request.email
  const [existingMeeting] = await tx.db
    .select()
    .from(meetings)
    .where(whereTenant(meetings, tenantId, eq(meetings.id, id)))
  if (existingMeeting) {
    const ownerConnection = existingMeeting.cancelledAt
      ? undefined
      : connections.find(({ userId }) => userId === existingMeeting.userId)
    return ownerConnection ? { meeting: existingMeeting, token: ownerConnection.token, guest } : 'unavailable'
  }
  if (connections.length === 0 || !lead) return 'unavailable'
  if (await hasReachedLimit(tx, tenantId, leadId, now)) return 'enough'
  await lockCalendarsForUpdate(
    tx,
    tenantId,
    connections.map(({ userId }) => userId),
  )
  const busyUsers = await tx.db
    .select({ userId: meetings.userId })
    .from(meetings)
    .where(whereTenant(meetings, tenantId, overlappingMeetingCondition({ start, end })))
  const freeConnection = connections.find(({ userId }) => !busyUsers.some((other) => other.userId === userId))
  if (!freeConnection) return 'taken'
  const [meeting] = await tx.db
    .insert(meetings)
    .values({
      tenantId,
      id,
      leadId,
      agentId,
      conversationId,
      userId: freeConnection.userId,
      bookedByAgent: true,
      externalId: id.replaceAll('-', ''),
      title: await buildTitle(tx, tenantId, agentId, lead.name),
      startsAt: start,
      endsAt: end,
      createdAt: now,
    })
    .returning()
  await writeAuditEntry(tx, {
    tenantId,
    actor: { kind: 'agent', id: agentId },
    action: 'meeting.booked',
    subject: { kind: 'lead', id: leadId },
    after: { meeting: id, startsAt: start.toISOString() },
  })
  return meeting ? { meeting, token: freeConnection.token, guest } : 'unavailable'
}

async function hasReachedLimit(tx: Tx, tenantId: string, leadId: string, now: Date): Promise<boolean> {
  const leadMeetings = whereTenant(meetings, tenantId, eq(meetings.leadId, leadId))
  const upcomingCount = await tx.db.$count(meetings, and(leadMeetings, isNull(meetings.cancelledAt), gt(meetings.endsAt, now)))
  const since = new Date(now.getTime() - DAY_MS)
  const recentCount = await tx.db.$count(
    meetings,
    and(leadMeetings, eq(meetings.bookedByAgent, true), gt(meetings.createdAt, since)),
  )
  return upcomingCount >= MAX_UPCOMING_MEETINGS || recentCount >= MAX_MEETINGS_PER_DAY
}

/**
 * Returns the title of a meeting, such as 'Reunião de Rita Souza com Aurora Imóveis (Clara)'. It contains no text from the conversation.
 */
async function buildTitle(tx: Tx, tenantId: string, agentId: string, leadName: string | null): Promise<string> {
  const [row] = await tx.db
    .select({ agent: agents.name, tenant: tenants.name })
    .from(agents)
    .innerJoin(tenants, whereTenant(agents, tenants.id))
    .where(whereTenant(agents, tenantId, eq(agents.id, agentId)))
  const titleName = sanitizeNameForTitle(leadName ?? '')
  return `Reunião${titleName ? ` de ${titleName}` : ''} com ${row?.tenant ?? ''} (${row?.agent ?? ''})`
}
