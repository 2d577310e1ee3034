import { clearErasedLeadNames, toUserOrSystemActor, writeAuditEntry } from '../../../platform/audit/audit.ts'
import type { Tx } from '../../../platform/database/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { Assistant } from '../../assistant/ports.ts'
import type { Calendar } from '../../calendar/ports.ts'
import type { Channels } from '../../channels/ports.ts'
import type { Conversations } from '../../conversations/ports.ts'
import type { Corrections } from '../../corrections/ports.ts'
import type { Costs } from '../../costs/ports.ts'
import type { Exports } from '../../exports/ports.ts'
import type { Files } from '../../files/ports.ts'
import type { Knowledge } from '../../knowledge/ports.ts'
import type { LeadConversations, Leads } from '../../leads/ports.ts'
import type { MessageSearchIndex } from '../../search/ports.ts'
import { lockPersonalDataRecords } from './personal-data-records.ts'

/** Features that store personal data of leads. Each one erases and exports its own data. */
export interface ErasureHandlers {
  leads: Leads
  conversations: Conversations
  leadConversations: LeadConversations
  channels: Channels
  calendar: Calendar
  costs: Pick<Costs, 'anonymizeLead' | 'exportLead'>
  assistant: Assistant
  exports: Exports
  files: Pick<Files, 'deleteMessageFiles' | 'listMessagesWithOldFiles' | 'exportFiles'>
  knowledge: Pick<Knowledge, 'removeLeadReferences'>
  search: MessageSearchIndex
  corrections: Corrections
}

export interface LeadErasure {
  tenantId: string
  leadId: string
  /** User who requested the erasure; null for an erasure by the retention job. */
  userId: string | null
  /**
   * If set, erases the lead only if there was no message since this time. The check follows the locks that a new message also needs. Null:
   * erases the lead in any case.
   */
  inactiveSince: Date | null
  at: Date
}

/**
 * Permanently erases all data of a lead and cancels their jobs. Messages remain without content and belong to an anonymous lead, so that
 * statistics do not change.
 * @returns false if the lead does not exist, or had a message since `inactiveSince`
 */
export async function eraseLead(
  tx: Tx,
  { jobs }: Pick<Deps, 'jobs'>,
  erasureHandlers: ErasureHandlers,
  { tenantId, leadId, userId, inactiveSince, at }: LeadErasure,
): Promise<boolean> {
  const { conversations, channels, corrections, costs, exports, files, knowledge, search } = erasureHandlers
  const records = await lockPersonalDataRecords(tx, erasureHandlers, tenantId, leadId)
  if (!records || (inactiveSince && records.lastMessageAt >= inactiveSince)) return false
  const { leadIds, conversationIds, messageIds, senders } = records
  await channels.eraseLeadData(tx, records, at)
  await search.deleteConversations(tx, tenantId, conversationIds)
  await conversations.eraseMessageContents(tx, tenantId, conversationIds, senders)
  for (const id of leadIds) await replaceByAnonymousLead(tx, erasureHandlers, tenantId, id, at)
  await jobs.deleteJobsByIds(tx, tenantId, [...leadIds, ...conversationIds, ...messageIds, ...senders])
  await files.deleteMessageFiles(tx, tenantId, { leadId, messageIds, visitor: records.lead.channelKey })
  for (const id of leadIds) await knowledge.removeLeadReferences(tx, tenantId, id)
  await corrections.detachLead(tx, tenantId, records)
  await costs.anonymizeLead(tx, tenantId, records)
  await exports.deleteAll(tx, tenantId)
  await clearErasedLeadNames(tx, tenantId, leadIds)
  await writeAuditEntry(tx, {
    tenantId,
    actor: toUserOrSystemActor(userId),
    action: 'lead.erased',
    // No label: the audit entry about the erasure must not contain the lead's name.
    subject: { kind: 'lead', id: leadId },
    after: { reason: userId ? 'asked for' : 'retention' },
  })
  return true
}

async function replaceByAnonymousLead(
  tx: Tx,
  erasureHandlers: ErasureHandlers,
  tenantId: string,
  leadId: string,
  at: Date,
): Promise<void> {
  const { leads, conversations, leadConversations, calendar, assistant } = erasureHandlers
  const target = { tenantId, leadId, at }
  const anonymousLeadId = await leads.createAnonymousLead(tx, target)
  if (anonymousLeadId !== null) {
    await conversations.anonymizeConversations(tx, target, anonymousLeadId)
    await calendar.anonymizeMeetings(tx, target, anonymousLeadId)
    await assistant.deleteLeadUsage(tx, target)
    for (const conversation of await leadConversations.presentConversations(tx, tenantId, anonymousLeadId)) {
      // Sends the erased lead's id, because clients still store the conversation under that id.
      tx.emit({ name: 'conversation.changed', payload: { tenantId, conversation: { ...conversation, lead_id: leadId } } })
    }
  }
  await leads.deleteLead(tx, target)
}
