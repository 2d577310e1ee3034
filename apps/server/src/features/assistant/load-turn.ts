import { agentType } from '@prosa/contract/entities/agent'
import { and, asc, eq, gt, max } from 'drizzle-orm'
import { agents, conversations, leads, messages, tenants } from '../../kernel/db/schema.ts'
import type { Deps } from '../../kernel/deps.ts'
import type { LoadedTurn, TurnPlace } from './run-turn.ts'

/** Lead messages that one turn reads at most; the newest count. */
const UNANSWERED_MAX = 50

/** What the database knows when a turn begins; null when the conversation is gone or the agent is switched off. */
export function loadTurn(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { tenantId, conversationId }: TurnPlace,
): Promise<(LoadedTurn & { leadId: string; agentId: string }) | null> {
  return db.tenant(tenantId, async (tx) => {
    const [row] = await tx.db
      .select({ conversation: conversations, lead: leads, agent: agents, tenant: tenants })
      .from(conversations)
      .innerJoin(leads, and(eq(leads.tenantId, conversations.tenantId), eq(leads.id, conversations.leadId)))
      .innerJoin(agents, and(eq(agents.tenantId, conversations.tenantId), eq(agents.id, conversations.agentId)))
      .innerJoin(tenants, eq(tenants.id, conversations.tenantId))
      .where(and(eq(conversations.tenantId, tenantId), eq(conversations.id, conversationId)))
    if (!row?.agent.active) return null
    const { conversation, lead, agent, tenant } = row
    const inConversation = and(eq(messages.tenantId, tenantId), eq(messages.conversationId, conversationId))
    const [manual] = await tx.db
      .select({ seq: max(messages.seq) })
      .from(messages)
      .where(and(inConversation, eq(messages.manual, true), gt(messages.seq, conversation.answeredSeq)))
    // What a person wrote after it answers it.
    const answered = Math.max(conversation.answeredSeq, manual?.seq ?? 0)
    const unanswered = await tx.db
      .select({ seq: messages.seq, content: messages.content, type: messages.type })
      .from(messages)
      .where(and(inConversation, eq(messages.role, 'humano'), gt(messages.seq, answered)))
      .orderBy(asc(messages.seq))
    return {
      leadId: lead.id,
      agentId: agent.id,
      agent: { name: agent.name, type: agentType.parse(agent.type), company: tenant.name },
      lead: { name: lead.name, company: lead.company, phone: lead.phone, email: lead.email },
      conversation: { stage: conversation.stage, state: conversation.assistantState },
      now: clock.now(),
      timeZone: tenant.timezone,
      paused: lead.pause,
      archived: lead.archive,
      unanswered: unanswered.slice(-UNANSWERED_MAX).map(({ content, type }) => ({ content, type })),
      uptoSeq: unanswered.at(-1)?.seq ?? answered,
    }
  })
}
