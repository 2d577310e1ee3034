import type { Tx } from '../../../../platform/database/database.ts'
import { equalsAny } from '../../../../platform/database/queries/equals-any.ts'
import { whereTenant } from '../../../../platform/database/queries/where-tenant.ts'
import { messages } from '../../../../platform/database/schema/conversations/conversations.ts'
import { importedMessages } from '../../../../platform/database/schema/whatsapp/imported-history.ts'
import { whatsappEvents } from '../../../../platform/database/schema/whatsapp/whatsapp.ts'
import { hashErasedMessageId } from '../lead-data/hash-erased-message-id.ts'
import type { NumberRef } from '../numbers/numbers.ts'

/** Returns the event key for an id that is not a message, such as a reaction's. */
const toKnownEventKey = (id: string): string => `known:${id}`

/** Stores that an id of Meta belongs to a reaction or similar, so that it is not taken for an unconfirmed message. */
export async function recordMessageId(
  tx: Tx,
  { tenantId, numberId }: NumberRef,
  { id, sender }: { id: string; sender: string },
  at: Date,
): Promise<void> {
  const row = {
    tenantId,
    numberId,
    key: toKnownEventKey(id),
    kind: 'echo' as const,
    sender,
    payload: null,
    place: 0,
    receivedAt: at,
    processedAt: at,
  }
  await tx.db.insert(whatsappEvents).values(row).onConflictDoNothing()
}

/**
 * Returns those of these ids that are stored: as a message, an imported message, a pending or processed event, or the mark of an erased
 * one.
 */
export async function findExistingIds(tx: Tx, tenantId: string, ids: readonly string[]): Promise<Set<string>> {
  const keys = new Map(
    ids.flatMap((id) =>
      [`message:${id}`, `echo:${id}`, toKnownEventKey(id)].flatMap((key) => [
        [key, id] as const,
        [hashErasedMessageId(key), id] as const,
      ]),
    ),
  )
  const live = await tx.db
    .select({ id: messages.channelId })
    .from(messages)
    .where(whereTenant(messages, tenantId, equalsAny(messages.channelId, ids)))
  const past = await tx.db
    .select({ id: importedMessages.channelId })
    .from(importedMessages)
    .where(whereTenant(importedMessages, tenantId, equalsAny(importedMessages.channelId, ids)))
  const events = await tx.db
    .select({ key: whatsappEvents.key })
    .from(whatsappEvents)
    .where(whereTenant(whatsappEvents, tenantId, equalsAny(whatsappEvents.key, [...keys.keys()])))
  return new Set([...live, ...past].flatMap(({ id }) => id ?? []).concat(events.flatMap(({ key }) => keys.get(key) ?? [])))
}
