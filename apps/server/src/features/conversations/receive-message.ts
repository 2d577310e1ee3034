import { and, eq } from 'drizzle-orm'
import type { Tx } from '../../kernel/db/database.ts'
import { conversations } from '../../kernel/db/schema/conversations.ts'
import type { Deps } from '../../kernel/deps.ts'
import { errors } from '../../kernel/errors.ts'
import type { Leads } from '../leads/ports.ts'
import { appendMessage, findByChannelId, findByClientKey } from './append-message.ts'
import { findPlace } from './find-place.ts'
import { AlreadyStored, type IncomingMessage, type StoredMessage } from './ports.ts'
import { loadView } from './view.ts'

/** How long an agent waits for the lead to go on writing before it answers: a burst gets one answer. */
const BURST_MS = 2_500

type IntakeDeps = Pick<Deps, 'config' | 'db' | 'jobs' | 'clock'>

/** Stores what a lead wrote, in a transaction of its own. @throws as `Conversations.receive` */
export async function receiveMessage(
  deps: IntakeDeps,
  leads: Pick<Leads, 'findOrCreate'>,
  input: IncomingMessage,
): Promise<StoredMessage> {
  try {
    return await deps.db.tenant(input.tenantId, (tx) => storeIncoming(tx, deps, leads, input))
  } catch (error) {
    if (!(error instanceof AlreadyStored)) throw error
    return findStored(deps, input, error)
  }
}

/** Stores what a lead wrote and calls the agent to answer. @throws as `Conversations.storeIncoming` */
export async function storeIncoming(
  tx: Tx,
  { config, jobs, clock }: IntakeDeps,
  leads: Pick<Leads, 'findOrCreate'>,
  input: IncomingMessage,
): Promise<StoredMessage> {
  const { tenantId } = input
  const at = input.at ?? clock.now()
  const { agentAnswers, lead, conversationId } = await findPlace(tx, { jobs }, leads, input, at)
  const appended = await appendMessage(tx, {
    tenantId,
    conversationId,
    role: 'humano',
    content: input.content,
    clientKey: input.key,
    at,
    channelId: input.channelId ?? null,
    meta: input.meta ?? null,
    ...(input.saidAt ? { saidAt: input.saidAt } : {}),
    ...(input.preview ? { preview: input.preview } : {}),
    ...(input.type ? { type: input.type } : {}),
    ...(input.attachment ? { attachment: input.attachment } : {}),
  })
  if (!appended) throw errors.notFound()
  const { message } = appended
  if (agentAnswers && !lead.pause && input.wantsAnswer !== false) {
    const afterMs = BURST_MS * config.agentPace
    await jobs.sendOrPostpone(tx, 'agent-turn', { tenantId, conversationId }, { key: conversationId, afterMs })
  }
  if (input.attention)
    await tx.db
      .update(conversations)
      .set({ needsAttention: true, attentionReason: input.attention })
      .where(and(eq(conversations.tenantId, tenantId), eq(conversations.id, conversationId)))
  const conversation = await loadView(tx.db, tenantId, conversationId)
  tx.emit({ name: 'message.stored', payload: { tenantId, message, conversation } })
  return { message, leadId: lead.id, conversationId }
}

/** The message that a key made before. @throws as `Conversations.findStored`; `before` itself where there is none */
export function findStored(
  { db }: Pick<Deps, 'db'>,
  { tenantId, key, content, channelId }: IncomingMessage,
  before: AlreadyStored,
): Promise<StoredMessage> {
  return db.tenant(tenantId, async (tx) => {
    const first = await findByClientKey(tx, tenantId, before.conversationId, key)
    if (first) {
      if (first.message.content !== content) throw errors.conflict('Esta chave de envio já foi usada com outro texto.')
      return first
    }
    // Under another agent, where the channel's account was linked to that one meanwhile: the channel tells it a second time.
    const elsewhere = channelId ? await findByChannelId(tx, tenantId, channelId) : null
    if (!elsewhere) throw before
    return elsewhere
  })
}
