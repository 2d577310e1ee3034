import type { Conversation } from '@prosa/contract/entities/conversation'
import { and, eq } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import type { Tx } from '../../kernel/db/database.ts'
import { auditLog, conversations, leads, tenants } from '../../kernel/db/schema.ts'
import type { Deps } from '../../kernel/deps.ts'
import { errors } from '../../kernel/errors.ts'
import type { Identity } from '../../kernel/http/identity.ts'

/** A lead's conversations as events carry them; the conversations feature gives it. */
export type ViewsOfLead = (tx: Tx, tenantId: string, leadId: string) => Promise<Conversation[]>

export interface PauseInput {
  pause: boolean
  reason?: string | undefined
  until?: string | undefined
}

/**
 * Silences the agent for a lead, with who holds the conversation, why and until when; or lets it go on, and then it
 * answers what is still unanswered.
 * @throws 404
 */
export function setPause(
  deps: Pick<Deps, 'db' | 'jobs' | 'clock'>,
  viewsOfLead: ViewsOfLead,
  who: Identity,
  leadId: string,
  input: PauseInput,
): Promise<boolean> {
  const { tenantId } = who
  return deps.db.tenant(tenantId, async (tx) => {
    const now = deps.clock.now()
    const changed = await writePause(tx, who, leadId, { ...input, at: now })
    if (!changed) throw errors.notFound()
    const views = await viewsOfLead(tx, tenantId, leadId)
    for (const conversation of views) {
      tx.emit({ name: 'conversation.changed', payload: { tenantId, conversation } })
      if (!input.pause)
        await deps.jobs.sendOrPostpone(
          tx,
          'agent-turn',
          { tenantId, conversationId: conversation._id },
          { key: conversation._id, startAfter: now },
        )
    }
    tx.emit({ name: 'lead.changed', payload: { tenantId, leadId } })
    return input.pause
  })
}

/** Pauses because a person wrote by hand, unless the tenant says otherwise; a pause that stands keeps its holder. */
export async function pauseForManual(tx: Tx, who: Identity, leadId: string, at: Date): Promise<void> {
  const { tenantId } = who
  const [lead] = await tx.db
    .select({ pause: leads.pause, wanted: tenants.pauseOnManual })
    .from(leads)
    .innerJoin(tenants, eq(tenants.id, leads.tenantId))
    .where(and(eq(leads.tenantId, tenantId), eq(leads.id, leadId)))
    .for('update', { of: leads })
  if (!lead || lead.pause || !lead.wanted) return
  await writePause(tx, who, leadId, { pause: true, reason: 'Mensagem manual', at })
  tx.emit({ name: 'lead.changed', payload: { tenantId, leadId } })
}

async function writePause(
  tx: Tx,
  who: Identity,
  leadId: string,
  { pause, reason, until, at }: PauseInput & { at: Date },
): Promise<boolean> {
  const { tenantId } = who
  const held = pause
    ? {
        pausedBy: who.userId,
        pausedByName: who.name,
        pauseReason: reason ?? null,
        pausedAt: at,
        pauseUntil: until ? new Date(until) : null,
      }
    : { pausedBy: null, pausedByName: null, pauseReason: null, pausedAt: null, pauseUntil: null }
  const rows = await tx.db
    .update(leads)
    .set({ pause, ...held, updatedAt: at })
    .where(and(eq(leads.tenantId, tenantId), eq(leads.id, leadId)))
    .returning({ id: leads.id })
  if (rows.length === 0) return false
  await tx.db
    .update(conversations)
    .set({ updatedAt: at })
    .where(and(eq(conversations.tenantId, tenantId), eq(conversations.leadId, leadId)))
  await tx.db
    .insert(auditLog)
    .values({ tenantId, id: uuid(), userId: who.userId, action: pause ? 'pause agent' : 'resume agent', subject: leadId })
  return true
}
