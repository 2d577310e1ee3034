import { eq } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import type { Tx } from '../../platform/database/database.ts'
import { whereTenant } from '../../platform/database/queries/where-tenant.ts'
import { leads } from '../../platform/database/schema/conversations/conversations.ts'
import type { LeadChangeTarget } from './ports.ts'

/**
 * Inserts an anonymous lead that replaces an erased lead in statistics.
 * @returns the id of the anonymous lead, or null if the lead does not exist
 */
export async function insertAnonymousLead(tx: Tx, { tenantId, leadId, at }: LeadChangeTarget): Promise<string | null> {
  const [row] = await tx.db
    .select({ agentId: leads.agentId, entry: leads.entry, createdAt: leads.createdAt })
    .from(leads)
    .where(whereTenant(leads, tenantId, eq(leads.id, leadId)))
  if (!row) return null
  const anonymousLeadId = uuid()
  await tx.db.insert(leads).values({ tenantId, id: anonymousLeadId, ...row, archive: true, updatedAt: at, erasedAt: at })
  return anonymousLeadId
}

/** Deletes a lead's row and emits the deletion. The caller must have removed all references to the row. */
export async function deleteLeadRow(tx: Tx, { tenantId, leadId }: LeadChangeTarget): Promise<void> {
  await tx.db.delete(leads).where(whereTenant(leads, tenantId, eq(leads.id, leadId)))
  tx.emit({ name: 'lead.changed', payload: { tenantId, leadId } })
  tx.emit({ name: 'lead.erased', payload: { tenantId, leadId } })
}
