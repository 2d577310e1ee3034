import { and, eq, inArray } from 'drizzle-orm'
import type { Tx } from '../../../../platform/database/database.ts'
import { whereTenant } from '../../../../platform/database/queries/where-tenant.ts'
import { whatsappEvents } from '../../../../platform/database/schema/whatsapp/whatsapp.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { hashErasedMessageId } from '../lead-data/hash-erased-message-id.ts'
import type { NumberRef } from '../numbers/numbers.ts'
import type { WebhookEvent } from './webhook-events.ts'

/** Stores webhook events, skips repeated ones, and schedules the processing of each sender's events. Returns whether any event is new. */
export async function insertEvents(
  tx: Tx,
  { jobs }: Pick<Deps, 'jobs'>,
  place: NumberRef,
  events: readonly WebhookEvent[],
  at: Date,
): Promise<boolean> {
  if (events.length === 0) return false
  // Sorts the events by Meta's timestamp, because a webhook can contain messages in any order.
  const inOrder = [...events].sort((a, b) => a.timestamp - b.timestamp)
  const added = await tx.db
    .insert(whatsappEvents)
    .values(
      inOrder.map(({ kind, key, sender, timestamp, payload }, index) => ({
        ...place,
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
  const erased = await deleteErasedEvents(tx, place, added)
  const senders = new Set(added.filter(({ key }) => !erased.has(key)).map(({ sender }) => sender))
  for (const sender of senders)
    await jobs.send(tx, 'receive-whatsapp', { ...place, sender }, { key: `${place.numberId}:${sender}` })
  return senders.size > 0
}

/**
 * Deletes repeated webhook events of erased leads, and returns the keys of the deleted events. Call this function after the insert, because
 * the insert waits for a concurrent erasure.
 */
async function deleteErasedEvents(tx: Tx, place: NumberRef, added: readonly { key: string }[]): Promise<Set<string>> {
  const keyOf = new Map(added.map(({ key }) => [hashErasedMessageId(key), key]))
  if (keyOf.size === 0) return new Set()
  const erased = (await findErasureMarks(tx, place, [...keyOf.keys()])).flatMap((mark) => keyOf.get(mark) ?? [])
  const mine = whereTenant(whatsappEvents, place.tenantId, eq(whatsappEvents.numberId, place.numberId))
  if (erased.length > 0) await tx.db.delete(whatsappEvents).where(and(mine, inArray(whatsappEvents.key, erased)))
  return new Set(erased)
}

/** Returns those of the given erasure marks that are stored. A mark is the hashed key of an erased webhook event. */
export async function findErasureMarks(tx: Tx, { tenantId, numberId }: NumberRef, marks: readonly string[]): Promise<string[]> {
  const found = await tx.db
    .select({ key: whatsappEvents.key })
    .from(whatsappEvents)
    .where(whereTenant(whatsappEvents, tenantId, eq(whatsappEvents.numberId, numberId), inArray(whatsappEvents.key, [...marks])))
  return found.map(({ key }) => key)
}
