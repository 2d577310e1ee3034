import { asc, inArray, lt } from 'drizzle-orm'
import type { Tx } from '../../kernel/db/database.ts'
import { ofTenant } from '../../kernel/db/of-tenant.ts'
import { oneOf } from '../../kernel/db/one-of.ts'
import { type conversations, messages } from '../../kernel/db/schema/conversations.ts'
import { turnStarts } from '../../kernel/db/schema/corrections.ts'
import type { LeadRow } from '../leads/ports.ts'

type Known = Pick<typeof conversations.$inferSelect, 'assistantState' | 'stage' | 'summary'>

/** Stores the state at the beginning of the turn that sent this message, before the turn changes it. */
export async function keepTurnStart(
  tx: Tx,
  { tenantId, messageId, at }: { tenantId: string; messageId: string; at: Date },
  { assistantState: memory, stage, summary }: Known,
  { name, company, phone, email }: Pick<LeadRow, 'name' | 'company' | 'phone' | 'email'>,
): Promise<void> {
  const known = { memory, stage, summary, lead: { name, company, phone, email } }
  await tx.db.insert(turnStarts).values({ tenantId, messageId, known, createdAt: at })
}

/** Returns the stored states at the beginning of the turns of these messages, oldest first. */
export async function exportTurnStarts(tx: Tx, tenantId: string, messageIds: readonly string[]) {
  const rows = await tx.db
    .select()
    .from(turnStarts)
    .where(ofTenant(turnStarts, tenantId, oneOf(turnStarts.messageId, messageIds)))
    .orderBy(asc(turnStarts.createdAt), asc(turnStarts.messageId))
  return rows.map(({ messageId, createdAt, known }) => ({ message_id: messageId, at: createdAt.toISOString(), known }))
}

/** Deletes the stored turn states of these conversations. */
export async function eraseTurnStarts(tx: Tx, tenantId: string, conversationIds: readonly string[]): Promise<void> {
  const theirs = tx.db
    .select({ id: messages.id })
    .from(messages)
    .where(ofTenant(messages, tenantId, inArray(messages.conversationId, [...conversationIds])))
  await tx.db.delete(turnStarts).where(ofTenant(turnStarts, tenantId, inArray(turnStarts.messageId, theirs)))
}

/** Deletes the turn states of all organisations that are too old to be used for a correction. */
export async function dropTurnStarts(system: Tx, before: Date): Promise<void> {
  await system.db.delete(turnStarts).where(lt(turnStarts.createdAt, before))
}
