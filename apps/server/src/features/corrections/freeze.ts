import { and, asc, desc, eq, isNull, like, lte } from 'drizzle-orm'
import { isUuid, type Tx } from '../../kernel/db/database.ts'
import { ofTenant } from '../../kernel/db/of-tenant.ts'
import { conversations, leads, messages } from '../../kernel/db/schema/conversations.ts'
import { turnStarts } from '../../kernel/db/schema/corrections.ts'
import { tenants } from '../../kernel/db/schema/tenants.ts'
import { errors } from '../../kernel/errors.ts'
import { type Frozen, turnStart } from './frozen.ts'

/** Maximum number of messages in a snapshot. Equals the maximum of a test conversation. */
const MESSAGES_MAX = 60
const NOT_ITS_OWN = 'Só se corrige o que um agente respondeu.'
/**
 * Matches the key of a message that an agent's turn wrote: the sequence number up to which the turn answered, and the index of the message
 * (conversations/commit-turn.ts).
 */
const TURN_KEY = /^turn:(\d+):\d+$/

/** Snapshot of a turn without the knowledge base's answers. */
export interface FoundTurn {
  readonly place: { readonly leadId: string; readonly conversationId: string }
  readonly agentId: string
  readonly timeZone: string
  readonly turn: Omit<Frozen, 'answers'>
}

/** Returns the turn in which an agent wrote this message. @throws 404, 400 if no agent wrote it */
export async function findTurn(tx: Tx, tenantId: string, messageId: string): Promise<FoundTurn> {
  const [found] = isUuid(messageId)
    ? await tx.db
        .select({ message: messages, conversation: conversations, lead: leads, timeZone: tenants.timezone })
        .from(messages)
        .innerJoin(conversations, ofTenant(conversations, messages.tenantId, eq(conversations.id, messages.conversationId)))
        .innerJoin(leads, ofTenant(leads, conversations.tenantId, eq(leads.id, conversations.leadId)))
        .innerJoin(tenants, ofTenant(messages, tenants.id))
        .where(ofTenant(messages, tenantId, eq(messages.id, messageId)))
    : []
  if (!found) throw errors.notFound()
  const { message, conversation, lead, timeZone } = found
  const uptoSeq = TURN_KEY.exec(message.clientKey ?? '')?.[1]
  if (message.role !== 'AI' || message.manual || message.revokedAt || uptoSeq === undefined)
    throw errors.invalid(NOT_ITS_OWN, { message_id: NOT_ITS_OWN })
  const inTalk = ofTenant(messages, tenantId, eq(messages.conversationId, conversation.id), isNull(messages.revokedAt))
  const ofTurn = await tx.db
    .select({ id: messages.id, content: messages.content })
    .from(messages)
    .where(and(inTalk, like(messages.clientKey, `turn:${uptoSeq}:%`)))
    .orderBy(asc(messages.seq))
  const before = await tx.db
    .select({ role: messages.role, content: messages.content, transcript: messages.transcript, createdAt: messages.createdAt })
    .from(messages)
    .where(and(inTalk, lte(messages.seq, Number(uptoSeq))))
    .orderBy(desc(messages.seq))
    .limit(MESSAGES_MAX)
  const { name, company, phone, email } = lead
  // Fallback for old or partly deleted turns: the messages are known, but not the agent's state.
  const asItIs = { memory: null, stage: conversation.stage, summary: null, lead: { name, company, phone, email } }
  return {
    place: { leadId: lead.id, conversationId: conversation.id },
    agentId: conversation.agentId,
    timeZone,
    turn: {
      ...((await startOf(tx, tenantId, ofTurn[0]?.id)) ?? asItIs),
      at: message.createdAt.toISOString(),
      messages: before.reverse().map(({ role, content, transcript, createdAt }) => ({
        role,
        content: transcript?.state === 'done' ? transcript.text : content,
        at: createdAt.toISOString(),
      })),
      said: ofTurn.map(({ content }) => content),
    },
  }
}

async function startOf(tx: Tx, tenantId: string, messageId: string | undefined) {
  if (messageId === undefined) return null
  const [kept] = await tx.db
    .select({ known: turnStarts.known })
    .from(turnStarts)
    .where(ofTenant(turnStarts, tenantId, eq(turnStarts.messageId, messageId)))
  return kept ? (turnStart.safeParse(kept.known).data ?? null) : null
}

/** Returns the messages that a turn answered: those of the lead after our last message. */
export const burstOf = ({ messages: talk }: Pick<Frozen, 'messages'>): Frozen['messages'] =>
  talk.slice(talk.findLastIndex(({ role }) => role === 'AI') + 1)
