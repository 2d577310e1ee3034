import { eq, sql } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import type { Tx } from '../../../kernel/db/database.ts'
import { ofTenant } from '../../../kernel/db/of-tenant.ts'
import { whatsappNumbers } from '../../../kernel/db/schema/whatsapp.ts'
import { type ForNumber, findNumber } from './numbers.ts'
import type { ProblemCode } from './problem-words.ts'
import { clearProblems, tellOfNumber } from './problems.ts'

/** Within so long a number's row is not written again: hundreds of webhooks a second would all want it. */
export const CONTACT_EXACT_MS = 10_000
const noted = new LRUCache<string, true>({ max: 10_000, ttl: CONTACT_EXACT_MS })
const BY_ANYTHING: readonly ProblemCode[] = ['unreachable', 'signature']

/** Meta has spoken for a number: what was thought of its silence is over (NUM-19). */
export async function noteContact(
  tx: Tx,
  place: ForNumber,
  { hasStatus, hasMessage }: { hasStatus: boolean; hasMessage: boolean },
  at: Date,
): Promise<void> {
  await clearProblems(tx, place, hasStatus ? [...BY_ANYTHING, 'silent'] : BY_ANYTHING, at)
  const kinds = ['event', ...(hasStatus ? ['status'] : []), ...(hasMessage ? ['message'] : [])]
  const news = kinds.filter((kind) => !noted.has(`${place.numberId}:${kind}`))
  if (news.length === 0) return
  for (const kind of news) noted.set(`${place.numberId}:${kind}`, true)
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
    .where(ofTenant(whatsappNumbers, place.tenantId, eq(whatsappNumbers.id, place.numberId)))
  // Its card waits for these.
  if (before && (before.eventAt === null || (hasMessage && before.firstMessageAt === null))) await tellOfNumber(tx, place)
}
