import type { Tx } from '../../../kernel/db/database.ts'
import { messageStatuses, whatsappEvents, whatsappNotices } from '../../../kernel/db/schema/whatsapp.ts'
import { erasedKey } from '../../../kernel/erased-key.ts'
import type { ChannelTraces } from '../ports.ts'
import { inboxOf, noticesOf, statusesOf } from './lead-traces.ts'
import { listNumbers } from './numbers.ts'
import { pastKey, personKey } from './past/keys.ts'

/** Maximum number of rows per insert, because a query can have 65,535 parameters. */
const INSERTED_AT_ONCE = 1_000

/** Erases a lead's data from WhatsApp's tables. */
export async function eraseLead(tx: Tx, traces: ChannelTraces, at: Date): Promise<void> {
  const heard = await tx.db.delete(whatsappEvents).where(inboxOf(traces)).returning()
  await keepFromComingBack(tx, [...heard, ...(await pastOf(tx, traces, at))], at)
  await tx.db.delete(messageStatuses).where(statusesOf(traces))
  await tx.db.delete(whatsappNotices).where(noticesOf(traces))
}

type Heard = Pick<typeof whatsappEvents.$inferSelect, 'tenantId' | 'numberId' | 'kind' | 'key' | 'receivedAt'>

/** Milliseconds after an import during which its files can still arrive. */
const FILES_MS = 30 * 86_400_000

/**
 * Returns the keys of history that a phone may still deliver for an erased lead, so that neither its messages nor its files are restored.
 */
async function pastOf(tx: Tx, { tenantId, senders, past }: ChannelTraces, at: Date): Promise<Heard[]> {
  const numbers = await listNumbers(tx, tenantId)
  // A message id does not identify a person.
  const people = senders.filter((sender) => !sender.startsWith('wamid.'))
  return [
    ...numbers.flatMap(({ id: numberId }) =>
      people.map((sender) => ({ tenantId, numberId, kind: 'past' as const, key: personKey(sender), receivedAt: at })),
    ),
    ...past
      .filter(({ createdAt }) => at.getTime() - createdAt.getTime() < FILES_MS)
      .map(({ channelId, numberId }) => ({ tenantId, numberId, kind: 'past' as const, key: pastKey(channelId), receivedAt: at })),
  ]
}

/**
 * Stores marks for erased events, because Meta repeats events that it considers unacknowledged. A mark stays until Meta no longer repeats
 * them.
 */
async function keepFromComingBack(tx: Tx, heard: readonly Heard[], at: Date): Promise<void> {
  for (let from = 0; from < heard.length; from += INSERTED_AT_ONCE) {
    const marks = heard.slice(from, from + INSERTED_AT_ONCE).map(({ tenantId, numberId, kind, key, receivedAt }) => ({
      tenantId,
      numberId,
      kind,
      receivedAt,
      key: erasedKey(key),
      sender: '',
      payload: null,
      place: 0,
      processedAt: at,
    }))
    await tx.db.insert(whatsappEvents).values(marks).onConflictDoNothing()
  }
}
