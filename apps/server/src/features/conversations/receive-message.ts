import type { Attachment, Message } from '@prosa/contract/entities/message'
import { and, eq } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import type { Tx } from '../../kernel/db/database.ts'
import { agents, conversations } from '../../kernel/db/schema.ts'
import type { Deps } from '../../kernel/deps.ts'
import { errors } from '../../kernel/errors.ts'
import { AlreadyStored, appendMessage, findByClientKey } from './append-message.ts'
import { loadView } from './view.ts'

/** How long an agent waits for the lead to go on writing before it answers: a burst gets one answer. */
export const BURST_MS = 2_500

export interface ReceiveInput {
  tenantId: string
  agentId: string
  channel: string
  /** Who the lead is on the channel. */
  channelKey: string
  /** What the channel knows of a lead that is new. */
  lead: { name?: string; phone?: string; origin: string }
  content: string
  type?: string
  attachment?: Attachment | null
  /** The channel's or the sender's own id of the message: same key, same message. */
  key: string
  at?: Date
}

/** Finds the lead of a channel key, or makes it; archived leads come back when they write. */
export type FindOrCreateLead = (
  tx: Tx,
  input: Pick<ReceiveInput, 'tenantId' | 'agentId' | 'channelKey' | 'lead'> & { at: Date },
) => Promise<{ id: string; pause: boolean }>

/**
 * Stores what a lead wrote and calls the agent to answer, in one transaction.
 * @throws 404 when the agent is not the tenant's, 409 when the key was used for another text
 */
export async function receiveMessage(
  { db, jobs, clock }: Pick<Deps, 'db' | 'jobs' | 'clock'>,
  findOrCreateLead: FindOrCreateLead,
  input: ReceiveInput,
): Promise<{ message: Message; leadId: string; conversationId: string }> {
  const { tenantId, agentId, channelKey, lead, content, key } = input
  const at = input.at ?? clock.now()
  let place = { leadId: '', conversationId: '' }
  try {
    return await db.tenant(tenantId, async (tx) => {
      const [agent] = await tx.db
        .select({ active: agents.active })
        .from(agents)
        .where(and(eq(agents.tenantId, tenantId), eq(agents.id, agentId)))
      if (!agent) throw errors.notFound()
      const found = await findOrCreateLead(tx, { tenantId, agentId, channelKey, lead, at })
      place = { leadId: found.id, conversationId: await findOrCreateConversation(tx, input, found.id, at) }
      const appended = await appendMessage(tx, {
        tenantId,
        conversationId: place.conversationId,
        role: 'humano',
        content,
        clientKey: key,
        at,
        ...(input.type ? { type: input.type } : {}),
        ...(input.attachment ? { attachment: input.attachment } : {}),
      })
      if (!appended) throw errors.notFound()
      if (agent.active && !found.pause) {
        const startAfter = new Date(Date.now() + BURST_MS)
        await jobs.sendOrPostpone(
          tx,
          'agent-turn',
          { tenantId, conversationId: place.conversationId },
          { key: place.conversationId, startAfter },
        )
      }
      const conversation = await loadView(tx.db, tenantId, place.conversationId)
      tx.emit({ name: 'message.stored', payload: { tenantId, message: appended.message, conversation } })
      return { message: appended.message, ...place }
    })
  } catch (error) {
    if (!(error instanceof AlreadyStored)) throw error
    const first = await db.tenant(tenantId, (tx) => findByClientKey(tx, tenantId, place.conversationId, key))
    if (!first) throw error
    if (first.content !== content) throw errors.conflict('Esta chave de envio já foi usada com outro texto.')
    return { message: first, ...place }
  }
}

async function findOrCreateConversation(
  tx: Tx,
  { tenantId, agentId, channel }: ReceiveInput,
  leadId: string,
  at: Date,
): Promise<string> {
  const [found] = await tx.db
    .select({ id: conversations.id })
    .from(conversations)
    .where(and(eq(conversations.tenantId, tenantId), eq(conversations.leadId, leadId), eq(conversations.channel, channel)))
  if (found) return found.id
  const id = uuid()
  await tx.db.insert(conversations).values({ tenantId, id, leadId, agentId, channel, createdAt: at, updatedAt: at })
  return id
}
