import { max } from 'date-fns/max'
import { eq } from 'drizzle-orm'
import { writeAuditEntry } from '../../../platform/audit/audit.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { leads } from '../../../platform/database/schema/conversations/conversations.ts'
import type { Deps } from '../../../platform/deps.ts'
import { updateArchiveFlag } from '../pause-and-archive/set-archive.ts'
import { schedulePauseEnd } from '../pause-and-archive/set-pause.ts'
import type { LeadConversations, LeadRow } from '../ports.ts'

/**
 * Merges the younger lead `other` into the older lead `keep`, because both are the same person. Archives `other` and removes its
 * identifiers.
 */
export async function mergeLeads(
  tx: Tx,
  deps: Pick<Deps, 'jobs'>,
  conversations: LeadConversations,
  { keep, other, at }: { keep: LeadRow; other: LeadRow; at: Date },
): Promise<void> {
  const { tenantId } = keep
  const whereLead = (id: string) => whereTenant(leads, tenantId, eq(leads.id, id))
  await tx.db
    .update(leads)
    .set({ channelKey: null, channelUserKey: null, phone: null, phoneKey: null, pauseUntil: null, updatedAt: at })
    .where(whereLead(other.id))
  await updateArchiveFlag(tx, conversations, { tenantId, leadId: other.id, at }, true)
  await tx.db
    .update(leads)
    .set({
      channelKey: keep.channelKey ?? other.channelKey,
      channelUserKey: keep.channelUserKey ?? other.channelUserKey,
      name: keep.name ?? other.name,
      nameFrom: keep.name ? keep.nameFrom : other.nameFrom,
      // The merged lead counts as imported only if both leads were imported. A lead who wrote counts as new.
      entry: keep.entry && other.entry,
      company: keep.company ?? other.company,
      email: keep.email ?? other.email,
      ...(keep.phone ? {} : { phone: other.phone, phoneKey: other.phoneKey }),
      ...(!keep.pause && other.pause
        ? {
            pause: true,
            pausedBy: other.pausedBy,
            pausedByName: other.pausedByName,
            pauseReason: other.pauseReason,
            pausedAt: other.pausedAt,
            pauseUntil: other.pauseUntil,
          }
        : {}),
      // An opt-out of either lead applies to the merged lead.
      ...(!keep.optOutAt && other.optOutAt
        ? { optOutAt: other.optOutAt, optOutBy: other.optOutBy, optOutWords: other.optOutWords }
        : {}),
      marketingAfter: [keep.marketingAfter, other.marketingAfter].reduce((a, b) => (a && b ? max([a, b]) : (a ?? b))),
      updatedAt: at,
    })
    .where(whereLead(keep.id))
  // The scheduled job can end only the pause of `other`, so the merged lead needs a new job.
  if (!keep.pause && other.pause && other.pauseUntil)
    await schedulePauseEnd(tx, deps, { tenantId, leadId: keep.id, until: other.pauseUntil, now: at })
  await writeAuditEntry(tx, {
    tenantId,
    actor: { kind: 'system' },
    action: 'lead.merged',
    subject: { kind: 'lead', id: keep.id },
    after: { merged: other.id },
  })
  tx.emit({ name: 'lead.changed', payload: { tenantId, leadId: keep.id } })
  tx.emit({ name: 'lead.changed', payload: { tenantId, leadId: other.id } })
}
