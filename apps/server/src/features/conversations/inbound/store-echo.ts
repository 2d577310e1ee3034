import type { Tx } from '../../../platform/database/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { errors } from '../../../platform/errors.ts'
import type { Files } from '../../files/ports.ts'
import type { Leads } from '../../leads/ports.ts'
import { applyEarlierEdits } from '../edits/edit-message.ts'
import { lockMessageEdits } from '../edits/pending-edits.ts'
import { deleteImportedCopy } from '../imported-history/delete-imported-copy.ts'
import { findOrCreateLeadConversation } from '../lifecycle/find-or-create-lead-conversation.ts'
import { loadConversation } from '../load-conversation.ts'
import { appendMessage } from '../messages/append-message.ts'
import { AUTOMATIC_MARK } from '../messages/message-marks.ts'
import { REACTION_MESSAGE_TYPE } from '../messages/message-types.ts'
import type { IncomingMessage, StoredMessage } from '../ports.ts'
import { isAutomaticEcho } from './automatic-echo.ts'
import { buildIncomingMeta } from './receive-message.ts'

/**
 * Stores a message that the team sent outside the panel, and pauses the agent. A reaction or an automatic message of the phone does not
 * pause the agent.
 * @throws as `Conversations.storeEcho`
 */
export async function storeEcho(
  tx: Tx,
  { jobs, clock }: Pick<Deps, 'jobs' | 'clock'>,
  { leads, files }: { leads: Pick<Leads, 'findOrCreate' | 'pauseAfterEcho'>; files: Pick<Files, 'deleteMessageFiles'> },
  input: IncomingMessage,
): Promise<StoredMessage> {
  const { tenantId } = input
  const at = clock.now()
  const isReaction = input.type === REACTION_MESSAGE_TYPE
  if (input.channelId) await lockMessageEdits(tx, tenantId, input.channelId)
  const { lead, conversationId } = await findOrCreateLeadConversation(
    tx,
    { jobs },
    leads,
    { ...input, staysArchived: isReaction },
    at,
  )
  const isAutomatic =
    !isReaction &&
    (await isAutomaticEcho(tx, { tenantId, conversationId, content: input.content, saidAt: input.writtenAt ?? at }))
  if (!isAutomatic && !isReaction) await leads.pauseAfterEcho(tx, { tenantId, leadId: lead.id, at })
  const meta = await buildIncomingMeta(tx, input)
  const appended = await appendMessage(tx, {
    tenantId,
    conversationId,
    role: 'AI',
    manual: !isAutomatic,
    isAutomatic,
    content: input.content,
    clientKey: input.key,
    channelId: input.channelId ?? null,
    delivery: 'sent',
    attachment: input.attachment ?? null,
    meta: isAutomatic ? { ...meta, ...AUTOMATIC_MARK } : meta,
    at,
    ...(input.type ? { type: input.type } : {}),
    ...(input.preview ? { preview: input.preview } : {}),
    ...(input.writtenAt ? { writtenAt: input.writtenAt } : {}),
  })
  if (!appended) throw errors.notFound()
  await deleteImportedCopy(tx, files, { tenantId, leadId: lead.id, channelId: input.channelId })
  const message = await applyEarlierEdits(tx, input, appended.message, at)
  const conversation = await loadConversation(tx.db, tenantId, conversationId)
  tx.emit({ name: 'message.stored', payload: { tenantId, message, conversation } })
  return { message, leadId: lead.id, conversationId }
}
