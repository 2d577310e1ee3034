import { and, eq, inArray } from 'drizzle-orm'
import type { Tx } from '../../../kernel/db/database.ts'
import { ofTenant } from '../../../kernel/db/of-tenant.ts'
import { whatsappEvents } from '../../../kernel/db/schema/whatsapp.ts'
import type { Deps } from '../../../kernel/deps.ts'
import { erasedKey } from '../../../kernel/erased-key.ts'
import type { ForNumber } from './numbers.ts'
import type { WebhookEvent } from './webhook-events.ts'

/** Keeps what people said, once, and has it worked off. @returns true where any of it is new */
export async function keepEvents(
  tx: Tx,
  { jobs }: Pick<Deps, 'jobs'>,
  place: ForNumber,
  events: readonly WebhookEvent[],
  at: Date,
): Promise<boolean> {
  if (events.length === 0) return false
  // One delivery may hold many messages in any order; within it, Meta's own times put them right.
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
  const erased = await takeOutErased(tx, place, added)
  const senders = new Set(added.filter(({ key }) => !erased.has(key)).map(({ sender }) => sender))
  for (const sender of senders)
    await jobs.send(tx, 'receive-whatsapp', { ...place, sender }, { key: `${place.numberId}:${sender}` })
  return senders.size > 0
}

/** Takes out again what is repeated of leads that were erased. Looked for last: an erasure at the same moment has been waited for. */
async function takeOutErased(tx: Tx, place: ForNumber, added: readonly { key: string }[]): Promise<Set<string>> {
  const keyOf = new Map(added.map(({ key }) => [erasedKey(key), key]))
  if (keyOf.size === 0) return new Set()
  const erased = (await marksOf(tx, place, [...keyOf.keys()])).flatMap((mark) => keyOf.get(mark) ?? [])
  const mine = ofTenant(whatsappEvents, place.tenantId, eq(whatsappEvents.numberId, place.numberId))
  if (erased.length > 0) await tx.db.delete(whatsappEvents).where(and(mine, inArray(whatsappEvents.key, erased)))
  return new Set(erased)
}

/** Those of these marks that an erasure has left. */
export async function marksOf(tx: Tx, { tenantId, numberId }: ForNumber, marks: readonly string[]): Promise<string[]> {
  const found = await tx.db
    .select({ key: whatsappEvents.key })
    .from(whatsappEvents)
    .where(ofTenant(whatsappEvents, tenantId, eq(whatsappEvents.numberId, numberId), inArray(whatsappEvents.key, [...marks])))
  return found.map(({ key }) => key)
}
