import { asc, inArray, lt } from 'drizzle-orm'
import type { Tx } from '../../../platform/database/database.ts'
import { equalsAny } from '../../../platform/database/queries/equals-any.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { turnStarts } from '../../../platform/database/schema/agents/corrections.ts'
import { type conversations, messages } from '../../../platform/database/schema/conversations/conversations.ts'
import type { LeadRow } from '../../leads/ports.ts'

type TurnStartColumns = Pick<typeof conversations.$inferSelect, 'assistantState' | 'stage' | 'summary'>

/**
 * Stores the agent's memory and the lead's data from before the agent wrote a message. Pass the values as they were before the agent
 * changed them.
 */
export async function storeTurnStartState(
  tx: Tx,
  { tenantId, messageId, at }: { tenantId: string; messageId: string; at: Date },
  { assistantState: memory, stage, summary }: TurnStartColumns,
  { name, company, phone, email }: Pick<LeadRow, 'name' | 'company' | 'phone' | 'email'>,
): Promise<void> {
  const state = { memory, stage, summary, lead: { name, company, phone, email } }
  await tx.db.insert(turnStarts).values({ tenantId, messageId, known: state, createdAt: at })
}

/** Returns the agent memory and lead data that were stored when an agent began to write these messages, oldest first. */
export async function exportTurnStartStates(tx: Tx, tenantId: string, messageIds: readonly string[]) {
  const rows = await tx.db
    .select()
    .from(turnStarts)
    .where(whereTenant(turnStarts, tenantId, equalsAny(turnStarts.messageId, messageIds)))
    .orderBy(asc(turnStarts.createdAt), asc(turnStarts.messageId))
  return rows.map(({ messageId, createdAt, known }) => ({ message_id: messageId, at: createdAt.toISOString(), known }))
}

/** Deletes the stored start states of all agent messages in these conversations. */
export async function eraseTurnStartStates(tx: Tx, tenantId: string, conversationIds: readonly string[]): Promise<void> {
  const messageIdsOfConversations = tx.db
    .select({ id: messages.id })
    .from(messages)
    .where(whereTenant(messages, tenantId, inArray(messages.conversationId, [...conversationIds])))
  await tx.db
    .delete(turnStarts)
    .where(whereTenant(turnStarts, tenantId, inArray(turnStarts.messageId, messageIdsOfConversations)))
}

/**
 * Deletes start states of agent messages older than `before`, in all organisations. They are too old for a correction, in which a user
 * marks an agent's answer as wrong.
 */
export async function deleteOldTurnStartStates(system: Tx, before: Date): Promise<void> {
  await system.db.delete(turnStarts).where(lt(turnStarts.createdAt, before))
}
