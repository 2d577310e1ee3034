import { and, inArray, isNull, or } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Tx } from '../../../../platform/database/database.ts'
import { whereTenant } from '../../../../platform/database/queries/where-tenant.ts'
import { leads } from '../../../../platform/database/schema/conversations/conversations.ts'
import type { whatsappEvents } from '../../../../platform/database/schema/whatsapp/whatsapp.ts'
import { toPhoneKey } from '../../../../platform/leads/phone-key.ts'
import type { Leads } from '../../../leads/ports.ts'
import { OPT_OUT_REASON } from '../outbound/handle-send-rejection.ts'
import { hasNewerPreference, toEventSenders } from './newer-preference.ts'

const OPT_IN_REASON = 'Voltou a aceitar mensagens de marketing no WhatsApp'

const optionalText = z.nullish(z.coerce.string())
const preferenceChange = z.object({ wa_id: optionalText, user_id: optionalText, value: z.enum(['stop', 'resume']) })

/**
 * Applies a lead's opt-in or opt-out of marketing messages that Meta reports. If they arrive out of order, the newest by Meta's timestamp
 * counts.
 */
export async function applyMarketingPreference(
  tx: Tx,
  leadsPort: Pick<Leads, 'setOptOutByChannel' | 'clearOptOutByChannel'>,
  event: typeof whatsappEvents.$inferSelect,
  { payload, saidAt }: { payload: unknown; saidAt: Date },
  at: Date,
): Promise<void> {
  const preference = preferenceChange.safeParse(payload).data
  if (!preference) return
  const people = await findLeadsOfPerson(tx, event.tenantId, preference)
  const senders = [...new Set([event.sender, ...people.flatMap(toEventSenders)])]
  // A newer preference of the same person was already applied.
  if (await hasNewerPreference(tx, event, senders, { after: Number(event.key.split(':').at(-2)) })) return
  for (const { id } of people) {
    const target = { tenantId: event.tenantId, leadId: id, at, saidAt }
    if (preference.value === 'stop') await leadsPort.setOptOutByChannel(tx, target, OPT_OUT_REASON)
    else await leadsPort.clearOptOutByChannel(tx, target, OPT_IN_REASON)
  }
}

/** Returns the leads of a person at all agents, because the marketing preference applies to all of them. */
const findLeadsOfPerson = (tx: Tx, tenantId: string, { wa_id, user_id }: z.infer<typeof preferenceChange>) => {
  const phone = toPhoneKey(wa_id ?? null)
  const idConditions = [
    ...(phone ? [inArray(leads.channelKey, [`whatsapp:${phone}`])] : []),
    ...(user_id ? [inArray(leads.channelUserKey, [`whatsapp:user:${user_id}`])] : []),
  ]
  return tx.db
    .select({ id: leads.id, channelKey: leads.channelKey, channelUserKey: leads.channelUserKey })
    .from(leads)
    .where(whereTenant(leads, tenantId, and(or(...idConditions), isNull(leads.erasedAt))))
}
