import { eq, gt, inArray, isNotNull, like, sql } from 'drizzle-orm'
import type { Tx } from '../../../../platform/database/database.ts'
import { whereTenant } from '../../../../platform/database/queries/where-tenant.ts'
import { whatsappEvents } from '../../../../platform/database/schema/whatsapp/whatsapp.ts'
import type { WhatsAppNumberRef } from '../numbers/numbers.ts'

interface ContactKeys {
  channelKey: string | null
  channelUserKey: string | null
}

/** Returns the senders under which a lead's webhook events are stored. */
export const toEventSenders = ({ channelKey, channelUserKey }: ContactKeys): string[] =>
  [channelKey, channelUserKey].flatMap((key) => key?.replace(/^whatsapp:(?:user:)?/, '') ?? [])

/**
 * Whether a newer marketing preference of one of these senders was already applied. Meta may report the same person once by phone number
 * and once by user id.
 * @param senders identifiers of one person
 * @param options `after`: Meta's timestamp in seconds; `value`: only preferences of this value count
 */
export async function hasNewerPreference(
  tx: Tx,
  { tenantId, numberId }: WhatsAppNumberRef,
  senders: readonly string[],
  { after, value }: { after: number; value?: 'resume' },
): Promise<boolean> {
  if (senders.length === 0) return false
  const keyParts = sql`string_to_array(${whatsappEvents.key}, ':')`
  const [newer] = await tx.db
    .select({ key: whatsappEvents.key })
    .from(whatsappEvents)
    .where(
      whereTenant(
        whatsappEvents,
        tenantId,
        eq(whatsappEvents.numberId, numberId),
        inArray(whatsappEvents.sender, [...senders]),
        eq(whatsappEvents.kind, 'wish'),
        isNotNull(whatsappEvents.processedAt),
        value === undefined ? undefined : like(whatsappEvents.key, `%:${value}`),
        gt(sql`(${keyParts})[array_length(${keyParts}, 1) - 1]::numeric`, after),
      ),
    )
    .limit(1)
  return newer !== undefined
}
