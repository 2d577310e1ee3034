import { eq, isNull, or, sql } from 'drizzle-orm'
import type { Tx } from '../../../platform/database/database.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { leads } from '../../../platform/database/schema/conversations/conversations.ts'
import type { LeadChangeTarget } from '../ports.ts'

/**
 * Stores that no marketing messages may be sent to a lead before `until`, because the channel requires this. Applies to all leads of the
 * tenant with the same channel identifiers, of all agents. Keeps a stored later time.
 */
export async function delayMarketing(tx: Tx, { tenantId, leadId }: Omit<LeadChangeTarget, 'at'>, until: Date): Promise<void> {
  const [lead] = await tx.db
    .select({ channelKey: leads.channelKey, channelUserKey: leads.channelUserKey })
    .from(leads)
    .where(whereTenant(leads, tenantId, eq(leads.id, leadId)))
  if (!lead) return
  const { channelKey, channelUserKey } = lead
  await tx.db
    .update(leads)
    .set({ marketingAfter: sql`GREATEST(${leads.marketingAfter}, ${until.toISOString()}::timestamptz)` })
    .where(
      whereTenant(
        leads,
        tenantId,
        isNull(leads.erasedAt),
        or(
          eq(leads.id, leadId),
          channelKey === null ? undefined : eq(leads.channelKey, channelKey),
          channelUserKey === null ? undefined : eq(leads.channelUserKey, channelUserKey),
        ),
      ),
    )
}
