import type { Tx } from '../../../platform/database/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { LeadConversations } from '../ports.ts'

/**
 * Emits a lead and its conversations after its pause or archive flag changed. If `mayAgentAnswer`, schedules the agent's answer to
 * unanswered messages.
 */
export async function emitLeadChange(
  tx: Tx,
  { jobs }: Pick<Deps, 'jobs'>,
  conversations: LeadConversations,
  { tenantId, leadId, mayAgentAnswer }: { tenantId: string; leadId: string; mayAgentAnswer: boolean },
): Promise<void> {
  for (const conversation of await conversations.presentConversations(tx, tenantId, leadId)) {
    const conversationId = conversation._id
    tx.emit({ name: 'conversation.changed', payload: { tenantId, conversation } })
    if (mayAgentAnswer)
      await jobs.sendOrPostpone(tx, 'agent-turn', { tenantId, conversationId }, { key: conversationId, afterMs: 0 })
  }
  tx.emit({ name: 'lead.changed', payload: { tenantId, leadId } })
}
