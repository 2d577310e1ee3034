import { and, desc, eq, lt, ne, or, sql } from 'drizzle-orm'
import type { Tx } from '../../../platform/database/database.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { costs } from '../../../platform/database/schema/agents/costs.ts'

/** Month in which a WhatsApp number may send some messages for free. */
export interface FreeMessageMonth {
  tenantId: string
  numberId: string
  month: string
  freeMessageCount: number
}

/**
 * Locks the counting of free messages for a WhatsApp number and month until the transaction ends. To avoid deadlocks, the transaction must
 * not acquire other locks afterwards.
 */
export async function lockFreeMonth(
  tx: Tx,
  { tenantId, numberId, month }: Omit<FreeMessageMonth, 'freeMessageCount'>,
): Promise<void> {
  const key = `costs:${tenantId}:${numberId}:${month}`
  await tx.db.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${key}, 0))`)
}

const whereMonth = ({ tenantId, numberId, month }: Omit<FreeMessageMonth, 'freeMessageCount'>) =>
  whereTenant(costs, tenantId, eq(costs.numberId, numberId), eq(costs.freeMonth, month))

/**
 * Whether the previous message of the month is not free. In that case this message is not free either, and no other message's price
 * changes.
 */
export async function isAfterPaidMessage(
  tx: Tx,
  month: FreeMessageMonth,
  { at, ref }: { at: Date; ref: string },
): Promise<boolean> {
  const earlierCondition = or(lt(costs.at, at), and(eq(costs.at, at), lt(costs.ref, ref)))
  const [previousMessage] = await tx.db
    .select({ isFree: costs.isFree })
    .from(costs)
    .where(and(whereMonth(month), earlierCondition))
    .orderBy(desc(costs.at), desc(costs.ref))
    .limit(1)
  return previousMessage?.isFree === false
}

/** Marks the first messages of the month as free, ordered by the time of sending. Status reports may arrive in a different order. */
export async function markFreeMessages(tx: Tx, month: FreeMessageMonth): Promise<void> {
  const ranked = tx.db
    .select({
      ref: costs.ref,
      isFirst: sql<boolean>`row_number() OVER (ORDER BY ${costs.at}, ${costs.ref}) <= ${month.freeMessageCount}`.as('is_first'),
    })
    .from(costs)
    .where(whereMonth(month))
    .as('ranked')
  await tx.db
    .update(costs)
    .set({ isFree: sql`${ranked.isFirst}`, microBrl: sql`CASE WHEN ${ranked.isFirst} THEN 0 ELSE ${costs.fullMicroBrl} END` })
    .from(ranked)
    .where(and(whereMonth(month), eq(costs.kind, 'meta'), eq(costs.ref, ranked.ref), ne(costs.isFree, ranked.isFirst)))
}
