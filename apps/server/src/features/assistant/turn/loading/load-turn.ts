import { agentType } from '@prosa/contract/entities/agents/agent'
import { and, asc, eq, gt, isNull, max } from 'drizzle-orm'
import type { Tx } from '../../../../platform/database/database.ts'
import { whereTenant } from '../../../../platform/database/queries/where-tenant.ts'
import { agents, conversations, leads, messages } from '../../../../platform/database/schema/conversations/conversations.ts'
import { meetings } from '../../../../platform/database/schema/organisation/calendar.ts'
import { tenants } from '../../../../platform/database/schema/organisation/tenants.ts'
import { toCivilDate } from '../../../../platform/dates/civil-date.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { isBilledPerMessage } from '../../../../platform/messages/join-into-one-message.ts'
import { type TurnConversation, toAnsweringAgent } from '../../../conversations/ports.ts'
import type { ConversationPace } from '../../guard/limits/turn-limit.ts'
import type { ModelTurn } from '../../model/history.ts'
import type { Meeting, TurnInput } from '../../turn-input.ts'
import type { LoadedTurn } from '../run-turn.ts'
import { loadConversationPace } from './load-conversation-pace.ts'
import { loadHistory, loadUnanswered } from './load-messages.ts'
import { type AgentSenses, getWaitEnd, toLeadMessage } from './stored-lead-message.ts'

export interface LoadedAgentTurn extends LoadedTurn, ModelTurn {
  readonly leadId: string
  /** Keyed hash of the web chat visitor's last IP address. Null on other channels, or after its deletion. */
  readonly address: string | null
  /** Whether the lead uses another channel than the web chat, was created before today, or has received a message of a user. */
  readonly isKnown: boolean
  readonly engine: 'playbook' | 'model'
  readonly pace: ConversationPace
  /** Whether files of the new messages are still being downloaded, transcribed or read. */
  readonly isWaitingForFiles: boolean
  readonly senses: AgentSenses
}

/** Converts an agent's database row to the input of a reply engine. */
export const toAgentInput = (row: typeof agents.$inferSelect, company: string): TurnInput['agent'] => {
  const { name, type, persona, instructions, never, hours, questions, replaceQuestions, asksFor } = row
  const brief = { persona, instructions, never, hours, questions, replaceQuestions, asksFor }
  return { name, type: agentType.parse(type), company, brief }
}

/** Loads all data of a turn. Returns null if the conversation no longer exists, or its agent or organisation is inactive. */
export function loadTurn(
  { db, clock, llm, transcriber }: Pick<Deps, 'db' | 'clock' | 'llm' | 'transcriber'>,
  { tenantId, conversationId }: TurnConversation,
): Promise<LoadedAgentTurn | null> {
  return db.tenant(tenantId, async (tx) => {
    const [row] = await tx.db
      .select({ conversation: conversations, lead: leads, agent: agents, tenant: tenants })
      .from(conversations)
      .innerJoin(leads, whereTenant(leads, conversations.tenantId, eq(leads.id, conversations.leadId)))
      .innerJoin(agents, whereTenant(agents, conversations.tenantId, eq(agents.id, conversations.agentId)))
      .innerJoin(tenants, whereTenant(conversations, tenants.id))
      .where(whereTenant(conversations, tenantId, eq(conversations.id, conversationId)))
    if (!row?.agent.active || !row.tenant.active) return null
    const { conversation, lead, agent, tenant } = row
    const inConversation = whereTenant(messages, tenantId, eq(messages.conversationId, conversationId))
    // Excludes messages that their sender deleted.
    const messageCondition = and(inConversation, isNull(messages.revokedAt))
    const [lastUserMessage] = await tx.db
      .select({ seq: max(messages.seq) })
      .from(messages)
      .where(and(inConversation, eq(messages.manual, true), gt(messages.seq, conversation.answeredSeq)))
    // A message of a user of the team answers all messages before it.
    const answeredSeq = Math.max(conversation.answeredSeq, lastUserMessage?.seq ?? 0)
    const hasNoUserMessage = typeof lastUserMessage?.seq !== 'number'
    const unansweredMessages = await loadUnanswered(tx, conversation, messageCondition, { answeredSeq, hasNoUserMessage })
    const unanswered = unansweredMessages.messages.map((message) => toLeadMessage(message, transcriber !== null))
    const engine = llm && agent.useModel ? 'model' : 'playbook'
    const senses = {
      canTranscribeAudio: transcriber !== null,
      canReadImages: engine === 'model' && llm?.acceptsImages(agent.model) === true,
    }
    return {
      engine,
      model: agent.model,
      summary: conversation.summary,
      history: engine === 'model' ? await loadHistory(tx, messageCondition, unansweredMessages) : [],
      leadId: lead.id,
      address: conversation.addressKey,
      isKnown: await isKnownLead(tx, conversation, lead, { now: clock.now(), timeZone: tenant.timezone }),
      ...toAnsweringAgent(agent),
      agent: toAgentInput(agent, tenant.name),
      lead: { name: lead.name, company: lead.company, phone: lead.phone, email: lead.email },
      conversation: { stage: conversation.stage, memory: conversation.assistantState, hasUserAnswered: !hasNoUserMessage },
      shouldJoinReplies: agent.bubbles === 'one' && isBilledPerMessage(conversation.channel),
      now: clock.now(),
      pace: await loadConversationPace(tx, conversation, {
        answeredSeq,
        turnsWithoutPerson: agent.turnsWithoutPerson,
        now: clock.now(),
      }),
      meetings: await loadMeetings(tx, tenantId, lead.id, clock.now()),
      timeZone: tenant.timezone,
      paused: lead.pause,
      archived: lead.archive,
      unanswered,
      isWaitingForFiles: getWaitEnd(unansweredMessages.messages, clock.now(), senses) !== null,
      senses,
      uptoSeq: unansweredMessages.uptoSeq,
      untranscribedSeqs: unansweredMessages.messages
        .filter((_, index) => unanswered[index]?.type === 'audio_lost')
        .map(({ seq }) => seq),
      settledLateSeqs: unansweredMessages.settledLateSeqs,
      transcribedMessageIds: unansweredMessages.messages.flatMap(({ id }, index) =>
        unanswered[index]?.isTranscript ? [id] : [],
      ),
    }
  })
}

async function isKnownLead(
  tx: Tx,
  { tenantId, id, channel }: typeof conversations.$inferSelect,
  { createdAt }: typeof leads.$inferSelect,
  { now, timeZone }: { now: Date; timeZone: string },
): Promise<boolean> {
  if (channel !== 'webchat' || toCivilDate(createdAt, timeZone) < toCivilDate(now, timeZone)) return true
  const byUserCondition = whereTenant(messages, tenantId, eq(messages.conversationId, id), eq(messages.manual, true))
  const [userMessage] = await tx.db.select({ id: messages.id }).from(messages).where(byUserCondition).limit(1)
  return userMessage !== undefined
}

const loadMeetings = (tx: Tx, tenantId: string, leadId: string, now: Date): Promise<Meeting[]> =>
  tx.db
    .select({ id: meetings.id, title: meetings.title, start: meetings.startsAt, end: meetings.endsAt })
    .from(meetings)
    .where(whereTenant(meetings, tenantId, eq(meetings.leadId, leadId), isNull(meetings.cancelledAt), gt(meetings.startsAt, now)))
    .orderBy(asc(meetings.startsAt))
