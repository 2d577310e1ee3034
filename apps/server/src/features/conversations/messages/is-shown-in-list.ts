import { desc, eq, gte } from 'drizzle-orm'
import type { Tx } from '../../../platform/database/database.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { messages } from '../../../platform/database/schema/conversations/conversations.ts'
import type { MessageRow } from '../ports.ts'
import { SHOWN_IN_LIST_CONDITION } from './message-marks.ts'

/**
 * Whether the conversation list shows this message as the last one of its conversation. Reactions, automatic messages of a phone and
 * messages that arrived late are never shown there.
 */
export async function isShownInList(
  tx: Tx,
  { tenantId, conversationId, seq }: Pick<MessageRow, 'tenantId' | 'conversationId' | 'seq'>,
): Promise<boolean> {
  const [newest] = await tx.db
    .select({ seq: messages.seq })
    .from(messages)
    .where(
      whereTenant(
        messages,
        tenantId,
        eq(messages.conversationId, conversationId),
        gte(messages.seq, seq),
        SHOWN_IN_LIST_CONDITION,
      ),
    )
    .orderBy(desc(messages.seq))
    .limit(1)
  return newest?.seq === seq
}
