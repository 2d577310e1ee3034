import { and, eq, inArray } from 'drizzle-orm'
import type { Tx } from '../../../../platform/database/database.ts'
import { whereTenant } from '../../../../platform/database/queries/where-tenant.ts'
import { whatsappEvents } from '../../../../platform/database/schema/whatsapp/whatsapp.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { hashErasedMessageId } from '../lead-data/hash-erased-message-id.ts'
import type { WhatsAppNumberRef } from '../numbers/numbers.ts'
import type { WebhookEvent } from './webhook-events.ts'

/** Stores webhook events, skips repeated ones, and schedules one job per sender. Returns whether any event is new. */
export async function insertEvents(
  tx: Tx,
  { jobs }: Pick<Deps, 'jobs'>,
  numberRef: WhatsAppNumberRef,
  events: readonly WebhookEvent[],
  at: Date,
): Promise<boolean> {
  if (events.length === 0) return false
  // A webhook can contain messages in any order, so they are sorted by Meta's timestamp.
  const sortedEvents = [...events].sort((a, b) => a.timestamp - b.timestamp)
  const inserted = await tx.db
    .insert(whatsappEvents)
    .values(
      sortedEvents.map(({ kind, key, sender, timestamp, payload }, index) => ({
        ...numberRef,
        kind,
        key,
        sender,
        payload: JSON.stringify({ ...payload, timestamp }),
        place: index,
        receivedAt: at,
      })),
    )
    .onConflictDoNothing()
    .returning({ key: whatsappEvents.key, sender: whatsappEvents.sender })
  const erasedKeys = await deleteErasedEvents(tx, numberRef, inserted)
  const senders = new Set(inserted.filter(({ key }) => !erasedKeys.has(key)).map(({ sender }) => sender))
  for (const sender of senders)
    await jobs.send(tx, 'receive-whatsapp', { ...numberRef, sender }, { key: `${numberRef.numberId}:${sender}` })
  return senders.size > 0
}

/**
 * Deletes repeated webhook events of erased leads and returns their keys. Must run after the insert, because the insert waits for a
 * concurrent erasure.
 */
async function deleteErasedEvents(
  tx: Tx,
  numberRef: WhatsAppNumberRef,
  inserted: readonly { key: string }[],
): Promise<Set<string>> {
  const keyByMark = new Map(inserted.map(({ key }) => [hashErasedMessageId(key), key]))
  if (keyByMark.size === 0) return new Set()
  const erasedKeys = (await findErasureMarks(tx, numberRef, [...keyByMark.keys()])).flatMap((mark) => keyByMark.get(mark) ?? [])
  const numberCondition = whereTenant(whatsappEvents, numberRef.tenantId, eq(whatsappEvents.numberId, numberRef.numberId))
  if (erasedKeys.length > 0)
    await tx.db.delete(whatsappEvents).where(and(numberCondition, inArray(whatsappEvents.key, erasedKeys)))
  return new Set(erasedKeys)
}

/** Returns which of these erasure marks are stored. A mark is the hashed key of an erased webhook event. */
export async function findErasureMarks(
  tx: Tx,
  { tenantId, numberId }: WhatsAppNumberRef,
  marks: readonly string[],
): Promise<string[]> {
  const rows = await tx.db
    .select({ key: whatsappEvents.key })
    .from(whatsappEvents)
    .where(whereTenant(whatsappEvents, tenantId, eq(whatsappEvents.numberId, numberId), inArray(whatsappEvents.key, [...marks])))
  return rows.map(({ key }) => key)
}
