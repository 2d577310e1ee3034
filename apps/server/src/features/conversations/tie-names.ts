import { eq, inArray } from 'drizzle-orm'
import type { Tx } from '../../kernel/db/database.ts'
import { ofTenant } from '../../kernel/db/of-tenant.ts'
import { conversations } from '../../kernel/db/schema/conversations.ts'
import type { Deps } from '../../kernel/deps.ts'
import { phoneKey } from '../../kernel/phone-key.ts'
import type { Leads } from '../leads/ports.ts'
import { mergeConversations } from './merge-conversations.ts'
import type { NamesChange } from './ports.ts'

/** Replaces the identifiers of leads. @returns as `Conversations.tieNames` */
export async function tieNames(
  tx: Tx,
  deps: Pick<Deps, 'jobs'>,
  leads: Pick<Leads, 'tieNames'>,
  change: NamesChange,
  at: Date,
): Promise<string[]> {
  const { tenantId } = change
  const tied = await leads.tieNames(tx, tenantId, change, at)
  for (const { id, merged } of tied)
    for (const from of merged) await mergeConversations(tx, deps, { tenantId, from, into: id, at })
  const leadIds = tied.map(({ id }) => id)
  if (leadIds.length > 0) await readdress(tx, change, leadIds)
  return tied.map(({ agentId }) => agentId)
}

async function readdress(tx: Tx, change: NamesChange, leadIds: readonly string[]): Promise<void> {
  const { tenantId, channel } = change
  const theirs = await tx.db
    .select({ id: conversations.id, address: conversations.channelAddress })
    .from(conversations)
    .where(ofTenant(conversations, tenantId, inArray(conversations.leadId, [...leadIds]), eq(conversations.channel, channel)))
    .orderBy(conversations.id)
    .for('update')
  for (const { id, address } of theirs) {
    const channelAddress = addressAfter(address, change)
    if (channelAddress !== address)
      await tx.db
        .update(conversations)
        .set({ channelAddress })
        .where(ofTenant(conversations, tenantId, eq(conversations.id, id)))
  }
}

/** Returns the address after a change of identifiers. A phone number stays unless the change replaces that number. */
function addressAfter(address: string | null, { before, now }: NamesChange): string | null {
  if (address === null) return null
  if (!address.startsWith('+')) return now.address ?? address
  const isOld = phoneKey(address) === phoneKey(before.phone) && phoneKey(address) !== phoneKey(now.phone)
  return isOld && now.phone ? now.phone : address
}
