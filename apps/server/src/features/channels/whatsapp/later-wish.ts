import { eq, gt, inArray, isNotNull, like, sql } from 'drizzle-orm'
import type { Tx } from '../../../kernel/db/database.ts'
import { ofTenant } from '../../../kernel/db/of-tenant.ts'
import { whatsappEvents } from '../../../kernel/db/schema/whatsapp.ts'
import type { ForNumber } from './numbers.ts'

/** By what a channel knows somebody, as leads have it. */
interface Named {
  channelKey: string | null
  channelUserKey: string | null
}

/** The names under which the inbox keeps what a lead said. */
export const inboxNames = ({ channelKey, channelUserKey }: Named): string[] =>
  [channelKey, channelUserKey].flatMap((key) => key?.replace(/^whatsapp:(?:user:)?/, '') ?? [])

/**
 * Whether one of these names has told Meta something of marketing after that second, and it has been heeded. A person's word may come under
 * its phone once, and under its id the next time.
 */
export async function hasLaterWish(
  tx: Tx,
  { tenantId, numberId }: ForNumber,
  senders: readonly string[],
  { after, value }: { after: number; value?: 'resume' },
): Promise<boolean> {
  if (senders.length === 0) return false
  const parts = sql`string_to_array(${whatsappEvents.key}, ':')`
  const [later] = await tx.db
    .select({ key: whatsappEvents.key })
    .from(whatsappEvents)
    .where(
      ofTenant(
        whatsappEvents,
        tenantId,
        eq(whatsappEvents.numberId, numberId),
        inArray(whatsappEvents.sender, [...senders]),
        eq(whatsappEvents.kind, 'wish'),
        isNotNull(whatsappEvents.processedAt),
        value === undefined ? undefined : like(whatsappEvents.key, `%:${value}`),
        gt(sql`(${parts})[array_length(${parts}, 1) - 1]::numeric`, after),
      ),
    )
    .limit(1)
  return later !== undefined
}
