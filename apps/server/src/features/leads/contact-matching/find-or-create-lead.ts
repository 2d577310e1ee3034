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
 * Returns the lead with a channel's identifiers and locks the lead's row until the transaction ends. Inserts the lead if none exists.
 * Restores an archived lead, so that every lead who writes is visible.
 */
export async function findOrCreateLead(
  tx: Tx,
  deps: Pick<Deps, 'jobs'>,
  conversations: LeadConversations,
  input: ChannelLead & { at: Date },
): Promise<LockedLead> {
  const known = await findLeadByContactIds(tx, deps, conversations, input)
  if (known) return known
  const made = await insertLead(tx, input)
  if (made) return { ...made, merged: null }
  // A concurrent message of the same new lead has inserted the lead.
  const other = await findLeadByContactIds(tx, deps, conversations, input)
  if (!other) throw new Error('A lead can be neither made nor found')
  return other
}

async function findLeadByContactIds(
  tx: Tx,
  deps: Pick<Deps, 'jobs'>,
  conversations: LeadConversations,
  input: ChannelLead & { at: Date },
): Promise<LockedLead | null> {
  const { tenantId, channelKey, channelUserKey = null, lead, at } = input
  const [first, second] = await tx.db
    .select()
    .from(leads)
    .where(contactIdsCondition(input))
    .orderBy(asc(leads.createdAt), asc(leads.id))
    .for(LEAD_LOCK_MODE)
  if (!first) return null
  if (second) await mergeLeads(tx, deps, conversations, { keep: first, other: second, at })
  const learned = {
    ...(channelKey === null || first.channelKey === channelKey ? {} : { channelKey }),
    ...(channelUserKey === null || first.channelUserKey === channelUserKey ? {} : { channelUserKey }),
    // A phone number that the channel reports replaces a phone number that the lead only mentioned.
    ...(lead.phone && first.channelKey !== channelKey ? { phone: lead.phone, phoneKey: toPhoneKey(lead.phone) } : {}),
    ...(lead.name && !first.name && !second?.name ? { name: lead.name } : {}),
  }
  if (Object.keys(learned).length > 0)
    await tx.db
      .update(leads)
      .set({ ...learned, updatedAt: at })
      .where(whereTenant(leads, tenantId, eq(leads.id, first.id)))
  if (first.archive && !input.staysArchived) await updateArchiveFlag(tx, conversations, { tenantId, leadId: first.id, at }, false)
  return { id: first.id, pause: first.pause || (second?.pause ?? false), merged: second?.id ?? null }
}
