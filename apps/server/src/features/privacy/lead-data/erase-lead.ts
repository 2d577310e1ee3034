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

/** Operations of all features that store personal data of leads. Each feature erases and exports its own data. */
export interface ErasureHandlers {
  leads: Leads
  conversations: Conversations
  conversationsOfLead: LeadConversations
  channels: Channels
  calendar: Calendar
  costs: Pick<Costs, 'forgetLead' | 'exportLead'>
  assistant: Assistant
  exports: Exports
  files: Pick<Files, 'release' | 'olderThan' | 'exportLead'>
  knowledge: Pick<Knowledge, 'forgetLead'>
  search: MessageSearchIndex
  corrections: Corrections
}

export interface LeadErasure {
  tenantId: string
  leadId: string
  /** User who requested the erasure; null if the retention job erases the lead. */
  userId: string | null
  /**
   * If set, the lead is erased only if they have had no message since this time. This is checked after locking the rows that a new message
   * needs. Null: the lead is always erased.
   */
  quietSince: Date | null
  at: Date
}

/**
 * Permanently erases all data of a lead and cancels their pending jobs. Conversations and messages remain, without content and assigned to
 * an anonymous lead, so that statistics do not change.
 * @returns false if the lead does not exist, or had a message since `quietSince`
 */
export async function eraseLead(
  tx: Tx,
  { jobs }: Pick<Deps, 'jobs'>,
  keepers: ErasureHandlers,
  { tenantId, leadId, userId, quietSince, at }: LeadErasure,
): Promise<boolean> {
  const { conversations, channels, corrections, costs, exports, files, knowledge, search } = keepers
  const traces = await lockPersonalDataRecords(tx, keepers, tenantId, leadId)
  if (!traces || (quietSince && traces.movedAt >= quietSince)) return false
  const { leadIds, conversationIds, messageIds, senders } = traces
  await channels.eraseLead(tx, traces, at)
  await search.forget(tx, tenantId, conversationIds)
  await conversations.empty(tx, tenantId, conversationIds, senders)
  for (const id of leadIds) await replaceByAnonymousLead(tx, keepers, tenantId, id, at)
  await jobs.forget(tx, tenantId, [...leadIds, ...conversationIds, ...messageIds, ...senders])
  await files.release(tx, tenantId, { leadId, messageIds, visitor: traces.lead.channelKey })
  for (const id of leadIds) await knowledge.forgetLead(tx, tenantId, id)
  await corrections.forgetLead(tx, tenantId, traces)
  await costs.forgetLead(tx, tenantId, traces)
  await exports.withdrawAll(tx, tenantId)
  await clearErasedLeadNames(tx, tenantId, leadIds)
  await writeAuditEntry(tx, {
    tenantId,
    actor: toUserOrSystemActor(userId),
    action: 'lead.erased',
    // No label, because the audit entry about the erasure must not contain the lead's name.
    subject: { kind: 'lead', id: leadId },
    after: { reason: userId ? 'asked for' : 'retention' },
  })
  return true
}

/** Deletes a lead and assigns their conversations and meetings to a new anonymous lead. */
async function replaceByAnonymousLead(
  tx: Tx,
  keepers: ErasureHandlers,
  tenantId: string,
  leadId: string,
  at: Date,
): Promise<void> {
  const { leads, conversations, conversationsOfLead, calendar, assistant } = keepers
  const which = { tenantId, leadId, at }
  const nobody = await leads.addNobody(tx, which)
  if (nobody !== null) {
    await conversations.handOver(tx, which, nobody)
    await calendar.handOver(tx, which, nobody)
    await assistant.forgetUsage(tx, which)
    for (const view of await conversationsOfLead.views(tx, tenantId, nobody)) {
      // Clients have stored the conversation with the id of the erased lead.
      tx.emit({ name: 'conversation.changed', payload: { tenantId, conversation: { ...view, lead_id: leadId } } })
    }
  }
  await leads.remove(tx, which)
}
