import type { Tx } from '../../../../kernel/db/database.ts'
import { ofTenant } from '../../../../kernel/db/of-tenant.ts'
import { oneOf } from '../../../../kernel/db/one-of.ts'
import { messages } from '../../../../kernel/db/schema/conversations.ts'
import { pastMessages } from '../../../../kernel/db/schema/past.ts'
import { whatsappEvents } from '../../../../kernel/db/schema/whatsapp.ts'
import { erasedKey } from '../../../../kernel/erased-key.ts'

/** Those of these ids of Meta's that are here: as a message, as one of before, as an event that waits or is done, or as the mark of an erased one. */
export async function knownIds(tx: Tx, tenantId: string, ids: readonly string[]): Promise<Set<string>> {
  const keys = new Map(
    ids.flatMap((id) => [`message:${id}`, `echo:${id}`].flatMap((key) => [[key, id] as const, [erasedKey(key), id] as const])),
  )
  const live = await tx.db
    .select({ id: messages.channelId })
    .from(messages)
    .where(ofTenant(messages, tenantId, oneOf(messages.channelId, ids)))
  const past = await tx.db
    .select({ id: pastMessages.channelId })
    .from(pastMessages)
    .where(ofTenant(pastMessages, tenantId, oneOf(pastMessages.channelId, ids)))
  const events = await tx.db
    .select({ key: whatsappEvents.key })
    .from(whatsappEvents)
    .where(ofTenant(whatsappEvents, tenantId, oneOf(whatsappEvents.key, [...keys.keys()])))
  return new Set([...live, ...past].flatMap(({ id }) => id ?? []).concat(events.flatMap(({ key }) => keys.get(key) ?? [])))
}
