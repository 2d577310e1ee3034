import { eq, sql } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import type { Tx } from '../../../../platform/database/database.ts'
import { whereTenant } from '../../../../platform/database/queries/where-tenant.ts'
import { whatsappNumbers } from '../../../../platform/database/schema/whatsapp/whatsapp.ts'
import { findNumber, type NumberRef } from '../numbers/numbers.ts'
import type { ProblemCode } from './problem-texts.ts'
import { clearProblems, emitNumberState } from './problems.ts'

/**
 * Minimum interval in milliseconds between updates of the event times in a WhatsApp number's row, because hundreds of webhooks per second
 * would compete for the lock of that row.
 */
export const EVENT_TIME_PRECISION_MS = 10_000
const recentlyRecorded = new LRUCache<string, true>({ max: 10_000, ttl: EVENT_TIME_PRECISION_MS })
const CLEARED_BY_ANY_EVENT: readonly ProblemCode[] = ['unreachable', 'signature']

/**
 * Stores the arrival time of a webhook event for a WhatsApp number, and clears the problems about missing or wrongly signed events
 * (NUM-19).
 */
export async function recordEventTime(
  tx: Tx,
  place: NumberRef,
  { hasStatus, hasMessage }: { hasStatus: boolean; hasMessage: boolean },
  at: Date,
): Promise<void> {
  await clearProblems(tx, place, hasStatus ? [...CLEARED_BY_ANY_EVENT, 'silent'] : CLEARED_BY_ANY_EVENT, at)
  const kinds = ['event', ...(hasStatus ? ['status'] : []), ...(hasMessage ? ['message'] : [])]
  const news = kinds.filter((kind) => !recentlyRecorded.has(`${place.numberId}:${kind}`))
  if (news.length === 0) return
  for (const kind of news) recentlyRecorded.set(`${place.numberId}:${kind}`, true)
  const before = await findNumber(tx, place.tenantId, place.numberId)
  await tx.db
    .update(whatsappNumbers)
    .set({
      eventAt: at,
      ...(hasStatus ? { statusAt: at } : {}),
      ...(hasMessage
        ? { firstMessageAt: sql`COALESCE(${whatsappNumbers.firstMessageAt}, ${at.toISOString()}::timestamptz)` }
        : {}),
    })
    .where(whereTenant(whatsappNumbers, place.tenantId, eq(whatsappNumbers.id, place.numberId)))
  // Notifies clients of the first event and the first message, because the panel shows when they arrive.
  if (before && (before.eventAt === null || (hasMessage && before.firstMessageAt === null))) await emitNumberState(tx, place)
}
