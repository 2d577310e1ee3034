import type { LeadExport } from '@prosa/contract/entities/lead-export'
import { asc, or } from 'drizzle-orm'
import type { Tx } from '../../kernel/db/database.ts'
import { ofTenant } from '../../kernel/db/of-tenant.ts'
import { oneOf } from '../../kernel/db/one-of.ts'
import { messageEdits } from '../../kernel/db/schema/message-edits.ts'

/** What changed of a lead's messages, by every name that its channel has for it and for them. */
export const editsOf = (tenantId: string, senders: readonly string[]) =>
  ofTenant(messageEdits, tenantId, or(oneOf(messageEdits.channelId, senders), oneOf(messageEdits.sender, senders)))

/** As `Conversations.earlierWordings`. */
export async function earlierWordings(
  tx: Tx,
  tenantId: string,
  senders: readonly string[],
): Promise<LeadExport['earlier_wordings']> {
  const rows = await tx.db.select().from(messageEdits).where(editsOf(tenantId, senders)).orderBy(asc(messageEdits.saidAt))
  return rows.map(({ channelId, content, saidAt }) => ({ channel_id: channelId, content, said_at: saidAt.toISOString() }))
}
