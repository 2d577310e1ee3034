import type { Message } from '@prosa/contract/entities/conversations/message'
import { asc, eq, inArray } from 'drizzle-orm'
import type { Tx } from '../../../platform/database/database.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { conversations } from '../../../platform/database/schema/conversations/conversations.ts'
import { echoedTexts, importedMessages } from '../../../platform/database/schema/whatsapp/imported-history.ts'
import type { JsonObject } from '../../../platform/json/json.ts'
import { importedMessagesCondition } from './import-contact-history.ts'
import { presentImportedMessages } from './list-imported-messages.ts'
import type { ImportedMessageRef } from './ports.ts'

/** Returns all imported messages of a conversation, oldest first, for the lead's data export. */
export async function exportImportedMessages(
  tx: Tx,
  tenantId: string,
  conversationId: string,
): Promise<(Message & { meta: JsonObject | null })[]> {
  const rows = await tx.db
    .select()
    .from(importedMessages)
    .where(importedMessagesCondition(tenantId, conversationId))
    .orderBy(asc(importedMessages.saidAt), asc(importedMessages.id))
  const presented = await presentImportedMessages(tx, tenantId, rows)
  return presented.map((message, index) => ({ ...message, meta: rows[index]?.meta ?? null }))
}

/**
 * Returns the identifiers of all imported messages of these conversations: our ids, the channel's ids, and the WhatsApp number.
 */
export const listImportedMessageRefs = (
  tx: Tx,
  tenantId: string,
  conversationIds: readonly string[],
): Promise<ImportedMessageRef[]> =>
  tx.db
    .select({
      id: importedMessages.id,
      channelId: importedMessages.channelId,
      numberId: importedMessages.numberId,
      createdAt: importedMessages.createdAt,
    })
    .from(importedMessages)
    .where(whereTenant(importedMessages, tenantId, inArray(importedMessages.conversationId, [...conversationIds])))

/** Deletes all imported messages of these conversations. Statistics do not need them. */
export async function eraseImportedMessages(tx: Tx, tenantId: string, conversationIds: readonly string[]): Promise<void> {
  const ids = [...conversationIds]
  await tx.db
    .delete(importedMessages)
    .where(whereTenant(importedMessages, tenantId, inArray(importedMessages.conversationId, ids)))
  await tx.db.delete(echoedTexts).where(whereTenant(echoedTexts, tenantId, inArray(echoedTexts.conversationId, ids)))
}

/** Moves the imported messages of conversation `from` to conversation `into`. Called when the two conversations are merged. */
export async function moveImportedMessages(
  tx: Tx,
  { tenantId, from, into }: { tenantId: string; from: string; into: string },
  at: Date,
): Promise<void> {
  const movedRows = await tx.db
    .update(importedMessages)
    .set({ conversationId: into })
    .where(importedMessagesCondition(tenantId, from))
    .returning({ id: importedMessages.id })
  await tx.db.delete(echoedTexts).where(whereTenant(echoedTexts, tenantId, eq(echoedTexts.conversationId, from)))
  if (movedRows.length > 0)
    await tx.db
      .update(conversations)
      .set({ pastChangedAt: at })
      .where(whereTenant(conversations, tenantId, eq(conversations.id, into)))
}
