import type { Attachment, Message } from '@prosa/contract/entities/message'
import type { Tx } from '../../kernel/db/database.ts'
import type { Deps } from '../../kernel/deps.ts'
import { errors } from '../../kernel/errors.ts'
import { AlreadyStored, appendMessage, findByChannelId, findByClientKey } from './append-message.ts'
import type { ChannelPlace, FindOrCreateLead } from './channel-place.ts'
import { findPlace } from './find-place.ts'
import { loadView } from './view.ts'

/** How long an agent waits for the lead to go on writing before it answers: a burst gets one answer. */
const BURST_MS = 2_500

export interface ReceiveInput extends ChannelPlace {
  content: string
  type?: string
  attachment?: Attachment | null
  /** The channel's or the sender's own id of the message: same key, same message. */
  key: string
  at?: Date
  /** The channel's id of the message. */
  channelId?: string
  /** When the lead said it, where that is not now. */
  saidAt?: Date
  preview?: string
  meta?: unknown
  /** False for what nobody would answer (a reaction, a notice of the channel). */
  wantsAnswer?: boolean
  /** More to write with the message, in its transaction. */
  onStored?: (tx: Tx, message: Message) => Promise<void>
}

/**
 * Stores what a lead wrote and calls the agent to answer, in one transaction.
 * @throws 404 when the agent is not the tenant's, 409 when the key was used for another text
 */
export async function receiveMessage(
  { config, db, jobs, clock }: Pick<Deps, 'config' | 'db' | 'jobs' | 'clock'>,
  findOrCreateLead: FindOrCreateLead,
  input: ReceiveInput,
): Promise<{ message: Message; leadId: string; conversationId: string }> {
  const { tenantId, content, key } = input
  const at = input.at ?? clock.now()
  let place = { leadId: '', conversationId: '' }
  try {
    return await db.tenant(tenantId, async (tx) => {
      const { agentAnswers, lead, conversationId } = await findPlace(tx, { jobs }, findOrCreateLead, input, at)
      place = { leadId: lead.id, conversationId }
      const appended = await appendMessage(tx, {
        tenantId,
        conversationId: place.conversationId,
        role: 'humano',
        content,
        clientKey: key,
        at,
        channelId: input.channelId ?? null,
        meta: input.meta ?? null,
        ...(input.saidAt ? { saidAt: input.saidAt } : {}),
        ...(input.preview ? { preview: input.preview } : {}),
        ...(input.type ? { type: input.type } : {}),
        ...(input.attachment ? { attachment: input.attachment } : {}),
      })
      if (!appended) throw errors.notFound()
      await input.onStored?.(tx, appended.message)
      if (agentAnswers && !lead.pause && input.wantsAnswer !== false) {
        await jobs.sendOrPostpone(
          tx,
          'agent-turn',
          { tenantId, conversationId: place.conversationId },
          { key: place.conversationId, afterMs: BURST_MS * config.agentPace },
        )
      }
      const conversation = await loadView(tx.db, tenantId, place.conversationId)
      tx.emit({ name: 'message.stored', payload: { tenantId, message: appended.message, conversation } })
      return { message: appended.message, ...place }
    })
  } catch (error) {
    if (!(error instanceof AlreadyStored)) throw error
    const first = await db.tenant(tenantId, (tx) => findByClientKey(tx, tenantId, place.conversationId, key))
    if (!first) {
      // Under another agent, where the channel's account was linked to that one meanwhile: the channel tells it a second time.
      const { channelId } = input
      const elsewhere = channelId ? await db.tenant(tenantId, (tx) => findByChannelId(tx, tenantId, channelId)) : null
      if (elsewhere) return elsewhere
      throw error
    }
    if (first.content !== content) throw errors.conflict('Esta chave de envio já foi usada com outro texto.')
    return { message: first, ...place }
  }
}
