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

/** Writes how far a number's past has come, and lets those see it who have the numbers or its conversations open. */
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

/** How much of a number's past is here by now. Nothing of it is counted one by one, so that told again it counts no more. */
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

/** How many chunks wait to be put in their place, besides the one that is in work. */
export const waitingChunks = (tx: Tx, { tenantId, numberId }: ForNumber): Promise<number> =>
  tx.db.$count(
    whatsappEvents,
    and(
      ofTenant(whatsappEvents, tenantId, eq(whatsappEvents.numberId, numberId)),
      eq(whatsappEvents.kind, 'past'),
      isNull(whatsappEvents.processedAt),
    ),
  )

/** The owner said no on the phone, which is no problem. */
const REFUSED_BY_OWNER = 2_593_109

/** What a code of Meta's makes of it. */
export const refusedAs = (code: number | null): Pick<SyncRow, 'state' | 'reason'> => ({
  state: code === REFUSED_BY_OWNER ? 'refused' : 'failed',
  reason: meaningOf(code).reason,
})

/** Row → contract. */
export const presentSync = ({ state, progress, people, messages, reason }: SyncRow): NumberSync => ({
  state,
  progress,
  people,
  messages,
  reason,
})
