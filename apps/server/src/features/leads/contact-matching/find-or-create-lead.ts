import { asc, eq } from 'drizzle-orm'
import type { Tx } from '../../../platform/database/database.ts'
import { LEAD_LOCK_MODE } from '../../../platform/database/queries/lead-lock-mode.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { leads } from '../../../platform/database/schema/conversations/conversations.ts'
import type { Deps } from '../../../platform/deps.ts'
import { toPhoneKey } from '../../../platform/leads/phone-key.ts'
import { updateArchiveFlag } from '../pause-and-archive/set-archive.ts'
import type { ChannelLead, LeadConversations, LockedLead } from '../ports.ts'
import { contactIdsCondition, insertLead } from './channel-lead.ts'
import { mergeLeads } from './merge-leads.ts'

/**
 * Returns the lead with these channel identifiers and locks its row until the transaction ends. Inserts the lead if none exists. Restores
 * an archived lead, so that every lead who writes is visible.
 */
export async function findOrCreateLead(
  tx: Tx,
  deps: Pick<Deps, 'jobs'>,
  conversations: LeadConversations,
  input: ChannelLead & { at: Date },
): Promise<LockedLead> {
  const existing = await findLeadByContactIds(tx, deps, conversations, input)
  if (existing) return existing
  const created = await insertLead(tx, input)
  if (created) return { ...created, mergedLeadId: null }
  // A concurrent message of the same new lead has inserted the lead.
  const concurrent = await findLeadByContactIds(tx, deps, conversations, input)
  if (!concurrent) throw new Error('A lead can be neither made nor found')
  return concurrent
}

async function findLeadByContactIds(
  tx: Tx,
  deps: Pick<Deps, 'jobs'>,
  conversations: LeadConversations,
  input: ChannelLead & { at: Date },
): Promise<LockedLead | null> {
  const { tenantId, channelKey, channelUserKey = null, lead, at } = input
  const [oldest, duplicate] = await tx.db
    .select()
    .from(leads)
    .where(contactIdsCondition(input))
    .orderBy(asc(leads.createdAt), asc(leads.id))
    .for(LEAD_LOCK_MODE)
  if (!oldest) return null
  if (duplicate) await mergeLeads(tx, deps, conversations, { keep: oldest, other: duplicate, at })
  const changes = {
    ...(channelKey === null || oldest.channelKey === channelKey ? {} : { channelKey }),
    ...(channelUserKey === null || oldest.channelUserKey === channelUserKey ? {} : { channelUserKey }),
    // A phone number from the channel replaces one that the lead only mentioned in a message.
    ...(lead.phone && oldest.channelKey !== channelKey ? { phone: lead.phone, phoneKey: toPhoneKey(lead.phone) } : {}),
    ...(lead.name && !oldest.name && !duplicate?.name ? { name: lead.name } : {}),
  }
  if (Object.keys(changes).length > 0)
    await tx.db
      .update(leads)
      .set({ ...changes, updatedAt: at })
      .where(whereTenant(leads, tenantId, eq(leads.id, oldest.id)))
  if (oldest.archive && !input.staysArchived)
    await updateArchiveFlag(tx, conversations, { tenantId, leadId: oldest.id, at }, false)
  return { id: oldest.id, pause: oldest.pause || (duplicate?.pause ?? false), mergedLeadId: duplicate?.id ?? null }
}
