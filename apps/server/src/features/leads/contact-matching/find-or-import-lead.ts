import { asc, eq, isNull, or } from 'drizzle-orm'
import type { Tx } from '../../../platform/database/database.ts'
import { equalsAny } from '../../../platform/database/queries/equals-any.ts'
import { LEAD_LOCK_MODE } from '../../../platform/database/queries/lead-lock-mode.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { leads } from '../../../platform/database/schema/conversations/conversations.ts'
import type { AddressBookContact, ChannelLead } from '../ports.ts'
import { contactIdsCondition, insertLead } from './channel-lead.ts'

/**
 * Returns the lead of an imported conversation. Inserts a missing lead with the mark `import`, so that statistics do not count it as a new
 * lead. Does not change or restore an existing lead.
 */
export async function findOrImportLead(tx: Tx, input: ChannelLead & { at: Date }): Promise<{ id: string; isNew: boolean }> {
  const existingId = await findLeadId(tx, input)
  if (existingId) return { id: existingId, isNew: false }
  const created = await insertLead(tx, input, { nameFrom: input.lead.name ? 'contacts' : null, entry: 'import' })
  if (created) return { id: created.id, isNew: true }
  // A concurrent message of the lead has inserted the lead.
  const concurrentId = await findLeadId(tx, input)
  if (!concurrentId) throw new Error('A lead can be neither made nor found')
  return { id: concurrentId, isNew: false }
}

async function findLeadId(tx: Tx, input: ChannelLead): Promise<string | null> {
  const [row] = await tx.db
    .select({ id: leads.id })
    .from(leads)
    .where(contactIdsCondition(input))
    .orderBy(asc(leads.createdAt), asc(leads.id))
    .limit(1)
    .for(LEAD_LOCK_MODE)
  return row?.id ?? null
}

/**
 * Sets the name of leads with one of these channel identifiers to the name in the phone's address book. Keeps a name from another source.
 * See `Leads.setNameFromAddressBook`.
 */
export async function setNameFromAddressBook(
  tx: Tx,
  tenantId: string,
  { channelKeys, name, at }: AddressBookContact,
): Promise<boolean> {
  const condition = whereTenant(
    leads,
    tenantId,
    isNull(leads.erasedAt),
    or(equalsAny(leads.channelKey, channelKeys), equalsAny(leads.channelUserKey, channelKeys)),
  )
  const matchingLeads = await tx.db
    .select({ id: leads.id, name: leads.name, nameFrom: leads.nameFrom })
    .from(leads)
    .where(condition)
    .orderBy(asc(leads.id))
    .for(LEAD_LOCK_MODE)
  for (const lead of matchingLeads) {
    if ((lead.name !== null && lead.nameFrom === null) || lead.name === name) continue
    await tx.db
      .update(leads)
      .set({ name, nameFrom: 'contacts', updatedAt: at })
      .where(whereTenant(leads, tenantId, eq(leads.id, lead.id)))
    tx.emit({ name: 'lead.changed', payload: { tenantId, leadId: lead.id } })
  }
  return matchingLeads.length > 0
}
