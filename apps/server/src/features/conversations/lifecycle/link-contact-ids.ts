import { eq, inArray } from 'drizzle-orm'
import type { Tx } from '../../../platform/database/database.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { conversations } from '../../../platform/database/schema/conversations/conversations.ts'
import type { Deps } from '../../../platform/deps.ts'
import { toPhoneKey } from '../../../platform/leads/phone-key.ts'
import type { Leads } from '../../leads/ports.ts'
import type { ChannelContactIdChange } from '../ports.ts'
import { mergeConversations } from './merge-conversations.ts'

/**
 * Replaces a contact's identifiers in its leads, merges the conversations of merged leads, and updates the addresses for replies.
 * @returns as `Conversations.linkContactIds`
 */
export async function linkContactIds(
  tx: Tx,
  deps: Pick<Deps, 'jobs'>,
  leads: Pick<Leads, 'linkContactIds'>,
  change: ChannelContactIdChange,
  at: Date,
): Promise<string[]> {
  const { tenantId } = change
  const linkedLeads = await leads.linkContactIds(tx, tenantId, change, at)
  for (const { id, mergedLeadIds } of linkedLeads)
    for (const from of mergedLeadIds) await mergeConversations(tx, deps, { tenantId, from, into: id, at })
  const leadIds = linkedLeads.map(({ id }) => id)
  if (leadIds.length > 0) await updateAddresses(tx, change, leadIds)
  return linkedLeads.map(({ agentId }) => agentId)
}

async function updateAddresses(tx: Tx, change: ChannelContactIdChange, leadIds: readonly string[]): Promise<void> {
  const { tenantId, channel } = change
  const rows = await tx.db
    .select({ id: conversations.id, address: conversations.channelAddress })
    .from(conversations)
    .where(whereTenant(conversations, tenantId, inArray(conversations.leadId, [...leadIds]), eq(conversations.channel, channel)))
    .orderBy(conversations.id)
    .for('update')
  for (const { id, address } of rows) {
    const channelAddress = getAddressAfterChange(address, change)
    if (channelAddress !== address)
      await tx.db
        .update(conversations)
        .set({ channelAddress })
        .where(whereTenant(conversations, tenantId, eq(conversations.id, id)))
  }
}

/**
 * Returns the address for replies after a contact's identifiers changed. Keeps a phone number as address, unless the change replaces that
 * number.
 */
function getAddressAfterChange(address: string | null, { before, now: after }: ChannelContactIdChange): string | null {
  if (address === null) return null
  if (!address.startsWith('+')) return after.address ?? address
  const isReplacedPhone = toPhoneKey(address) === toPhoneKey(before.phone) && toPhoneKey(address) !== toPhoneKey(after.phone)
  return isReplacedPhone && after.phone ? after.phone : address
}
