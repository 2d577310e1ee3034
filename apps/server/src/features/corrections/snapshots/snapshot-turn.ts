import { and, asc, desc, eq, isNull, like, lte } from 'drizzle-orm'
import { isUuid, type Tx } from '../../../platform/database/database.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { turnStarts } from '../../../platform/database/schema/agents/corrections.ts'
import { conversations, leads, messages } from '../../../platform/database/schema/conversations/conversations.ts'
import { tenants } from '../../../platform/database/schema/organisation/tenants.ts'
import { errors } from '../../../platform/errors.ts'
import { type TurnSnapshot, turnStart } from './turn-snapshot.ts'

/** Maximum number of messages in a snapshot. Equals the maximum in a preview of an agent, which uses the snapshot. */
const MAX_MESSAGES = 60
const NOT_WRITTEN_BY_AGENT = 'Só se corrige o que um agente respondeu.'
/**
 * Matches the client key of a message that an agent wrote. Group 1: sequence number of the last message that the agent had read
 * (conversations/agent-replies/commit-turn.ts).
 */
const TURN_KEY = /^turn:(\d+):\d+$/

/** Snapshot of an agent's answer. The answers of the knowledge base are added later. */
export interface CorrectableTurn {
  readonly conversationRef: { readonly leadId: string; readonly conversationId: string }
  readonly agentId: string
  readonly timeZone: string
  readonly turn: Omit<TurnSnapshot, 'answers'>
}

/**
 * Returns a snapshot of the conversation and the agent's answer of which this message is a part.
 * @throws 404 if the message does not exist, 400 if no agent wrote it
 */
export async function snapshotTurn(tx: Tx, tenantId: string, messageId: string): Promise<CorrectableTurn> {
  const [row] = isUuid(messageId)
    ? await tx.db
        .select({ message: messages, conversation: conversations, lead: leads, timeZone: tenants.timezone })
        .from(messages)
        .innerJoin(conversations, whereTenant(conversations, messages.tenantId, eq(conversations.id, messages.conversationId)))
        .innerJoin(leads, whereTenant(leads, conversations.tenantId, eq(leads.id, conversations.leadId)))
        .innerJoin(tenants, whereTenant(messages, tenants.id))
        .where(whereTenant(messages, tenantId, eq(messages.id, messageId)))
    : []
  if (!row) throw errors.notFound()
  const { message, conversation, lead, timeZone } = row
  const uptoSeq = TURN_KEY.exec(message.clientKey ?? '')?.[1]
  if (message.role !== 'AI' || message.manual || message.revokedAt || uptoSeq === undefined)
    throw errors.invalid(NOT_WRITTEN_BY_AGENT, { message_id: NOT_WRITTEN_BY_AGENT })
  const conversationCondition = whereTenant(
    messages,
    tenantId,
    eq(messages.conversationId, conversation.id),
    isNull(messages.revokedAt),
  )
  const turnMessages = await tx.db
    .select({ id: messages.id, content: messages.content })
    .from(messages)
    .where(and(conversationCondition, like(messages.clientKey, `turn:${uptoSeq}:%`)))
    .orderBy(asc(messages.seq))
  const previousMessages = await tx.db
    .select({ role: messages.role, content: messages.content, transcript: messages.transcript, createdAt: messages.createdAt })
    .from(messages)
    .where(and(conversationCondition, lte(messages.seq, Number(uptoSeq))))
    .orderBy(desc(messages.seq))
    .limit(MAX_MESSAGES)
  const { name, company, phone, email } = lead
  // Used if the state before the answer is no longer stored: the current stage and lead data, without the agent's memory.
  const currentState = { memory: null, stage: conversation.stage, summary: null, lead: { name, company, phone, email } }
  return {
    conversationRef: { leadId: lead.id, conversationId: conversation.id },
    agentId: conversation.agentId,
    timeZone,
    turn: {
      ...((await findTurnStart(tx, tenantId, turnMessages[0]?.id)) ?? currentState),
      at: message.createdAt.toISOString(),
      messages: previousMessages.reverse().map(({ role, content, transcript, createdAt }) => ({
        role,
        content: transcript?.state === 'done' ? transcript.text : content,
        at: createdAt.toISOString(),
      })),
      said: turnMessages.map(({ content }) => content),
    },
  }
}

async function findTurnStart(tx: Tx, tenantId: string, messageId: string | undefined) {
  if (messageId === undefined) return null
  const [storedStart] = await tx.db
    .select({ known: turnStarts.known })
    .from(turnStarts)
    .where(whereTenant(turnStarts, tenantId, eq(turnStarts.messageId, messageId)))
  return storedStart ? (turnStart.safeParse(storedStart.known).data ?? null) : null
}

/** Returns the messages that the agent answered: those after the last message from the agent or the team. */
export const getAnsweredMessages = ({ messages }: Pick<TurnSnapshot, 'messages'>): TurnSnapshot['messages'] =>
  messages.slice(messages.findLastIndex(({ role }) => role === 'AI') + 1)
