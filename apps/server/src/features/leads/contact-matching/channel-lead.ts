import { and, eq, or, type SQL } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import type { Tx } from '../../../platform/database/database.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { leads } from '../../../platform/database/schema/conversations/conversations.ts'
import { toPhoneKey } from '../../../platform/leads/phone-key.ts'
import type { ChannelLead } from '../ports.ts'

/** Returns the SQL condition for leads of the agent that have one of these channel identifiers. */
export const contactIdsCondition = ({ tenantId, agentId, channelKey, channelUserKey = null }: ChannelLead): SQL | undefined =>
  and(
    whereTenant(leads, tenantId, eq(leads.agentId, agentId)),
    or(
      channelKey === null ? undefined : eq(leads.channelKey, channelKey),
      channelUserKey === null ? undefined : eq(leads.channelUserKey, channelUserKey),
    ),
  )

/** Inserts a lead with its channel identifiers. Returns null if another transaction has inserted the same lead meanwhile. */
export async function insertLead(
  tx: Tx,
  { tenantId, agentId, channelKey, channelUserKey = null, lead, at }: ChannelLead & { at: Date },
  additionalValues: Partial<Pick<typeof leads.$inferInsert, 'nameFrom' | 'entry'>> = {},
): Promise<{ id: string; pause: boolean } | null> {
  const [created] = await tx.db
    .insert(leads)
    .values({
      tenantId,
      id: uuid(),
      agentId,
      channelKey,
      channelUserKey,
      name: lead.name ?? null,
      phone: lead.phone ?? null,
      phoneKey: toPhoneKey(lead.phone ?? null),
      origin: lead.origin,
      createdAt: at,
      updatedAt: at,
      ...additionalValues,
    })
    .onConflictDoNothing()
    .returning({ id: leads.id, pause: leads.pause })
  return created ?? null
}
