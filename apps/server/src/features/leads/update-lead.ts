import { isPhone } from '@prosa/contract/rules/phone'
import { eq } from 'drizzle-orm'
import type { Tx } from '../../kernel/db/database.ts'
import { ofTenant } from '../../kernel/db/of-tenant.ts'
import { leads } from '../../kernel/db/schema/conversations.ts'
import { phoneKey } from '../../kernel/phone-key.ts'
import { shownName } from '../../kernel/preview-text.ts'
import type { LeadPatch, WhichLead } from './ports.ts'

/** Stores what an agent learned about its lead. Skips an invalid phone number. */
export async function updateLead(tx: Tx, { tenantId, leadId, at }: WhichLead, patch: LeadPatch): Promise<void> {
  const phone = patch.phone && isPhone(patch.phone) ? { phone: patch.phone, phoneKey: phoneKey(patch.phone) } : {}
  const [name, company] = [shownName(patch.name), shownName(patch.company)]
  const learned = {
    ...(name ? { name, nameFrom: null } : {}),
    ...(company ? { company } : {}),
    ...(patch.email ? { email: patch.email } : {}),
    ...phone,
  }
  if (Object.keys(learned).length === 0) return
  await tx.db
    .update(leads)
    .set({ ...learned, updatedAt: at })
    .where(ofTenant(leads, tenantId, eq(leads.id, leadId)))
  tx.emit({ name: 'lead.changed', payload: { tenantId, leadId } })
}
