import type { Tx } from '../../../platform/database/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { LeadConversations } from '../ports.ts'

/**
 * Emits the changes of a lead whose pause or archive flag changed. If the agent may answer again, schedules its answer to unanswered
 * messages.
 */
export async function emitLeadChange(
  tx: Tx,
  { jobs }: Pick<Deps, 'jobs'>,
  conversations: LeadConversations,
  { tenantId, leadId, agentMaySpeak }: { tenantId: string; leadId: string; agentMaySpeak: boolean },
): Promise<void> {
  for (const conversation of await conversations.views(tx, tenantId, leadId)) {
    const conversationId = conversation._id
    tx.emit({ name: 'conversation.changed', payload: { tenantId, conversation } })
    if (agentMaySpeak)
      await jobs.sendOrPostpone(tx, 'agent-turn', { tenantId, conversationId }, { key: conversationId, afterMs: 0 })
  }
  tx.emit({ name: 'lead.changed', payload: { tenantId, leadId } })
}
