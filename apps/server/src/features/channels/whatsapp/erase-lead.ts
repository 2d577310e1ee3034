import type { Tx } from '../../../kernel/db/database.ts'
import { messageStatuses, whatsappEvents, whatsappNotices } from '../../../kernel/db/schema/whatsapp.ts'
import { erasedKey } from '../../../kernel/erased-key.ts'
import type { ChannelTraces } from '../ports.ts'
import { inboxOf, noticesOf, statusesOf } from './lead-traces.ts'
import { listNumbers } from './numbers.ts'
import { pastKey, personKey } from './past/keys.ts'

/** Rows of one insert: each brings its parameters, of which a query has 65,535. */
const INSERTED_AT_ONCE = 1_000

/** Erases what WhatsApp's tables hold of a lead. */
export async function eraseLead(tx: Tx, traces: ChannelTraces, at: Date): Promise<void> {
  const heard = await tx.db.delete(whatsappEvents).where(inboxOf(traces)).returning()
  await keepFromComingBack(tx, [...heard, ...(await pastOf(tx, traces, at))], at)
  await tx.db.delete(messageStatuses).where(statusesOf(traces))
  await tx.db.delete(whatsappNotices).where(noticesOf(traces))
}

type Heard = Pick<typeof whatsappEvents.$inferSelect, 'tenantId' | 'numberId' | 'kind' | 'key' | 'receivedAt'>

/** Files of a past come for so long after it. */
const FILES_MS = 30 * 86_400_000

/** A phone may still be handing over what was said with somebody who is erased: neither their talk nor its files come back. */
async function pastOf(tx: Tx, { tenantId, senders, past }: ChannelTraces, at: Date): Promise<Heard[]> {
  const numbers = await listNumbers(tx, tenantId)
  // A message's own id is nobody's name.
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

/** Meta repeats what it was not told that we have: of messages that are gone a mark stays until it no longer does. */
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
