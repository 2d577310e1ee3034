import type { CalendarEvent } from '@prosa/contract/entities/organisation/calendar'
import { eq } from 'drizzle-orm'
import { v7 as uuid, v5 as uuidOf } from 'uuid'
import type { Identity } from '../../../platform/access/identity.ts'
import { toAuditActor, writeAuditEntry } from '../../../platform/audit/audit.ts'
import type { SecretBox } from '../../../platform/crypto/secret-box.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { equalsId } from '../../../platform/database/queries/equals-id.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { conversations, leads } from '../../../platform/database/schema/conversations/conversations.ts'
import { meetings } from '../../../platform/database/schema/organisation/calendar.ts'
import type { Deps } from '../../../platform/deps.ts'
import { errors } from '../../../platform/errors.ts'
import { type IdempotencyKey, requireSameRequest } from '../../../platform/http/calls/idempotency-key.ts'
import { disconnectCalendar, findCalendarConnection, requireCalendarProvider } from '../connection/connect.ts'
import { createCalendarEvent } from './create-calendar-event.ts'

export interface UserMeetingRequest {
  leadId: string
  conversationId?: string | undefined
  title: string
  description?: string | undefined
  start: string
  end: string
  attendees?: string[] | undefined
}

const MEETING_ID_NAMESPACE = '0d3b9c1e-7a44-5c0b-9d55-5b1f6d2c8e10'

/**
 * Books a meeting with a lead in the user's connected calendar. A repeated request with the same key books another meeting only if the
 * first one was cancelled because its result was unknown.
 * @throws 400 if the end is not after the start; 404 for an unknown lead or conversation; 409 without a connected calendar or if the key
 * belongs to another request; 503 if the calendar did not accept the event
 */
export async function createUserMeeting(
  deps: Pick<Deps, 'db' | 'clock' | 'calendar' | 'log' | 'jobs'>,
  box: SecretBox,
  identity: Identity,
  input: UserMeetingRequest,
  key: IdempotencyKey | null,
): Promise<CalendarEvent> {
  const provider = requireCalendarProvider(deps)
  const [start, end] = [new Date(input.start), new Date(input.end)]
  if (end <= start) throw errors.invalid(undefined, { end: 'O fim deve vir depois do início.' })
  const { meeting, token } = await deps.db.tenant(identity.tenantId, (tx) =>
    storeMeeting(tx, box, identity, { ...input, start, end }, key, deps.clock.now()),
  )
  const { description = null, attendees = [] } = input
  const creation = await createCalendarEvent(deps, provider, token, meeting, { description, attendees })
  if (creation.kind === 'called off') throw errors.notFound()
  if (creation.kind === 'refused' && creation.isRevoked) {
    await disconnectCalendar(deps, box, identity)
    throw errors.conflict('A autorização do Google Calendar não vale mais. Conecte de novo nas configurações.')
  }
  if (creation.kind !== 'made') throw errors.unavailable()
  const { externalId, startsAt, endsAt } = meeting
  return { id: externalId, htmlLink: creation.htmlLink, start: startsAt.toISOString(), end: endsAt.toISOString() }
}

type RequestedMeeting = Pick<UserMeetingRequest, 'leadId' | 'conversationId' | 'title'> & { start: Date; end: Date }

/** Stores the meeting before the calendar provider is called. Returns the existing meeting if the request is repeated with the same key. */
async function storeMeeting(
  tx: Tx,
  box: SecretBox,
  identity: Identity,
  request: RequestedMeeting,
  key: IdempotencyKey | null,
  now: Date,
) {
  const { tenantId, userId } = identity
  const { title, start, end } = request
  const leadReferences = await lockLead(tx, tenantId, request)
  const connection = await findCalendarConnection(tx, box, identity)
  if (!connection) throw errors.conflict('Conecte o Google Calendar nas configurações para marcar reuniões.')
  const { token } = connection
  const id = key === null ? uuid() : await getMeetingId(tx, identity, `${leadReferences.leadId}:${key.clientKey}`)
  const meetingValues = {
    tenantId,
    id,
    userId,
    externalId: id.replaceAll('-', ''),
    title,
    startsAt: start,
    endsAt: end,
    createdAt: now,
  }
  const requestHash = key?.requestHash ?? null
  const [insertedMeeting] = await tx.db
    .insert(meetings)
    .values({ ...leadReferences, ...meetingValues, requestHash })
    .onConflictDoNothing()
    .returning()
  if (insertedMeeting)
    await writeAuditEntry(tx, {
      tenantId,
      actor: toAuditActor(identity),
      action: 'meeting.booked',
      subject: { kind: 'lead', id: leadReferences.leadId },
      after: { meeting: id, startsAt: start.toISOString() },
    })
  const meeting = insertedMeeting ?? (await findMeeting(tx, tenantId, id))
  if (!meeting) throw errors.unavailable()
  requireSameRequest(meeting, key)
  return { meeting, token }
}

async function findMeeting(tx: Tx, tenantId: string, id: string) {
  const [row] = await tx.db
    .select()
    .from(meetings)
    .where(whereTenant(meetings, tenantId, eq(meetings.id, id)))
  return row ?? null
}

/**
 * Locks and returns the lead, so that it cannot be erased during the booking.
 * @throws 404 if the lead or the conversation does not exist
 */
async function lockLead(tx: Tx, tenantId: string, { leadId, conversationId }: RequestedMeeting) {
  const [lead] = await tx.db
    .select({ id: leads.id, agentId: leads.agentId })
    .from(leads)
    .where(whereTenant(leads, tenantId, equalsId(leads.id, leadId)))
    .for('key share')
  if (!lead) throw errors.notFound()
  if (conversationId !== undefined) {
    const [conversation] = await tx.db
      .select({ id: conversations.id })
      .from(conversations)
      .where(whereTenant(conversations, tenantId, eq(conversations.leadId, lead.id), equalsId(conversations.id, conversationId)))
    if (!conversation) throw errors.notFound()
  }
  return { leadId: lead.id, agentId: lead.agentId, conversationId: conversationId ?? null }
}

/** Derives the meeting id from an idempotency key. Skips ids of cancelled meetings with the same key. */
async function getMeetingId(tx: Tx, { tenantId, userId }: Identity, key: string): Promise<string> {
  for (let attempt = 0; ; attempt++) {
    const id = uuidOf(`${tenantId}:${userId}:${key}:${attempt}`, MEETING_ID_NAMESPACE)
    const existingMeeting = await findMeeting(tx, tenantId, id)
    if (!existingMeeting?.cancelledAt) return id
  }
}
