import { and, eq, inArray } from 'drizzle-orm'
import { isUuid, type Tx } from '../../../kernel/db/database.ts'
import { whatsappDirectory, whatsappEvents } from '../../../kernel/db/schema/whatsapp.ts'
import type { Deps } from '../../../kernel/deps.ts'
import { erasedKey } from '../../../kernel/erased-key.ts'
import { applyStatus, type RaiseDelivery } from './apply-status.ts'
import { purgeWithinADay } from './purge-events.ts'
import { readWebhook, type StatusNews, type WebhookEvent } from './webhook-body.ts'

interface ForNumber {
  tenantId: string
  numberId: string
}

/**
 * Keeps what a webhook brought, once, and applies its statuses; when this returns, the sender may forget it. What belongs to no number
 * of ours leaves no trace.
 */
export async function storeWebhook(
  { db, jobs, clock, log }: Pick<Deps, 'db' | 'jobs' | 'clock' | 'log'>,
  raiseDelivery: RaiseDelivery,
  body: unknown,
): Promise<void> {
  const { events, statuses, unreadable } = readWebhook(body)
  if (unreadable > 0) log.warn({ unreadable }, 'parts of a WhatsApp webhook cannot be read')
  const asked = [...new Set([...events, ...statuses].map(({ phoneNumberId }) => phoneNumberId))]
  if (asked.length === 0) return
  const places = await db.system((tx) =>
    tx.db.select().from(whatsappDirectory).where(inArray(whatsappDirectory.phoneNumberId, asked)),
  )
  for (const { phoneNumberId, tenantId, numberId } of places) {
    const place = { tenantId, numberId }
    const at = clock.now()
    const ofNumber = <T extends { phoneNumberId: string }>(all: readonly T[]) =>
      all.filter((one) => one.phoneNumberId === phoneNumberId)
    await db.tenant(tenantId, async (tx) => {
      const senders = await keep(tx, place, ofNumber(events), at)
      for (const sender of senders)
        await jobs.send(tx, 'receive-whatsapp', { tenantId, numberId, sender }, { key: `${numberId}:${sender}` })
      if (senders.length > 0) await purgeWithinADay(tx, { jobs }, tenantId)
    })
    // Each by itself: who holds one conversation must not wait for another.
    for (const news of ofNumber(statuses)) await db.tenant(tenantId, (tx) => apply(tx, place, news, raiseDelivery, at))
  }
}

/** @returns the senders of whom there is something new */
async function keep(tx: Tx, place: ForNumber, events: readonly WebhookEvent[], at: Date): Promise<string[]> {
  if (events.length === 0) return []
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
  return [...new Set(added.filter(({ key }) => !erased.has(key)).map(({ sender }) => sender))]
}

/** Takes out again what is repeated of leads that were erased. Looked for last: an erasure at the same moment has been waited for. */
async function takeOutErased(tx: Tx, place: ForNumber, added: readonly { key: string }[]): Promise<Set<string>> {
  const keyOf = new Map(added.map(({ key }) => [erasedKey(key), key]))
  if (keyOf.size === 0) return new Set()
  const ofNumber = and(eq(whatsappEvents.tenantId, place.tenantId), eq(whatsappEvents.numberId, place.numberId))
  const marks = await tx.db
    .select({ key: whatsappEvents.key })
    .from(whatsappEvents)
    .where(and(ofNumber, inArray(whatsappEvents.key, [...keyOf.keys()])))
  const erased = marks.flatMap(({ key }) => keyOf.get(key) ?? [])
  if (erased.length > 0) await tx.db.delete(whatsappEvents).where(and(ofNumber, inArray(whatsappEvents.key, erased)))
  return new Set(erased)
}

async function apply(tx: Tx, place: ForNumber, news: StatusNews, raiseDelivery: RaiseDelivery, at: Date): Promise<void> {
  const { channelId, callbackData } = news
  const byId = callbackData && isUuid(callbackData) ? { id: callbackData } : null
  const known =
    (byId && (await applyStatus(tx, place.tenantId, byId, news, raiseDelivery, at))) ||
    (await applyStatus(tx, place.tenantId, { channelId }, news, raiseDelivery, at))
  if (known) return
  // Of a message that the team sent from its phone, perhaps, of which we have yet to hear.
  await tx.db
    .insert(whatsappEvents)
    .values({
      ...place,
      kind: 'status',
      key: `status:${channelId}:${news.status}`,
      sender: channelId,
      payload: JSON.stringify(news),
      place: 0,
      receivedAt: at,
    })
    .onConflictDoNothing()
}
