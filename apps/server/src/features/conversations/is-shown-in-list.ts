import { desc, eq, gte } from 'drizzle-orm'
import type { Tx } from '../../kernel/db/database.ts'
import { ofTenant } from '../../kernel/db/of-tenant.ts'
import { messages } from '../../kernel/db/schema/conversations.ts'
import { SAID_BY_SOMEBODY } from './by-itself.ts'
import type { MessageRow } from './ports.ts'

/** Whether the list shows this message: it is the newest that somebody wrote; reactions and what a phone sent by itself do not count. */
export async function isShownInList(
  tx: Tx,
  { tenantId, conversationId, seq }: Pick<MessageRow, 'tenantId' | 'conversationId' | 'seq'>,
): Promise<boolean> {
  const [newest] = await tx.db
    .select({ seq: messages.seq })
    .from(messages)
    .where(ofTenant(messages, tenantId, eq(messages.conversationId, conversationId), gte(messages.seq, seq), SAID_BY_SOMEBODY))
    .orderBy(desc(messages.seq))
    .limit(1)
  return newest?.seq === seq
}
