import { eq, sql } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import type { Tx } from '../../../../platform/database/database.ts'
import { whereTenant } from '../../../../platform/database/queries/where-tenant.ts'
import { whatsappNumbers } from '../../../../platform/database/schema/whatsapp/whatsapp.ts'
import { findWhatsAppNumber, type WhatsAppNumberRef } from '../numbers/numbers.ts'
import type { ProblemCode } from './problem-texts.ts'
import { clearProblems, emitNumberState } from './problems.ts'

/**
 * Minimum interval in milliseconds between two updates of a WhatsApp number's event times. Hundreds of webhooks per second would otherwise
 * compete for the lock of the row.
 */
export const EVENT_TIME_PRECISION_MS = 10_000
const recentlyRecorded = new LRUCache<string, true>({ max: 10_000, ttl: EVENT_TIME_PRECISION_MS })
const CLEARED_BY_ANY_EVENT: readonly ProblemCode[] = ['unreachable', 'signature']

/** Stores when a webhook event for a WhatsApp number arrived, and clears the problems about missing or wrongly signed events (NUM-19). */
export async function recordEventTime(
  tx: Tx,
  numberRef: WhatsAppNumberRef,
  { hasStatus, hasMessage }: { hasStatus: boolean; hasMessage: boolean },
  at: Date,
): Promise<void> {
  await clearProblems(tx, numberRef, hasStatus ? [...CLEARED_BY_ANY_EVENT, 'silent'] : CLEARED_BY_ANY_EVENT, at)
  const kinds = ['event', ...(hasStatus ? ['status'] : []), ...(hasMessage ? ['message'] : [])]
  const newKinds = kinds.filter((kind) => !recentlyRecorded.has(`${numberRef.numberId}:${kind}`))
  if (newKinds.length === 0) return
  for (const kind of newKinds) recentlyRecorded.set(`${numberRef.numberId}:${kind}`, true)
  const before = await findWhatsAppNumber(tx, numberRef.tenantId, numberRef.numberId)
  await tx.db
    .update(whatsappNumbers)
    .set({
      eventAt: at,
      ...(hasStatus ? { statusAt: at } : {}),
      ...(hasMessage
        ? { firstMessageAt: sql`COALESCE(${whatsappNumbers.firstMessageAt}, ${at.toISOString()}::timestamptz)` }
        : {}),
    })
    .where(whereTenant(whatsappNumbers, numberRef.tenantId, eq(whatsappNumbers.id, numberRef.numberId)))
  // The panel shows when the first event and the first message arrive.
  if (before && (before.eventAt === null || (hasMessage && before.firstMessageAt === null))) await emitNumberState(tx, numberRef)
}
