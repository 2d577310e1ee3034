import type { LeadExport } from '@prosa/contract/entities/conversations/lead-export'
import { asc, or } from 'drizzle-orm'
import type { Tx } from '../../../platform/database/database.ts'
import { equalsAny } from '../../../platform/database/queries/equals-any.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { messageEdits } from '../../../platform/database/schema/conversations/message-edits.ts'

/**
 * Returns the SQL condition for the stored edits of a lead's messages.
 * @param senders the channel's ids of the messages and of the lead
 */
export const leadEditsCondition = (tenantId: string, senders: readonly string[]) =>
  whereTenant(messageEdits, tenantId, or(equalsAny(messageEdits.channelId, senders), equalsAny(messageEdits.sender, senders)))

/** Returns the earlier texts of edited messages, for a lead's data export. See `Conversations.exportEarlierTexts`. */
export async function exportEarlierTexts(
  tx: Tx,
  tenantId: string,
  senders: readonly string[],
): Promise<LeadExport['earlier_wordings']> {
  const rows = await tx.db
    .select()
    .from(messageEdits)
    .where(leadEditsCondition(tenantId, senders))
    .orderBy(asc(messageEdits.saidAt))
  return rows.map(({ channelId, content, saidAt }) => ({ channel_id: channelId, content, said_at: saidAt.toISOString() }))
}
