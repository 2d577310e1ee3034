import { asc, eq, inArray, isNull, or } from 'drizzle-orm'
import type { Tx } from '../../kernel/db/database.ts'
import { HOLD_LEAD } from '../../kernel/db/hold-lead.ts'
import { ofTenant } from '../../kernel/db/of-tenant.ts'
import { leads } from '../../kernel/db/schema/conversations.ts'
import type { Deps } from '../../kernel/deps.ts'
import { phoneKey } from '../../kernel/phone-key.ts'
import { mergeLeads } from './merge-leads.ts'
import type { ChannelNames, ConversationsOfLead, LeadRow, TiedLead } from './ports.ts'

/** Replaces the identifiers of leads. @returns as `Leads.tieNames` */
export async function tieNames(
  tx: Tx,
  deps: Pick<Deps, 'jobs'>,
  conversations: ConversationsOfLead,
  tenantId: string,
  names: { before: ChannelNames; now: ChannelNames },
  at: Date,
): Promise<TiedLead[]> {
  const tied: TiedLead[] = []
  for (const [agentId, found] of Map.groupBy(await knownAs(tx, tenantId, names), (lead) => lead.agentId)) {
    const [first, ...others] = found
    if (!first) continue
    for (const other of others) {
      const keep = (await reload(tx, first)) ?? first
      await mergeLeads(tx, deps, conversations, { keep, other, at })
    }
    await rename(tx, (await reload(tx, first)) ?? first, names.now, at)
    tied.push({ id: first.id, agentId, merged: others.map(({ id }) => id) })
  }
  return tied
}

/** Returns the leads with one of these identifiers, oldest first, which is the order in which they are locked. */
function knownAs(tx: Tx, tenantId: string, { before, now }: { before: ChannelNames; now: ChannelNames }): Promise<LeadRow[]> {
  const keys = [before.channelKey, now.channelKey].filter((key) => key !== null)
  const userKeys = [before.channelUserKey, now.channelUserKey].filter((key) => key !== null)
  return tx.db
    .select()
    .from(leads)
    .where(
      ofTenant(
        leads,
        tenantId,
        isNull(leads.erasedAt),
        or(inArray(leads.channelKey, keys), inArray(leads.channelUserKey, userKeys)),
      ),
    )
    .orderBy(asc(leads.createdAt), asc(leads.id))
    .for(HOLD_LEAD)
}

async function reload(tx: Tx, { tenantId, id }: LeadRow): Promise<LeadRow | undefined> {
  const [row] = await tx.db
    .select()
    .from(leads)
    .where(ofTenant(leads, tenantId, eq(leads.id, id)))
  return row
}

async function rename(tx: Tx, lead: LeadRow, { channelKey, channelUserKey, phone }: ChannelNames, at: Date): Promise<void> {
  const { tenantId, id } = lead
  const learned = {
    ...(channelKey === null || channelKey === lead.channelKey ? {} : { channelKey, phone, phoneKey: phoneKey(phone) }),
    ...(channelUserKey === null || channelUserKey === lead.channelUserKey ? {} : { channelUserKey }),
  }
  if (Object.keys(learned).length === 0) return
  await tx.db
    .update(leads)
    .set({ ...learned, updatedAt: at })
    .where(ofTenant(leads, tenantId, eq(leads.id, id)))
  tx.emit({ name: 'lead.changed', payload: { tenantId, leadId: id } })
}
