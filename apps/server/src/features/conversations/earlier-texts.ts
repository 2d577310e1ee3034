import type { LeadExport } from '@prosa/contract/entities/lead-export'
import { asc, or } from 'drizzle-orm'
import type { Tx } from '../../kernel/db/database.ts'
import { equalsAny } from '../../kernel/db/equals-any.ts'
import { messageEdits } from '../../kernel/db/schema/message-edits.ts'
import { whereTenant } from '../../kernel/db/where-tenant.ts'

/** Returns the condition for edits of a lead's messages, by all identifiers of the channel for the messages and the lead. */
export const leadEditsCondition = (tenantId: string, senders: readonly string[]) =>
  whereTenant(messageEdits, tenantId, or(equalsAny(messageEdits.channelId, senders), equalsAny(messageEdits.sender, senders)))

/** See `Conversations.earlierWordings`. */
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
