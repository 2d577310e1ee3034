import { ATTENTION_REASON_MAX_CHARS, OPT_OUT_REASON_MIN_CHARS } from '@prosa/contract/constants'
import type { OptOut } from '@prosa/contract/entities/lead'
import { eq, isNull } from 'drizzle-orm'
import { audit, userOrSystem } from '../../kernel/audit.ts'
import { cutText } from '../../kernel/cut-text.ts'
import type { Tx } from '../../kernel/db/database.ts'
import { HOLD_LEAD } from '../../kernel/db/hold-lead.ts'
import { ofTenant } from '../../kernel/db/of-tenant.ts'
import { leads } from '../../kernel/db/schema/conversations.ts'
import type { Deps } from '../../kernel/deps.ts'
import { errors } from '../../kernel/errors.ts'
import type { Identity } from '../../kernel/http/identity.ts'
import type { LeadRow, WhichLead } from './ports.ts'
import { presentOptOut } from './present.ts'

const TOO_SHORT = `Diga por quê, em pelo menos ${OPT_OUT_REASON_MIN_CHARS} letras.`

/**
 * Notes for a person that a lead wants no messages it did not ask for, or lifts that for a reason (2-agents.md, section 2).
 * @throws 404, and 400 for lifting it without a reason
 */
export function setOptOut(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { tenantId, userId }: Identity,
  leadId: string,
  { opt_out, reason = '' }: { opt_out: boolean; reason?: string | undefined },
): Promise<OptOut | null> {
  const why = reason.trim()
  if (!opt_out && why.length < OPT_OUT_REASON_MIN_CHARS) throw errors.invalid(TOO_SHORT, { reason: TOO_SHORT })
  const change: OptOutChange = opt_out
    ? { out: true, by: 'person', words: why || null }
    : { out: false, by: 'person', reason: why }
  return db.tenant(tenantId, async (tx) => {
    const lead = await writeOptOut(tx, { tenantId, leadId, userId, at: clock.now() }, change)
    if (!lead) throw errors.notFound()
    return presentOptOut(lead)
  })
}

/** The lead told its channel, not us, that it wants no messages that it did not ask for. */
export async function optOutByChannel(tx: Tx, { saidAt, ...which }: WhichLead & { saidAt: Date }, words: string): Promise<void> {
  await writeOptOut(tx, { ...which, userId: null, saidAt }, { out: true, by: 'channel', words })
}

/** It wants them again; one that was noted after that stands. */
export async function optInByChannel(tx: Tx, { saidAt, ...which }: WhichLead & { saidAt: Date }, words: string): Promise<void> {
  await writeOptOut(tx, { ...which, userId: null, saidAt }, { out: false, by: 'channel', reason: words })
}

/** What a lead told its agent of being written to. */
export async function noteOptOut(tx: Tx, which: WhichLead, optOut: { words: string } | null): Promise<void> {
  const change: OptOutChange = optOut ? { out: true, by: 'lead', words: optOut.words } : { out: false, by: 'lead', reason: null }
  await writeOptOut(tx, { ...which, userId: null }, change)
}

/** Whether a lead is to be written to unasked: not, by whom and in which words; or again, and why. */
type OptOutChange = { by: OptOut['by'] } & ({ out: true; words: string | null } | { out: false; reason: string | null })

/**
 * Writes a lead's wish, with who did it. What stands already stays as it was first said. `saidAt`: when it was said, where that is not now.
 * @returns null when there is no such lead
 */
async function writeOptOut(
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
  const mine = ofTenant(leads, tenantId, eq(leads.id, leadId), isNull(leads.erasedAt))
  const [lead] = await tx.db.select().from(leads).where(mine).for(HOLD_LEAD)
  if (!lead || change.out === (lead.optOutAt !== null)) return lead ?? null
  if (!change.out && lead.optOutAt && lead.optOutAt > saidAt) return lead
  const optOut = change.out
    ? {
        optOutAt: saidAt,
        optOutBy: change.by,
        optOutWords: change.words === null ? null : cutText(change.words, ATTENTION_REASON_MAX_CHARS),
      }
    : { optOutAt: null, optOutBy: null, optOutWords: null }
  await tx.db
    .update(leads)
    .set({ ...optOut, updatedAt: at })
    .where(mine)
  await audit(tx, {
    tenantId,
    actor: userOrSystem(userId),
    action: change.out ? 'lead.opted_out' : 'lead.opted_in',
    subject: { kind: 'lead', id: leadId },
    after: change.out ? { by: change.by } : { by: change.by, reason: change.reason },
  })
  tx.emit({ name: 'lead.changed', payload: { tenantId, leadId } })
  return { ...lead, ...optOut, updatedAt: at }
}
