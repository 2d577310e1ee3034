import type { CalendarEvent } from '@prosa/contract/entities/calendar'
import { and, eq } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import type { Tx } from '../../kernel/db/database.ts'
import { sameId } from '../../kernel/db/same-id.ts'
import { meetings } from '../../kernel/db/schema/calendar.ts'
import { conversations, leads } from '../../kernel/db/schema/conversations.ts'
import { auditLog } from '../../kernel/db/schema/tenants.ts'
import { CalendarRevoked, type Deps } from '../../kernel/deps.ts'
import { errors } from '../../kernel/errors.ts'
import type { Identity } from '../../kernel/http/identity.ts'
import type { SecretBox } from '../../kernel/secret-box.ts'
import { disconnect, findConnection, providerOf } from './connect.ts'

export interface EventInput {
  leadId: string
  conversationId?: string | undefined
  title: string
  description?: string | undefined
  start: string
  end: string
  attendees?: string[] | undefined
}

/**
 * Books a meeting with a lead in the user's connected calendar, and keeps it for the dashboard. No transaction is open while the
 * provider is asked.
 * @throws 400 for reversed times, 404 for a lead or conversation that is not the tenant's or was erased meanwhile, 409 without a connected calendar
 */
export async function createEvent(
  deps: Pick<Deps, 'db' | 'clock' | 'calendar' | 'log'>,
  box: SecretBox,
  who: Identity,
  input: EventInput,
): Promise<CalendarEvent> {
  const provider = providerOf(deps)
  const { tenantId, userId } = who
  const [start, end] = [new Date(input.start), new Date(input.end)]
  if (end <= start) throw errors.invalid(undefined, { end: 'O fim deve vir depois do início.' })
  const { lead, connection } = await deps.db.tenant(tenantId, async (tx) => {
    const [lead] = await tx.db
      .select({ id: leads.id, agentId: leads.agentId })
      .from(leads)
      .where(and(eq(leads.tenantId, tenantId), sameId(leads.id, input.leadId)))
    if (!lead) throw errors.notFound()
    if (input.conversationId !== undefined) {
      const [found] = await tx.db
        .select({ id: conversations.id })
        .from(conversations)
        .where(
          and(
            eq(conversations.tenantId, tenantId),
            eq(conversations.leadId, lead.id),
            sameId(conversations.id, input.conversationId),
          ),
        )
      if (!found) throw errors.notFound()
    }
    return { lead, connection: await findConnection(tx, who) }
  })
  if (!connection) throw errors.conflict('Conecte o Google Calendar nas configurações para marcar reuniões.')
  const id = uuid()
  const { title, description = null, attendees = [] } = input
  const token = box.open(connection.refreshToken)
  const event = await provider
    .createEvent(token, { id, title, description, start, end, attendees })
    .catch(async (error: unknown) => {
      if (!(error instanceof CalendarRevoked)) throw errors.unavailable()
      await disconnect(deps, box, who)
      throw errors.conflict('A autorização do Google Calendar não vale mais. Conecte de novo nas configurações.')
    })
  const meeting = {
    tenantId,
    id,
    leadId: lead.id,
    agentId: lead.agentId,
    conversationId: input.conversationId ?? null,
    userId,
    externalId: event.id,
    title,
    startsAt: start,
    endsAt: end,
    createdAt: deps.clock.now(),
  }
  try {
    await deps.db.tenant(tenantId, (tx) => keep(tx, meeting))
  } catch (error) {
    // An event that nobody knows of would stay for good.
    await provider
      .removeEvent(token, event.id, { guests: false })
      .catch((err: unknown) => deps.log.warn({ err, tenantId, eventId: event.id }, 'an event stays without its meeting'))
    throw error
  }
  return { id: event.id, htmlLink: event.htmlLink, start: start.toISOString(), end: end.toISOString() }
}

/** @throws 404 when the lead was erased while the provider was asked */
async function keep(tx: Tx, meeting: typeof meetings.$inferInsert): Promise<void> {
  const { tenantId, id, leadId, userId } = meeting
  const [lead] = await tx.db
    .select({ id: leads.id })
    .from(leads)
    .where(and(eq(leads.tenantId, tenantId), eq(leads.id, leadId)))
    .for('key share')
  if (!lead) throw errors.notFound()
  await tx.db.insert(meetings).values(meeting)
  await tx.db.insert(auditLog).values({ tenantId, id: uuid(), userId, action: 'book meeting', subject: id })
}
