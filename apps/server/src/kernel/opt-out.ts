import { ATTENTION_REASON_MAX_CHARS } from '@prosa/contract/constants'
import type { OptOut } from '@prosa/contract/entities/lead'
import { and, eq, isNull } from 'drizzle-orm'
import { audit, userOrSystem } from './audit.ts'
import { cutText } from './cut-text.ts'
import type { Tx } from './db/database.ts'
import { leads } from './db/schema/conversations.ts'

/** Whether a lead is to be written to unasked: not, by whom and in which words; or again, and why. */
export type OptOutChange = { by: OptOut['by'] } & ({ out: true; words: string | null } | { out: false; reason: string | null })

/**
 * Writes a lead's wish, with who did it. What stands already stays as it was first said. `saidAt`: when it was said, where that is not now.
 * @returns null when there is no such lead
 */
export async function writeOptOut(
  tx: Tx,
  {
    tenantId,
    leadId,
    userId,
    at,
    saidAt = at,
  }: { tenantId: string; leadId: string; userId: string | null; at: Date; saidAt?: Date },
  change: OptOutChange,
): Promise<typeof leads.$inferSelect | null> {
  const mine = and(eq(leads.tenantId, tenantId), eq(leads.id, leadId), isNull(leads.erasedAt))
  const [lead] = await tx.db.select().from(leads).where(mine).for('update')
  if (!lead || change.out === (lead.optOutAt !== null)) return lead ?? null
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
