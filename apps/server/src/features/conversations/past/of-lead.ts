import type { Message } from '@prosa/contract/entities/message'
import { asc, eq, inArray } from 'drizzle-orm'
import type { Tx } from '../../../kernel/db/database.ts'
import { ofTenant } from '../../../kernel/db/of-tenant.ts'
import { conversations } from '../../../kernel/db/schema/conversations.ts'
import { echoedTexts, pastMessages } from '../../../kernel/db/schema/past.ts'
import type { JsonObject } from '../../../kernel/json.ts'
import { ofPast } from './import-past.ts'
import type { TracedPast } from './ports.ts'
import { presentAllPast } from './read-past.ts'

/** Returns all imported messages of a conversation, oldest first, for the lead's data export. */
export async function exportPast(
  tx: Tx,
  tenantId: string,
  conversationId: string,
): Promise<(Message & { meta: JsonObject | null })[]> {
  const rows = await tx.db
    .select()
    .from(pastMessages)
    .where(ofPast(tenantId, conversationId))
    .orderBy(asc(pastMessages.saidAt), asc(pastMessages.id))
  const shown = await presentAllPast(tx, tenantId, rows)
  return shown.map((message, index) => ({ ...message, meta: rows[index]?.meta ?? null }))
}

/** Returns our ids and the channel's ids of the conversations' imported messages. */
export const tracePast = (tx: Tx, tenantId: string, conversationIds: readonly string[]): Promise<TracedPast[]> =>
  tx.db
    .select({
      id: pastMessages.id,
      channelId: pastMessages.channelId,
      numberId: pastMessages.numberId,
      createdAt: pastMessages.createdAt,
    })
    .from(pastMessages)
    .where(ofTenant(pastMessages, tenantId, inArray(pastMessages.conversationId, [...conversationIds])))

/** Deletes the imported messages, because no statistics use them. */
export async function erasePast(tx: Tx, tenantId: string, conversationIds: readonly string[]): Promise<void> {
  const ids = [...conversationIds]
  await tx.db.delete(pastMessages).where(ofTenant(pastMessages, tenantId, inArray(pastMessages.conversationId, ids)))
  await tx.db.delete(echoedTexts).where(ofTenant(echoedTexts, tenantId, inArray(echoedTexts.conversationId, ids)))
}

/** Moves the imported messages of a merged conversation to the other. */
export async function mergePast(
  tx: Tx,
  { tenantId, from, into }: { tenantId: string; from: string; into: string },
  at: Date,
): Promise<void> {
  const moved = await tx.db
    .update(pastMessages)
    .set({ conversationId: into })
    .where(ofPast(tenantId, from))
    .returning({ id: pastMessages.id })
  await tx.db.delete(echoedTexts).where(ofTenant(echoedTexts, tenantId, eq(echoedTexts.conversationId, from)))
  if (moved.length > 0)
    await tx.db
      .update(conversations)
      .set({ pastChangedAt: at })
      .where(ofTenant(conversations, tenantId, eq(conversations.id, into)))
}
