import { asc, eq } from 'drizzle-orm'
import type { Tx } from '../../kernel/db/database.ts'
import { HOLD_LEAD } from '../../kernel/db/hold-lead.ts'
import { ofTenant } from '../../kernel/db/of-tenant.ts'
import { leads } from '../../kernel/db/schema/conversations.ts'
import type { Deps } from '../../kernel/deps.ts'
import { phoneKey } from '../../kernel/phone-key.ts'
import { insertLead, knownAs } from './channel-lead.ts'
import { mergeLeads } from './merge-leads.ts'
import type { ChannelLead, ConversationsOfLead, FoundLead } from './ports.ts'
import { writeArchive } from './set-archive.ts'

/**
 * Returns the lead with a channel's identifiers, and inserts it if it is new. Locks it until the transaction ends. Restores an archived
 * lead, so that every lead that writes is visible.
 */
export async function findOrCreateLead(
  tx: Tx,
  deps: Pick<Deps, 'jobs'>,
  conversations: ConversationsOfLead,
  input: ChannelLead & { at: Date },
): Promise<FoundLead> {
  const known = await findByKeys(tx, deps, conversations, input)
  if (known) return known
  const made = await insertLead(tx, input)
  if (made) return { ...made, merged: null }
  // A concurrent message of the same new lead has inserted it.
  const other = await findByKeys(tx, deps, conversations, input)
  if (!other) throw new Error('A lead can be neither made nor found')
  return other
}

async function findByKeys(
  tx: Tx,
  deps: Pick<Deps, 'jobs'>,
  conversations: ConversationsOfLead,
  input: ChannelLead & { at: Date },
): Promise<FoundLead | null> {
  const { tenantId, channelKey, channelUserKey = null, lead, at } = input
  const [first, second] = await tx.db
    .select()
    .from(leads)
    .where(knownAs(input))
    .orderBy(asc(leads.createdAt), asc(leads.id))
    .for(HOLD_LEAD)
  if (!first) return null
  if (second) await mergeLeads(tx, deps, conversations, { keep: first, other: second, at })
  const learned = {
    ...(channelKey === null || first.channelKey === channelKey ? {} : { channelKey }),
    ...(channelUserKey === null || first.channelUserKey === channelUserKey ? {} : { channelUserKey }),
    // The phone number reported by the channel replaces one that the lead only mentioned.
    ...(lead.phone && first.channelKey !== channelKey ? { phone: lead.phone, phoneKey: phoneKey(lead.phone) } : {}),
    ...(lead.name && !first.name && !second?.name ? { name: lead.name } : {}),
  }
  if (Object.keys(learned).length > 0)
    await tx.db
      .update(leads)
      .set({ ...learned, updatedAt: at })
      .where(ofTenant(leads, tenantId, eq(leads.id, first.id)))
  if (first.archive && !input.staysArchived) await writeArchive(tx, conversations, { tenantId, leadId: first.id, at }, false)
  return { id: first.id, pause: first.pause || (second?.pause ?? false), merged: second?.id ?? null }
}
