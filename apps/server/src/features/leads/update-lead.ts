import { isPhone } from '@prosa/contract/rules/phone-numbers/phone'
import { eq } from 'drizzle-orm'
import type { Tx } from '../../platform/database/database.ts'
import { whereTenant } from '../../platform/database/queries/where-tenant.ts'
import { leads } from '../../platform/database/schema/conversations/conversations.ts'
import { toPhoneKey } from '../../platform/leads/phone-key.ts'
import { getVisibleName } from '../../platform/messages/preview-text.ts'
import type { LeadChangeTarget, LeadPatch } from './ports.ts'

/** Stores data about a lead that an agent learned in the conversation. Ignores an invalid phone number. */
export async function updateLead(tx: Tx, { tenantId, leadId, at }: LeadChangeTarget, patch: LeadPatch): Promise<void> {
  const phone = patch.phone && isPhone(patch.phone) ? { phone: patch.phone, phoneKey: toPhoneKey(patch.phone) } : {}
  const [name, company] = [getVisibleName(patch.name), getVisibleName(patch.company)]
  const changes = {
    ...(name ? { name, nameFrom: null } : {}),
    ...(company ? { company } : {}),
    ...(patch.email ? { email: patch.email } : {}),
    ...phone,
  }
  if (Object.keys(changes).length === 0) return
  await tx.db
    .update(leads)
    .set({ ...changes, updatedAt: at })
    .where(whereTenant(leads, tenantId, eq(leads.id, leadId)))
  tx.emit({ name: 'lead.changed', payload: { tenantId, leadId } })
}
