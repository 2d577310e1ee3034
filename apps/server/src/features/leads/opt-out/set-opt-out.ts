import { ATTENTION_REASON_MAX_CHARS, OPT_OUT_REASON_MIN_CHARS } from '@prosa/contract/constants'
import type { OptOut } from '@prosa/contract/entities/conversations/lead'
import { eq, isNull } from 'drizzle-orm'
import type { Identity } from '../../../platform/access/identity.ts'
import { toUserOrSystemActor, writeAuditEntry } from '../../../platform/audit/audit.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { LEAD_LOCK_MODE } from '../../../platform/database/queries/lead-lock-mode.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { leads } from '../../../platform/database/schema/conversations/conversations.ts'
import type { Deps } from '../../../platform/deps.ts'
import { errors } from '../../../platform/errors.ts'
import { truncateText } from '../../../platform/text/truncate-text.ts'
import type { LeadChangeTarget, LeadRow } from '../ports.ts'
import { presentOptOut } from '../present.ts'

const REASON_TOO_SHORT_TEXT = `Diga por quê, em pelo menos ${OPT_OUT_REASON_MIN_CHARS} letras.`

/**
 * Stores a user's statement that a lead has opted out of unrequested messages, or reverts the opt-out for a reason (2-agents.md, section
 * 2).
 * @throws 404 if the lead does not exist; 400 if an opt-out is reverted without a sufficient reason
 */
export function setOptOut(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { tenantId, userId }: Identity,
  leadId: string,
  { opt_out, reason = '' }: { opt_out: boolean; reason?: string | undefined },
): Promise<OptOut | null> {
  const trimmedReason = reason.trim()
  if (!opt_out && trimmedReason.length < OPT_OUT_REASON_MIN_CHARS)
    throw errors.invalid(REASON_TOO_SHORT_TEXT, { reason: REASON_TOO_SHORT_TEXT })
  const change: OptOutChange = opt_out
    ? { isOptOut: true, source: 'person', words: trimmedReason || null }
    : { isOptOut: false, source: 'person', reason: trimmedReason }
  return db.tenant(tenantId, async (tx) => {
    const lead = await storeOptOut(tx, { tenantId, leadId, userId, at: clock.now() }, change)
    if (!lead) throw errors.notFound()
    return presentOptOut(lead)
  })
}

/**
 * Stores an opt-out of unrequested messages that the channel reported.
 * @param words text of the channel about the opt-out
 */
export async function applyChannelOptOut(
  tx: Tx,
  { saidAt, ...target }: LeadChangeTarget & { saidAt: Date },
  words: string,
): Promise<void> {
  await storeOptOut(tx, { ...target, userId: null, saidAt }, { isOptOut: true, source: 'channel', words })
}

/** Reverts an opt-out because the channel reported that the lead opted in at `saidAt`. Keeps an opt-out that is later than `saidAt`. */
export async function applyChannelOptIn(
  tx: Tx,
  { saidAt, ...target }: LeadChangeTarget & { saidAt: Date },
  words: string,
): Promise<void> {
  await storeOptOut(tx, { ...target, userId: null, saidAt }, { isOptOut: false, source: 'channel', reason: words })
}

/** Stores that the lead asked for no more unrequested messages, with the lead's words. Reverts the opt-out if `optOut` is null. */
export async function applyLeadOptOut(tx: Tx, target: LeadChangeTarget, optOut: { words: string } | null): Promise<void> {
  const change: OptOutChange = optOut
    ? { isOptOut: true, source: 'lead', words: optOut.words }
    : { isOptOut: false, source: 'lead', reason: null }
  await storeOptOut(tx, { ...target, userId: null }, change)
}

/** Opt-out with the words that express it, or its reversal with the reason. `source`: who made the change. */
type OptOutChange = { source: OptOut['by'] } & (
  | { isOptOut: true; words: string | null }
  | { isOptOut: false; reason: string | null }
)

/**
 * Stores an opt-out or its reversal, with its source. An existing opt-out keeps its words.
 * @param saidAt time at which the lead opted out or in; defaults to `at`
 * @returns null if the lead does not exist
 */
async function storeOptOut(
  tx: Tx,
  {
    tenantId,
    leadId,
    userId,
    at,
    saidAt = at,
  }: { tenantId: string; leadId: string; userId: string | null; at: Date; saidAt?: Date },
  change: OptOutChange,
): Promise<LeadRow | null> {
  const condition = whereTenant(leads, tenantId, eq(leads.id, leadId), isNull(leads.erasedAt))
  const [lead] = await tx.db.select().from(leads).where(condition).for(LEAD_LOCK_MODE)
  if (!lead || change.isOptOut === (lead.optOutAt !== null)) return lead ?? null
  if (!change.isOptOut && lead.optOutAt && lead.optOutAt > saidAt) return lead
  const optOut = change.isOptOut
    ? {
        optOutAt: saidAt,
        optOutBy: change.source,
        optOutWords: change.words === null ? null : truncateText(change.words, ATTENTION_REASON_MAX_CHARS),
      }
    : { optOutAt: null, optOutBy: null, optOutWords: null }
  await tx.db
    .update(leads)
    .set({ ...optOut, updatedAt: at })
    .where(condition)
  await writeAuditEntry(tx, {
    tenantId,
    actor: toUserOrSystemActor(userId),
    action: change.isOptOut ? 'lead.opted_out' : 'lead.opted_in',
    subject: { kind: 'lead', id: leadId },
    after: change.isOptOut ? { by: change.source } : { by: change.source, reason: change.reason },
  })
  tx.emit({ name: 'lead.changed', payload: { tenantId, leadId } })
  return { ...lead, ...optOut, updatedAt: at }
}
