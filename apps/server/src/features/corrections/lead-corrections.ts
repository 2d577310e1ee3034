import { asc, inArray, or } from 'drizzle-orm'
import { whereTenant } from '../../platform/database/queries/where-tenant.ts'
import { correctionResults, corrections } from '../../platform/database/schema/agents/corrections.ts'
import type { Corrections } from './ports.ts'

type LeadAndConversations = Parameters<Corrections['detachLead']>[2]

const whereAboutLead = (tenantId: string, { leadIds, conversationIds }: LeadAndConversations) =>
  whereTenant(
    corrections,
    tenantId,
    or(inArray(corrections.leadId, [...leadIds]), inArray(corrections.conversationId, [...conversationIds])),
  )

/**
 * Removes an erased lead's conversation and ids from the corrections of its messages. Turns these corrections off, because they can no
 * longer be checked.
 */
export const detachLeadFromCorrections: Corrections['detachLead'] = async (tx, tenantId, lead) => {
  const correctionIds = tx.db.select({ id: corrections.id }).from(corrections).where(whereAboutLead(tenantId, lead))
  await tx.db
    .delete(correctionResults)
    .where(whereTenant(correctionResults, tenantId, inArray(correctionResults.correctionId, correctionIds)))
  await tx.db
    .update(corrections)
    .set({ frozen: null, leadId: null, conversationId: null, messageId: null, requestHash: null, state: 'off' })
    .where(whereAboutLead(tenantId, lead))
}

/** Returns the corrections of messages in a lead's conversations, oldest first, for the export of the lead's data. */
export const exportLeadCorrections: Corrections['exportLead'] = async (tx, tenantId, lead) => {
  const rows = await tx.db
    .select()
    .from(corrections)
    .where(whereAboutLead(tenantId, lead))
    .orderBy(asc(corrections.createdAt), asc(corrections.id))
  return rows.map(({ id, kind, text, must, mustNot, createdAt, frozen }) => ({
    _id: id,
    kind,
    text,
    must,
    must_not: mustNot,
    created_at: createdAt.toISOString(),
    frozen,
  }))
}
