import { eq, inArray, isNull, lt, or } from 'drizzle-orm'
import type { Tx } from '../../kernel/db/database.ts'
import { noEarlier } from '../../kernel/db/no-earlier.ts'
import { ofTenant } from '../../kernel/db/of-tenant.ts'
import { conversations, messages } from '../../kernel/db/schema/conversations.ts'
import { loadView } from './view.ts'

/** Stores the end of the free period of the conversation with this message, and emits it. The latest end wins. */
export async function setFree(
  tx: Tx,
  { tenantId, channelId, until }: { tenantId: string; channelId: string; until: Date },
  at: Date,
): Promise<void> {
  const [row] = await tx.db
    .update(conversations)
    .set({ freeUntil: until, updatedAt: noEarlier(conversations.updatedAt, at) })
    .where(
      ofTenant(
        conversations,
        tenantId,
        inArray(
          conversations.id,
          tx.db
            .select({ id: messages.conversationId })
            .from(messages)
            .where(ofTenant(messages, tenantId, eq(messages.channelId, channelId))),
        ),
        or(isNull(conversations.freeUntil), lt(conversations.freeUntil, until)),
      ),
    )
    .returning({ id: conversations.id })
  if (!row) return
  tx.emit({ name: 'conversation.changed', payload: { tenantId, conversation: await loadView(tx.db, tenantId, row.id) } })
}
