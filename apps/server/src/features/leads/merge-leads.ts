import { max } from 'date-fns/max'
import { eq } from 'drizzle-orm'
import { writeAuditEntry } from '../../kernel/audit.ts'
import type { Tx } from '../../kernel/db/database.ts'
import { leads } from '../../kernel/db/schema/conversations.ts'
import { whereTenant } from '../../kernel/db/where-tenant.ts'
import type { Deps } from '../../kernel/deps.ts'
import type { LeadConversations, LeadRow } from './ports.ts'
import { updateArchiveFlag } from './set-archive.ts'
import { schedulePauseEnd } from './set-pause.ts'

/** Merges two leads that are the same person into the older one. Removes the identifiers of the younger one and archives it. */
export async function mergeLeads(
  tx: Tx,
  deps: Pick<Deps, 'jobs'>,
  conversations: LeadConversations,
  { keep, other, at }: { keep: LeadRow; other: LeadRow; at: Date },
): Promise<void> {
  const { tenantId } = keep
  const one = (id: string) => whereTenant(leads, tenantId, eq(leads.id, id))
  await tx.db
    .update(leads)
    .set({ channelKey: null, channelUserKey: null, phone: null, phoneKey: null, pauseUntil: null, updatedAt: at })
    .where(one(other.id))
  await updateArchiveFlag(tx, conversations, { tenantId, leadId: other.id, at }, true)
  await tx.db
    .update(leads)
    .set({
      channelKey: keep.channelKey ?? other.channelKey,
      channelUserKey: keep.channelUserKey ?? other.channelUserKey,
      name: keep.name ?? other.name,
      nameFrom: keep.name ? keep.nameFrom : other.nameFrom,
      // A person who wrote counts as a new lead, even if one of the two was imported.
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
      // An opt-out of either lead applies to the person.
      ...(!keep.optOutAt && other.optOutAt
        ? { optOutAt: other.optOutAt, optOutBy: other.optOutBy, optOutWords: other.optOutWords }
        : {}),
      marketingAfter: [keep.marketingAfter, other.marketingAfter].reduce((a, b) => (a && b ? max([a, b]) : (a ?? b))),
      updatedAt: at,
    })
    .where(one(keep.id))
  // The other lead's job ends only that lead's pause.
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
