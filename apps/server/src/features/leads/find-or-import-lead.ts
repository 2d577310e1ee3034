import { asc, eq, isNull, or } from 'drizzle-orm'
import type { Tx } from '../../kernel/db/database.ts'
import { HOLD_LEAD } from '../../kernel/db/hold-lead.ts'
import { ofTenant } from '../../kernel/db/of-tenant.ts'
import { oneOf } from '../../kernel/db/one-of.ts'
import { leads } from '../../kernel/db/schema/conversations.ts'
import { insertLead, knownAs } from './channel-lead.ts'
import type { ChannelLead, NamedContact } from './ports.ts'

/**
 * Returns the lead of an imported conversation, and inserts it if it is new, as an imported one that statistics do not count as new. An
 * existing lead is not changed, and stays archived. Locks it until the transaction ends.
 */
export async function findOrImportLead(tx: Tx, input: ChannelLead & { at: Date }): Promise<{ id: string; isNew: boolean }> {
  const known = await find(tx, input)
  if (known) return { id: known, isNew: false }
  const made = await insertLead(tx, input, { nameFrom: input.lead.name ? 'contacts' : null, entry: 'import' })
  if (made) return { id: made.id, isNew: true }
  // A concurrent message of the lead has inserted it.
  const other = await find(tx, input)
  if (!other) throw new Error('A lead can be neither made nor found')
  return { id: other, isNew: false }
}

async function find(tx: Tx, input: ChannelLead): Promise<string | null> {
  const [found] = await tx.db
    .select({ id: leads.id })
    .from(leads)
    .where(knownAs(input))
    .orderBy(asc(leads.createdAt), asc(leads.id))
    .limit(1)
    .for(HOLD_LEAD)
  return found?.id ?? null
}

/** Sets a lead's name from the phone's contacts, unless it has a name from another source. See `Leads.nameContact`. */
export async function nameContact(tx: Tx, tenantId: string, { channelKeys, name, at }: NamedContact): Promise<boolean> {
  const theirs = ofTenant(
    leads,
    tenantId,
    isNull(leads.erasedAt),
    or(oneOf(leads.channelKey, channelKeys), oneOf(leads.channelUserKey, channelKeys)),
  )
  const known = await tx.db
    .select({ id: leads.id, name: leads.name, nameFrom: leads.nameFrom })
    .from(leads)
    .where(theirs)
    .orderBy(asc(leads.id))
    .for(HOLD_LEAD)
  for (const lead of known) {
    if ((lead.name !== null && lead.nameFrom === null) || lead.name === name) continue
    await tx.db
      .update(leads)
      .set({ name, nameFrom: 'contacts', updatedAt: at })
      .where(ofTenant(leads, tenantId, eq(leads.id, lead.id)))
    tx.emit({ name: 'lead.changed', payload: { tenantId, leadId: lead.id } })
  }
  return known.length > 0
}
