import type { LeadExport } from '@prosa/contract/entities/lead-export'
import { asc, or } from 'drizzle-orm'
import type { Tx } from '../../kernel/db/database.ts'
import { ofTenant } from '../../kernel/db/of-tenant.ts'
import { oneOf } from '../../kernel/db/one-of.ts'
import { messageEdits } from '../../kernel/db/schema/message-edits.ts'

/** Returns the condition for edits of a lead's messages, by all identifiers of the channel for the messages and the lead. */
export const editsOf = (tenantId: string, senders: readonly string[]) =>
  ofTenant(messageEdits, tenantId, or(oneOf(messageEdits.channelId, senders), oneOf(messageEdits.sender, senders)))

/** See `Conversations.earlierWordings`. */
export async function earlierWordings(
  tx: Tx,
  tenantId: string,
  senders: readonly string[],
): Promise<LeadExport['earlier_wordings']> {
  const rows = await tx.db.select().from(messageEdits).where(editsOf(tenantId, senders)).orderBy(asc(messageEdits.saidAt))
  return rows.map(({ channelId, content, saidAt }) => ({ channel_id: channelId, content, said_at: saidAt.toISOString() }))
}
