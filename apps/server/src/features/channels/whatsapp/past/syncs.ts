import type { NumberSync } from '@prosa/contract/entities/channel'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Tx } from '../../../../kernel/db/database.ts'
import { ofTenant } from '../../../../kernel/db/of-tenant.ts'
import { pastMessages, whatsappSyncs } from '../../../../kernel/db/schema/past.ts'
import { whatsappEvents } from '../../../../kernel/db/schema/whatsapp.ts'
import { meaningOf } from '../error-codes.ts'
import { type ForNumber, findNumber } from '../numbers.ts'

export type SyncRow = typeof whatsappSyncs.$inferSelect

const mine = ({ tenantId, numberId }: ForNumber) => ofTenant(whatsappSyncs, tenantId, eq(whatsappSyncs.numberId, numberId))

export async function findSync(tx: Tx, place: ForNumber): Promise<SyncRow | null> {
  const [row] = await tx.db.select().from(whatsappSyncs).where(mine(place))
  return row ?? null
}

/** Stores the progress of a number's import and emits it to clients that show the numbers or their conversations. */
export async function writeSync(
  tx: Tx,
  place: ForNumber,
  changes: Partial<Omit<SyncRow, keyof ForNumber>>,
  at: Date,
): Promise<SyncRow | null> {
  const [row] = await tx.db
    .insert(whatsappSyncs)
    .values({ ...place, ...changes, createdAt: at, updatedAt: at })
    .onConflictDoUpdate({ target: [whatsappSyncs.tenantId, whatsappSyncs.numberId], set: { ...changes, updatedAt: at } })
    .returning()
  const number = row && (await findNumber(tx, place.tenantId, place.numberId))
  if (!number) return null
  const { tenantId, id: accountId, status } = number
  tx.emit({ name: 'channel.changed', payload: { tenantId, channel: 'whatsapp', accountId, status, sync: presentSync(row) } })
  return row
}

/**
 * Counts the imported people and messages of a number. Counts rows instead of incrementing, so that repeated webhooks do not count twice.
 */
export async function countPast(tx: Tx, { tenantId, numberId }: ForNumber): Promise<{ people: number; messages: number }> {
  const [row] = await tx.db
    .select({
      people: sql<number>`count(DISTINCT ${pastMessages.conversationId})::int`,
      messages: sql<number>`count(*)::int`,
    })
    .from(pastMessages)
    .where(ofTenant(pastMessages, tenantId, eq(pastMessages.numberId, numberId)))
  return row ?? { people: 0, messages: 0 }
}

/** Returns the number of unprocessed chunks, including the one in progress. */
export const waitingChunks = (tx: Tx, { tenantId, numberId }: ForNumber): Promise<number> =>
  tx.db.$count(
    whatsappEvents,
    and(
      ofTenant(whatsappEvents, tenantId, eq(whatsappEvents.numberId, numberId)),
      eq(whatsappEvents.kind, 'past'),
      isNull(whatsappEvents.processedAt),
    ),
  )

/** The owner declined on the phone, which is not a problem. */
const REFUSED_BY_OWNER = 2_593_109

/** Returns the state and reason for an error code of Meta. */
export const refusedAs = (code: number | null): Pick<SyncRow, 'state' | 'reason'> => ({
  state: code === REFUSED_BY_OWNER ? 'refused' : 'failed',
  reason: meaningOf(code).reason,
})

/** Converts a row to the contract's format. */
export const presentSync = ({ state, progress, people, messages, reason }: SyncRow): NumberSync => ({
  state,
  progress,
  people,
  messages,
  reason,
})
