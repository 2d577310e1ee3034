import { agentType } from '@prosa/contract/entities/agent'
import { and, asc, desc, eq, gt, isNull, lte, max, type SQL } from 'drizzle-orm'
import type { Tx } from '../../../kernel/db/database.ts'
import { meetings } from '../../../kernel/db/schema/calendar.ts'
import { agents, conversations, leads, messages } from '../../../kernel/db/schema/conversations.ts'
import { tenants } from '../../../kernel/db/schema/tenants.ts'
import type { Deps } from '../../../kernel/deps.ts'
import type { TurnPlace } from '../../conversations/ports.ts'
import type { AgentBrief, Meeting } from '../decision.ts'
import type { Pace } from '../guard/brake.ts'
import type { DatedMessage } from '../model/history.ts'
import type { ModelTurn } from '../model/model-input.ts'
import { loadPace } from './load-pace.ts'
import type { LoadedTurn } from './run-turn.ts'

/** Lead messages that one turn reads at most; the newest count. */
const UNANSWERED_MAX = 50

/** Messages of the past that a model may get to read; how many fit is settled by their length. */
const HISTORY_MAX = 160

export interface Loaded extends LoadedTurn, ModelTurn {
  readonly leadId: string
  readonly agentId: string
  readonly engine: 'playbook' | 'model'
  readonly pace: Pace
}

/** What staff told an agent. */
export const briefOf = (row: typeof agents.$inferSelect): AgentBrief => ({
  persona: row.persona,
  instructions: row.instructions,
  hours: row.hours,
  questions: row.questions,
  replaceQuestions: row.replaceQuestions,
  asksFor: row.asksFor,
})

/** What the database knows when a turn begins; null when the conversation is gone, or its agent or their organisation is switched off. */
export function loadTurn(
  { db, clock, llm }: Pick<Deps, 'db' | 'clock' | 'llm'>,
  { tenantId, conversationId }: TurnPlace,
): Promise<Loaded | null> {
  return db.tenant(tenantId, async (tx) => {
    const [row] = await tx.db
      .select({ conversation: conversations, lead: leads, agent: agents, tenant: tenants })
      .from(conversations)
      .innerJoin(leads, and(eq(leads.tenantId, conversations.tenantId), eq(leads.id, conversations.leadId)))
      .innerJoin(agents, and(eq(agents.tenantId, conversations.tenantId), eq(agents.id, conversations.agentId)))
      .innerJoin(tenants, eq(tenants.id, conversations.tenantId))
      .where(and(eq(conversations.tenantId, tenantId), eq(conversations.id, conversationId)))
    if (!row?.agent.active || !row.tenant.active) return null
    const { conversation, lead, agent, tenant } = row
    const inConversation = and(eq(messages.tenantId, tenantId), eq(messages.conversationId, conversationId))
    const [manual] = await tx.db
      .select({ seq: max(messages.seq) })
      .from(messages)
      .where(and(inConversation, eq(messages.manual, true), gt(messages.seq, conversation.answeredSeq)))
    // What a person wrote after it answers it.
    const answered = Math.max(conversation.answeredSeq, manual?.seq ?? 0)
    const newest = await tx.db
      .select({ seq: messages.seq, content: messages.content, type: messages.type })
      .from(messages)
      .where(and(inConversation, eq(messages.role, 'humano'), gt(messages.seq, answered)))
      .orderBy(desc(messages.seq))
      .limit(UNANSWERED_MAX)
    const unanswered = newest.reverse()
    const uptoSeq = unanswered.at(-1)?.seq ?? answered
    const engine = llm && agent.useModel ? 'model' : 'playbook'
    return {
      engine,
      model: agent.model,
      summary: conversation.summary,
      history: engine === 'model' ? await loadHistory(tx, inConversation, uptoSeq) : [],
      leadId: lead.id,
      agentId: agent.id,
      agent: { name: agent.name, type: agentType.parse(agent.type), company: tenant.name, brief: briefOf(agent) },
      lead: { name: lead.name, company: lead.company, phone: lead.phone, email: lead.email },
      conversation: {
        stage: conversation.stage,
        memory: conversation.assistantState,
        personAnswered: typeof manual?.seq === 'number',
      },
      now: clock.now(),
      pace: await loadPace(tx, conversation, { answered, turnsWithoutPerson: agent.turnsWithoutPerson, now: clock.now() }),
      meetings: await loadMeetings(tx, tenantId, lead.id, clock.now()),
      timeZone: tenant.timezone,
      paused: lead.pause,
      archived: lead.archive,
      unanswered: unanswered.map(({ content, type }) => ({ content, type })),
      uptoSeq,
    }
  })
}

const loadMeetings = (tx: Tx, tenantId: string, leadId: string, now: Date): Promise<Meeting[]> =>
  tx.db
    .select({ id: meetings.id, title: meetings.title, start: meetings.startsAt, end: meetings.endsAt })
    .from(meetings)
    .where(
      and(eq(meetings.tenantId, tenantId), eq(meetings.leadId, leadId), isNull(meetings.cancelledAt), gt(meetings.startsAt, now)),
    )
    .orderBy(asc(meetings.startsAt))

async function loadHistory(tx: Tx, inConversation: SQL | undefined, uptoSeq: number): Promise<DatedMessage[]> {
  const rows = await tx.db
    .select({
      role: messages.role,
      type: messages.type,
      content: messages.content,
      fromPerson: messages.manual,
      at: messages.createdAt,
    })
    .from(messages)
    .where(and(inConversation, lte(messages.seq, uptoSeq)))
    .orderBy(desc(messages.seq))
    .limit(HISTORY_MAX)
  return rows.reverse().map(({ role, ...message }) => ({ fromLead: role === 'humano', ...message }))
}
