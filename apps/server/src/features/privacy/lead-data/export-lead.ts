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

/** Returns all stored data of a lead, and writes the export to the audit log. @throws 404 if the lead does not exist or was erased */
export function exportLead(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  keepers: ErasureHandlers,
  { tenantId, userId }: Identity,
  leadId: string,
): Promise<LeadExport> {
  return db.tenant(tenantId, async (tx) => {
    const traces = await lockPersonalDataRecords(tx, keepers, tenantId, leadId)
    if (!traces) throw errors.notFound()
    await writeAuditEntry(tx, {
      tenantId,
      actor: { kind: 'user', id: userId },
      action: 'lead.exported',
      subject: { kind: 'lead', id: leadId },
    })
    const { lead } = traces
    return {
      exported_at: clock.now().toISOString(),
      lead: keepers.leads.present(lead),
      channel_names: [lead.channelKey, lead.channelUserKey].filter((name) => name !== null),
      conversations: await exportConversations(tx, keepers, tenantId, traces),
      transcripts: await keepers.conversations.exportTranscripts(tx, tenantId, traces.messageIds),
      earlier_wordings: await keepers.conversations.earlierWordings(tx, tenantId, traces.senders),
      media: await keepers.files.exportLead(tx, tenantId, traces.messageIds),
      ...(await keepers.channels.exportLead(tx, traces)),
      meetings: await keepers.calendar.exportLead(tx, tenantId, traces.leadIds),
      corrections: await keepers.corrections.exportLead(tx, tenantId, traces),
      turns: await keepers.conversations.exportTurnStarts(tx, tenantId, traces.messageIds),
      costs: await keepers.costs.exportLead(tx, tenantId, traces),
      events: await exportAuditEvents(tx, tenantId, traces),
    }
  })
}

async function exportConversations(tx: Tx, keepers: ErasureHandlers, tenantId: string, { leadIds }: PersonalDataRecords) {
  const found: LeadExport['conversations'] = []
  for (const leadId of leadIds) {
    for (const conversation of await keepers.conversationsOfLead.views(tx, tenantId, leadId)) {
      const [kept] = await tx.db
        .select({ memory: conversations.assistantState })
        .from(conversations)
        .where(whereTenant(conversations, tenantId, eq(conversations.id, conversation._id)))
      const rows = await tx.db
        .select()
        .from(messages)
        .where(whereTenant(messages, tenantId, eq(messages.conversationId, conversation._id)))
        .orderBy(asc(messages.seq))
      found.push({
        conversation,
        agent_memory: kept?.memory ?? null,
        past: await keepers.conversations.exportPast(tx, tenantId, conversation._id),
        messages: rows.map((row) => ({ ...keepers.conversations.present(row), meta: row.meta ?? null })),
      })
    }
  }
  return found
}

async function exportAuditEvents(tx: Tx, tenantId: string, { leadIds }: PersonalDataRecords): Promise<LeadExport['events']> {
  const rows = await tx.db
    .select({ action: auditLog.action, userId: auditLog.actorId, at: auditLog.createdAt })
    .from(auditLog)
    .where(whereTenant(auditLog, tenantId, inArray(auditLog.subject, leadIds)))
    .orderBy(asc(auditLog.createdAt))
  return rows.map(({ action, userId, at }) => ({ action, user_id: userId, at: at.toISOString() }))
}
