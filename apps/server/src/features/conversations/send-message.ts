import type { Message } from '@prosa/contract/entities/message'
import { and, eq } from 'drizzle-orm'
import type { Tx } from '../../kernel/db/database.ts'
import { conversations } from '../../kernel/db/schema.ts'
import type { Deps } from '../../kernel/deps.ts'
import { errors } from '../../kernel/errors.ts'
import type { Identity } from '../../kernel/http/identity.ts'
import { AlreadyStored, appendMessage, findByClientKey } from './append-message.ts'
import { loadView } from './view.ts'

export interface SendInput {
  leadId: string
  conversationId: string
  content: string
  /** The Idempotency-Key: same key, same message. */
  key: string | null
}

/** Pauses the agent for the lead because a person has stepped in, unless the tenant says otherwise. */
export type PauseForManual = (tx: Tx, who: Identity, leadId: string, at: Date) => Promise<void>

/**
 * Sends a staff member's message to the lead as the agent. One transaction: place, message, pause, delivery.
 * @throws 404 when the conversation is not the lead's, 409 when the key was used for another text
 */
export async function sendMessage(
  { db, jobs, clock }: Pick<Deps, 'db' | 'jobs' | 'clock'>,
  pauseForManual: PauseForManual,
  who: Identity,
  { leadId, conversationId, content, key }: SendInput,
): Promise<Message> {
  const { tenantId } = who
  try {
    return await db.tenant(tenantId, async (tx) => {
      await requireConversation(tx, tenantId, leadId, conversationId)
      const at = clock.now()
      // The lead's row before the conversation's, as everywhere: two writers never wait for each other.
      await pauseForManual(tx, who, leadId, at)
      const appended = await appendMessage(tx, {
        tenantId,
        conversationId,
        role: 'AI',
        manual: true,
        sender: { id: who.userId, name: who.name },
        content,
        clientKey: key,
        at,
      })
      if (!appended) throw errors.notFound()
      await queueDelivery(tx, { jobs }, tenantId, conversationId, appended)
      tx.emit({
        name: 'message.stored',
        payload: { tenantId, message: appended.message, conversation: await loadView(tx.db, tenantId, conversationId) },
      })
      return appended.message
    })
  } catch (error) {
    if (!(error instanceof AlreadyStored) || key === null) throw error
    const first = await db.tenant(tenantId, (tx) => findByClientKey(tx, tenantId, conversationId, key))
    if (!first) throw error
    if (first.content !== content) throw errors.conflict('Esta chave de envio já foi usada com outro texto.')
    return first
  }
}

/** Puts a message of ours on its way to the channel. */
export function queueDelivery(
  tx: Tx,
  { jobs }: Pick<Deps, 'jobs'>,
  tenantId: string,
  conversationId: string,
  { message, channel }: { message: Message; channel: string },
): Promise<void> {
  return jobs.send(tx, 'deliver-message', { tenantId, conversationId, seq: message.seq ?? 0, channel }, { key: conversationId })
}

/** @throws 404 when there is no such conversation of this lead in the tenant */
export async function requireConversation(tx: Tx, tenantId: string, leadId: string, conversationId: string): Promise<void> {
  const [row] = await tx.db
    .select({ id: conversations.id })
    .from(conversations)
    .where(and(eq(conversations.tenantId, tenantId), eq(conversations.id, conversationId), eq(conversations.leadId, leadId)))
  if (!row) throw errors.notFound()
}
