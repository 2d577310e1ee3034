import type { LeadExport } from '@prosa/contract/entities/conversations/lead-export'
import { asc, eq, inArray } from 'drizzle-orm'
import type { Identity } from '../../../platform/access/identity.ts'
import { writeAuditEntry } from '../../../platform/audit/audit.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { conversations, messages } from '../../../platform/database/schema/conversations/conversations.ts'
import { auditLog } from '../../../platform/database/schema/organisation/tenants.ts'
import type { Deps } from '../../../platform/deps.ts'
import { errors } from '../../../platform/errors.ts'
import type { ErasureHandlers } from './erase-lead.ts'
import { lockPersonalDataRecords, type PersonalDataRecords } from './personal-data-records.ts'

/**
 * Returns all stored data of a lead, and writes the export to the audit log.
 * @throws 404 if the lead does not exist or was erased
 */
export function exportLead(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  erasureHandlers: ErasureHandlers,
  { tenantId, userId }: Identity,
  leadId: string,
): Promise<LeadExport> {
  return db.tenant(tenantId, async (tx) => {
    const records = await lockPersonalDataRecords(tx, erasureHandlers, tenantId, leadId)
    if (!records) throw errors.notFound()
    await writeAuditEntry(tx, {
      tenantId,
      actor: { kind: 'user', id: userId },
      action: 'lead.exported',
      subject: { kind: 'lead', id: leadId },
    })
    const { lead } = records
    return {
      exported_at: clock.now().toISOString(),
      lead: erasureHandlers.leads.present(lead),
      channel_names: [lead.channelKey, lead.channelUserKey].filter((name) => name !== null),
      conversations: await exportConversations(tx, erasureHandlers, tenantId, records),
      transcripts: await erasureHandlers.conversations.exportTranscripts(tx, tenantId, records.messageIds),
      earlier_wordings: await erasureHandlers.conversations.exportEarlierTexts(tx, tenantId, records.senders),
      media: await erasureHandlers.files.exportFiles(tx, tenantId, records.messageIds),
      ...(await erasureHandlers.channels.exportLeadData(tx, records)),
      meetings: await erasureHandlers.calendar.exportLead(tx, tenantId, records.leadIds),
      corrections: await erasureHandlers.corrections.exportLead(tx, tenantId, records),
      turns: await erasureHandlers.conversations.exportTurnStartStates(tx, tenantId, records.messageIds),
      costs: await erasureHandlers.costs.exportLead(tx, tenantId, records),
      events: await exportAuditEvents(tx, tenantId, records),
    }
  })
}

async function exportConversations(tx: Tx, erasureHandlers: ErasureHandlers, tenantId: string, { leadIds }: PersonalDataRecords) {
  const exportedConversations: LeadExport['conversations'] = []
  for (const leadId of leadIds) {
    for (const conversation of await erasureHandlers.leadConversations.presentConversations(tx, tenantId, leadId)) {
      const [state] = await tx.db
        .select({ memory: conversations.assistantState })
        .from(conversations)
        .where(whereTenant(conversations, tenantId, eq(conversations.id, conversation._id)))
      const rows = await tx.db
        .select()
        .from(messages)
        .where(whereTenant(messages, tenantId, eq(messages.conversationId, conversation._id)))
        .orderBy(asc(messages.seq))
      exportedConversations.push({
        conversation,
        agent_memory: state?.memory ?? null,
        past: await erasureHandlers.conversations.exportImportedMessages(tx, tenantId, conversation._id),
        messages: rows.map((row) => ({ ...erasureHandlers.conversations.presentMessage(row), meta: row.meta ?? null })),
      })
    }
  }
  return exportedConversations
}

async function exportAuditEvents(tx: Tx, tenantId: string, { leadIds }: PersonalDataRecords): Promise<LeadExport['events']> {
  const rows = await tx.db
    .select({ action: auditLog.action, userId: auditLog.actorId, at: auditLog.createdAt })
    .from(auditLog)
    .where(whereTenant(auditLog, tenantId, inArray(auditLog.subject, leadIds)))
    .orderBy(asc(auditLog.createdAt))
  return rows.map(({ action, userId, at }) => ({ action, user_id: userId, at: at.toISOString() }))
}
