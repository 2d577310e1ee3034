import { and, inArray, isNull, or } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Tx } from '../../../kernel/db/database.ts'
import { ofTenant } from '../../../kernel/db/of-tenant.ts'
import { leads } from '../../../kernel/db/schema/conversations.ts'
import type { whatsappEvents } from '../../../kernel/db/schema/whatsapp.ts'
import { phoneKey } from '../../../kernel/phone-key.ts'
import type { Leads } from '../../leads/ports.ts'
import { STOPPED } from './heed-refusal.ts'
import { hasLaterWish, inboxNames } from './later-wish.ts'

const RESUMED = 'Voltou a aceitar mensagens de marketing no WhatsApp'

const text = z.nullish(z.coerce.string())
const wish = z.object({ wa_id: text, user_id: text, value: z.enum(['stop', 'resume']) })

/** Applies a lead's opt-in or opt-out of marketing that Meta reports. The newest by Meta's time wins, in whatever order they arrive. */
export async function heedWish(
  tx: Tx,
  wishes: Pick<Leads, 'optOutByChannel' | 'optInByChannel'>,
  event: typeof whatsappEvents.$inferSelect,
  { said, saidAt }: { said: unknown; saidAt: Date },
  at: Date,
): Promise<void> {
  const told = wish.safeParse(said).data
  if (!told) return
  const people = await leadsOf(tx, event.tenantId, told)
  const senders = [...new Set([event.sender, ...people.flatMap(inboxNames)])]
  // A newer preference of the same person was already applied.
  if (await hasLaterWish(tx, event, senders, { after: Number(event.key.split(':').at(-2)) })) return
  for (const { id } of people) {
    const which = { tenantId: event.tenantId, leadId: id, at, saidAt }
    if (told.value === 'stop') await wishes.optOutByChannel(tx, which, STOPPED)
    else await wishes.optInByChannel(tx, which, RESUMED)
  }
}

/** Returns all leads of a person, because Meta's preference applies to all agents. */
const leadsOf = (tx: Tx, tenantId: string, { wa_id, user_id }: z.infer<typeof wish>) => {
  const phone = phoneKey(wa_id ?? null)
  const names = [
    ...(phone ? [inArray(leads.channelKey, [`whatsapp:${phone}`])] : []),
    ...(user_id ? [inArray(leads.channelUserKey, [`whatsapp:user:${user_id}`])] : []),
  ]
  return tx.db
    .select({ id: leads.id, channelKey: leads.channelKey, channelUserKey: leads.channelUserKey })
    .from(leads)
    .where(ofTenant(leads, tenantId, and(or(...names), isNull(leads.erasedAt))))
}
