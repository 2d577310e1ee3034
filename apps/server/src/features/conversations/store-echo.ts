import type { Tx } from '../../kernel/db/database.ts'
import type { Deps } from '../../kernel/deps.ts'
import { errors } from '../../kernel/errors.ts'
import type { Leads } from '../leads/ports.ts'
import { appendMessage } from './append-message.ts'
import { findPlace } from './find-place.ts'
import type { IncomingMessage, StoredMessage } from './ports.ts'
import { loadView } from './view.ts'

/** Stores what the team wrote to a lead outside this product, and pauses the agent. @throws as `Conversations.storeEcho` */
export async function storeEcho(
  tx: Tx,
  { jobs, clock }: Pick<Deps, 'jobs' | 'clock'>,
  leads: Pick<Leads, 'findOrCreate' | 'pauseForEcho'>,
  input: IncomingMessage,
): Promise<StoredMessage> {
  const { tenantId } = input
  const at = clock.now()
  const { lead, conversationId } = await findPlace(tx, { jobs }, leads, input, at)
  await leads.pauseForEcho(tx, { tenantId, leadId: lead.id, at })
  const appended = await appendMessage(tx, {
    tenantId,
    conversationId,
    role: 'AI',
    manual: true,
    content: input.content,
    clientKey: input.key,
    channelId: input.channelId ?? null,
    delivery: 'sent',
    attachment: input.attachment ?? null,
    at,
    ...(input.type ? { type: input.type } : {}),
    ...(input.preview ? { preview: input.preview } : {}),
    ...(input.saidAt ? { saidAt: input.saidAt } : {}),
  })
  if (!appended) throw errors.notFound()
  const { message } = appended
  const conversation = await loadView(tx.db, tenantId, conversationId)
  tx.emit({ name: 'message.stored', payload: { tenantId, message, conversation } })
  return { message, leadId: lead.id, conversationId }
}
