import type { Conversation } from '@prosa/contract/entities/conversation'
import type { Tx } from '../../kernel/db/database.ts'
import type { Deps } from '../../kernel/deps.ts'

/** A lead's conversations as events carry them; the conversations feature gives it. */
export type ViewsOfLead = (tx: Tx, tenantId: string, leadId: string) => Promise<Conversation[]>

/** Tells of a lead whose pause or archive flag changed; where the agent may speak again, it answers what is still unanswered. */
export async function tellLead(
  tx: Tx,
  { jobs }: Pick<Deps, 'jobs'>,
  viewsOfLead: ViewsOfLead,
  { tenantId, leadId, agentMaySpeak }: { tenantId: string; leadId: string; agentMaySpeak: boolean },
): Promise<void> {
  for (const conversation of await viewsOfLead(tx, tenantId, leadId)) {
    const conversationId = conversation._id
    tx.emit({ name: 'conversation.changed', payload: { tenantId, conversation } })
    if (agentMaySpeak)
      await jobs.sendOrPostpone(tx, 'agent-turn', { tenantId, conversationId }, { key: conversationId, afterMs: 0 })
  }
  tx.emit({ name: 'lead.changed', payload: { tenantId, leadId } })
}
