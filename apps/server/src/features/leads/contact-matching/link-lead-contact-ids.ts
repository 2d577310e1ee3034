import { asc, eq, inArray, isNull, or } from 'drizzle-orm'
import type { Tx } from '../../../platform/database/database.ts'
import { LEAD_LOCK_MODE } from '../../../platform/database/queries/lead-lock-mode.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { leads } from '../../../platform/database/schema/conversations/conversations.ts'
import type { Deps } from '../../../platform/deps.ts'
import { toPhoneKey } from '../../../platform/leads/phone-key.ts'
import type { ContactIds, LeadConversations, LeadRow, LinkedLead } from '../ports.ts'
import { mergeLeads } from './merge-leads.ts'

/**
 * Replaces a contact's identifiers in all leads that have one of the old identifiers.
 * @returns as `Leads.linkContactIds`
 */
export async function linkLeadContactIds(
  tx: Tx,
  deps: Pick<Deps, 'jobs'>,
  conversations: LeadConversations,
  tenantId: string,
  contactIds: { before: ContactIds; now: ContactIds },
  at: Date,
): Promise<LinkedLead[]> {
  const linkedLeads: LinkedLead[] = []
  for (const [agentId, agentLeads] of Map.groupBy(
    await lockLeadsByContactIds(tx, tenantId, contactIds),
    (lead) => lead.agentId,
  )) {
    const [oldest, ...duplicates] = agentLeads
    if (!oldest) continue
    for (const duplicate of duplicates) {
      const keep = (await reloadLead(tx, oldest)) ?? oldest
      await mergeLeads(tx, deps, conversations, { keep, other: duplicate, at })
    }
    await updateContactIds(tx, (await reloadLead(tx, oldest)) ?? oldest, contactIds.now, at)
    linkedLeads.push({ id: oldest.id, agentId, mergedLeadIds: duplicates.map(({ id }) => id) })
  }
  return linkedLeads
}

/** Locks and returns the leads with one of these identifiers, oldest first. The fixed order of locking avoids deadlocks. */
function lockLeadsByContactIds(
  tx: Tx,
  tenantId: string,
  { before, now }: { before: ContactIds; now: ContactIds },
): Promise<LeadRow[]> {
  const keys = [before.channelKey, now.channelKey].filter((key) => key !== null)
  const userKeys = [before.channelUserKey, now.channelUserKey].filter((key) => key !== null)
  return tx.db
    .select()
    .from(leads)
    .where(
      whereTenant(
        leads,
        tenantId,
        isNull(leads.erasedAt),
        or(inArray(leads.channelKey, keys), inArray(leads.channelUserKey, userKeys)),
      ),
    )
    .orderBy(asc(leads.createdAt), asc(leads.id))
    .for(LEAD_LOCK_MODE)
}

async function reloadLead(tx: Tx, { tenantId, id }: LeadRow): Promise<LeadRow | undefined> {
  const [row] = await tx.db
    .select()
    .from(leads)
    .where(whereTenant(leads, tenantId, eq(leads.id, id)))
  return row
}

async function updateContactIds(
  tx: Tx,
  lead: LeadRow,
  { channelKey, channelUserKey, phone }: ContactIds,
  at: Date,
): Promise<void> {
  const { tenantId, id } = lead
  const changes = {
    ...(channelKey === null || channelKey === lead.channelKey ? {} : { channelKey, phone, phoneKey: toPhoneKey(phone) }),
    ...(channelUserKey === null || channelUserKey === lead.channelUserKey ? {} : { channelUserKey }),
  }
  if (Object.keys(changes).length === 0) return
  await tx.db
    .update(leads)
    .set({ ...changes, updatedAt: at })
    .where(whereTenant(leads, tenantId, eq(leads.id, id)))
  tx.emit({ name: 'lead.changed', payload: { tenantId, leadId: id } })
}
