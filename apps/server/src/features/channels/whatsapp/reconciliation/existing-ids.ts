import type { Tx } from '../../../../platform/database/database.ts'
import { equalsAny } from '../../../../platform/database/queries/equals-any.ts'
import { whereTenant } from '../../../../platform/database/queries/where-tenant.ts'
import { messages } from '../../../../platform/database/schema/conversations/conversations.ts'
import { importedMessages } from '../../../../platform/database/schema/whatsapp/imported-history.ts'
import { whatsappEvents } from '../../../../platform/database/schema/whatsapp/whatsapp.ts'
import { hashErasedMessageId } from '../lead-data/hash-erased-message-id.ts'
import type { WhatsAppNumberRef } from '../numbers/numbers.ts'

/** Returns the event key for a Meta id that belongs, for example, to a reaction and not to a message. */
const toNonMessageEventKey = (id: string): string => `known:${id}`

/** Stores that a Meta id belongs to a reaction or similar. Otherwise it could be mistaken for the id of a message with unknown delivery. */
export async function recordMessageId(
  tx: Tx,
  { tenantId, numberId }: WhatsAppNumberRef,
  { id, sender }: { id: string; sender: string },
  at: Date,
): Promise<void> {
  const row = {
    tenantId,
    numberId,
    key: toNonMessageEventKey(id),
    kind: 'echo' as const,
    sender,
    payload: null,
    place: 0,
    receivedAt: at,
    processedAt: at,
  }
  await tx.db.insert(whatsappEvents).values(row).onConflictDoNothing()
}

/** Returns the Meta ids that are stored here: as a message, an imported message, a webhook event, or an erased event. */
export async function findExistingMessageIds(tx: Tx, tenantId: string, ids: readonly string[]): Promise<Set<string>> {
  const keys = new Map(
    ids.flatMap((id) =>
      [`message:${id}`, `echo:${id}`, toNonMessageEventKey(id)].flatMap((key) => [
        [key, id] as const,
        [hashErasedMessageId(key), id] as const,
      ]),
    ),
  )
  const storedMessages = await tx.db
    .select({ id: messages.channelId })
    .from(messages)
    .where(whereTenant(messages, tenantId, equalsAny(messages.channelId, ids)))
  const importedRows = await tx.db
    .select({ id: importedMessages.channelId })
    .from(importedMessages)
    .where(whereTenant(importedMessages, tenantId, equalsAny(importedMessages.channelId, ids)))
  const events = await tx.db
    .select({ key: whatsappEvents.key })
    .from(whatsappEvents)
    .where(whereTenant(whatsappEvents, tenantId, equalsAny(whatsappEvents.key, [...keys.keys()])))
  return new Set(
    [...storedMessages, ...importedRows].flatMap(({ id }) => id ?? []).concat(events.flatMap(({ key }) => keys.get(key) ?? [])),
  )
}
