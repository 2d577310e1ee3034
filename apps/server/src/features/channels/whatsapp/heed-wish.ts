import { and, eq, gt, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Tx } from '../../../kernel/db/database.ts'
import { ofTenant } from '../../../kernel/db/of-tenant.ts'
import { leads } from '../../../kernel/db/schema/conversations.ts'
import { whatsappEvents } from '../../../kernel/db/schema/whatsapp.ts'
import { phoneKey } from '../../../kernel/phone-key.ts'
import type { Leads } from '../../leads/ports.ts'
import { STOPPED } from './heed-refusal.ts'

const RESUMED = 'Voltou a aceitar mensagens de marketing no WhatsApp'

const text = z.nullish(z.coerce.string())
const wish = z.object({ wa_id: text, user_id: text, value: z.enum(['stop', 'resume']) })

/** Does what a person told Meta of marketing; the newest word by Meta's clock counts, whatever order they come in. */
export async function heedWish(
  tx: Tx,
  wishes: Pick<Leads, 'optOutByChannel' | 'optInByChannel'>,
  event: typeof whatsappEvents.$inferSelect,
  { said, saidAt }: { said: unknown; saidAt: Date },
  at: Date,
): Promise<void> {
  const told = wish.safeParse(said).data
  if (!told || (await isOutdated(tx, event))) return
  for (const { id } of await leadsOf(tx, event.tenantId, told)) {
    const which = { tenantId: event.tenantId, leadId: id, at, saidAt }
    if (told.value === 'stop') await wishes.optOutByChannel(tx, which, STOPPED)
    else await wishes.optInByChannel(tx, which, RESUMED)
  }
}

/** A later word of the same person has been heeded already. */
async function isOutdated(tx: Tx, { tenantId, numberId, sender, key }: typeof whatsappEvents.$inferSelect): Promise<boolean> {
  const saidOf = (of: unknown) => sql`(string_to_array(${of}, ':'))[array_length(string_to_array(${of}, ':'), 1) - 1]::bigint`
  const [later] = await tx.db
    .select({ key: whatsappEvents.key })
    .from(whatsappEvents)
    .where(
      ofTenant(
        whatsappEvents,
        tenantId,
        eq(whatsappEvents.numberId, numberId),
        eq(whatsappEvents.sender, sender),
        eq(whatsappEvents.kind, 'wish'),
        isNotNull(whatsappEvents.processedAt),
        gt(saidOf(whatsappEvents.key), saidOf(key)),
      ),
    )
    .limit(1)
  return later !== undefined
}

/** Whichever agent a person writes to, Meta knows one person. */
const leadsOf = (tx: Tx, tenantId: string, { wa_id, user_id }: z.infer<typeof wish>) => {
  const phone = phoneKey(wa_id ?? null)
  const names = [
    ...(phone ? [inArray(leads.channelKey, [`whatsapp:${phone}`])] : []),
    ...(user_id ? [inArray(leads.channelUserKey, [`whatsapp:user:${user_id}`])] : []),
  ]
  return tx.db
    .select({ id: leads.id })
    .from(leads)
    .where(ofTenant(leads, tenantId, and(or(...names), isNull(leads.erasedAt))))
}
