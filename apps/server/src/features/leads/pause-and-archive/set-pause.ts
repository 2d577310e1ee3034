import { eq } from 'drizzle-orm'
import type { Identity } from '../../../platform/access/identity.ts'
import { toUserOrSystemActor, writeAuditEntry } from '../../../platform/audit/audit.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { LEAD_LOCK_MODE } from '../../../platform/database/queries/lead-lock-mode.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { leads } from '../../../platform/database/schema/conversations/conversations.ts'
import { tenants } from '../../../platform/database/schema/organisation/tenants.ts'
import type { Deps } from '../../../platform/deps.ts'
import { errors } from '../../../platform/errors.ts'
import type { LeadChangeTarget, LeadConversations } from '../ports.ts'
import { emitLeadChange } from './emit-lead-change.ts'

const MAX_PAUSE_MS = 364 * 86_400_000

export interface PauseInput {
  pause: boolean
  reason?: string | undefined
  until?: string | undefined
}

type PausingUser = Pick<Identity, 'tenantId' | 'userId' | 'name'>

/**
 * Pauses the agent for a lead, or ends the pause. A pause stores the user who handles the conversation, the reason and the end. When the
 * pause ends, the agent answers unanswered messages.
 * @throws 404 if the lead does not exist; 400 if the end of the pause is invalid
 */
export function setPause(
  deps: Pick<Deps, 'db' | 'jobs' | 'clock'>,
  conversations: LeadConversations,
  user: PausingUser,
  leadId: string,
  input: PauseInput,
): Promise<boolean> {
  const { tenantId } = user
  return deps.db.tenant(tenantId, async (tx) => {
    const now = deps.clock.now()
    if (input.pause && input.until) requireValidPauseEnd(input.until, now)
    if (!(await storePause(tx, conversations, user, { tenantId, leadId, at: now }, input))) throw errors.notFound()
    if (input.pause && input.until) await schedulePauseEnd(tx, deps, { tenantId, leadId, until: new Date(input.until), now })
    await emitLeadChange(tx, deps, conversations, { tenantId, leadId, mayAgentAnswer: !input.pause })
    return input.pause
  })
}

/** @throws 400 if `until` is in the past or more than a year ahead */
function requireValidPauseEnd(until: string, now: Date): void {
  const ms = new Date(until).getTime() - now.getTime()
  if (ms <= 0 || ms > MAX_PAUSE_MS) throw errors.invalid(undefined, { until: 'Escolha um fim entre agora e daqui a um ano.' })
}

export const schedulePauseEnd = (
  tx: Tx,
  { jobs }: Pick<Deps, 'jobs'>,
  { tenantId, leadId, until, now }: { tenantId: string; leadId: string; until: Date; now: Date },
): Promise<void> =>
  jobs.sendOrPostpone(tx, 'end-pause', { tenantId, leadId }, { key: leadId, afterMs: until.getTime() - now.getTime() })

/** Ends a lead's pause if its end has passed; otherwise schedules the end again. */
export function endPause(
  deps: Pick<Deps, 'db' | 'jobs' | 'clock'>,
  conversations: LeadConversations,
  { tenantId, leadId }: { tenantId: string; leadId: string },
): Promise<void> {
  return deps.db.tenant(tenantId, async (tx) => {
    const [lead] = await tx.db
      .select({ pause: leads.pause, pauseUntil: leads.pauseUntil })
      .from(leads)
      .where(whereTenant(leads, tenantId, eq(leads.id, leadId)))
      .for(LEAD_LOCK_MODE)
    const now = deps.clock.now()
    if (!lead?.pause || !lead.pauseUntil) return
    if (lead.pauseUntil > now) {
      // The job ran before the pause ends: the pause was extended, or clocks differ.
      await schedulePauseEnd(tx, deps, { tenantId, leadId, until: lead.pauseUntil, now: now })
      return
    }
    await storePause(tx, conversations, null, { tenantId, leadId, at: now }, { pause: false })
    await emitLeadChange(tx, deps, conversations, { tenantId, leadId, mayAgentAnswer: true })
  })
}

/**
 * Pauses the agent because a user sent a message, unless the tenant has disabled this. An existing pause stays unchanged, with the user who
 * started it.
 */
export async function pauseAfterManualMessage(
  tx: Tx,
  conversations: LeadConversations,
  user: PausingUser,
  leadId: string,
  at: Date,
): Promise<void> {
  await pauseUnlessPaused(tx, conversations, user, { tenantId: user.tenantId, leadId, at }, 'Mensagem manual')
}

/** Pauses the agent because the team replied in the channel's own app, outside the panel. Does nothing if the tenant has disabled this. */
export async function pauseAfterEcho(tx: Tx, conversations: LeadConversations, target: LeadChangeTarget): Promise<void> {
  await pauseUnlessPaused(tx, conversations, null, target, 'Mensagem enviada pelo celular da equipe')
}

/**
 * Pauses the agent because of its own safety rules, until `until`; without end if `until` is null. Emits no event about the conversation,
 * because the caller emits one.
 */
export async function pauseByGuard(
  tx: Tx,
  { jobs }: Pick<Deps, 'jobs'>,
  conversations: LeadConversations,
  target: LeadChangeTarget,
  { reason, until }: { reason: string; until: Date | null },
): Promise<void> {
  const { tenantId, leadId, at } = target
  await storePause(tx, conversations, null, target, { pause: true, reason, until: until?.toISOString() })
  if (until) await schedulePauseEnd(tx, { jobs }, { tenantId, leadId, until, now: at })
  tx.emit({ name: 'lead.changed', payload: { tenantId, leadId } })
}

async function pauseUnlessPaused(
  tx: Tx,
  conversations: LeadConversations,
  user: PausingUser | null,
  target: LeadChangeTarget,
  reason: string,
): Promise<void> {
  const { tenantId, leadId } = target
  const [lead] = await tx.db
    .select({ pause: leads.pause, isPauseEnabled: tenants.pauseOnManual })
    .from(leads)
    .innerJoin(tenants, whereTenant(leads, tenants.id))
    .where(whereTenant(leads, tenantId, eq(leads.id, leadId)))
    .for(LEAD_LOCK_MODE, { of: leads })
  if (!lead || lead.pause || !lead.isPauseEnabled) return
  await storePause(tx, conversations, user, target, { pause: true, reason })
  tx.emit({ name: 'lead.changed', payload: { tenantId, leadId } })
}

async function storePause(
  tx: Tx,
  conversations: LeadConversations,
  user: PausingUser | null,
  target: LeadChangeTarget,
  { pause, reason, until }: PauseInput,
): Promise<boolean> {
  const { tenantId, leadId, at } = target
  const pauseFields = pause
    ? {
        pausedBy: user?.userId ?? null,
        pausedByName: user?.name ?? null,
        pauseReason: reason ?? null,
        pausedAt: at,
        pauseUntil: until ? new Date(until) : null,
      }
    : { pausedBy: null, pausedByName: null, pauseReason: null, pausedAt: null, pauseUntil: null }
  const rows = await tx.db
    .update(leads)
    .set({ pause, ...pauseFields, updatedAt: at })
    .where(whereTenant(leads, tenantId, eq(leads.id, leadId)))
    .returning({ id: leads.id })
  if (rows.length === 0) return false
  await conversations.markChanged(tx, target)
  await writeAuditEntry(tx, {
    tenantId,
    actor: toUserOrSystemActor(user?.userId),
    action: pause ? 'lead.paused' : 'lead.resumed',
    subject: { kind: 'lead', id: leadId },
    ...(until ? { after: { until } } : {}),
  })
  return true
}
