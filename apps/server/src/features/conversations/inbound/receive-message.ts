import type { Message } from '@prosa/contract/entities/conversations/message'
import { hasVisibleText } from '@prosa/contract/rules/text/visible-text'
import { eq } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import type { Tx } from '../../../platform/database/database.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { conversations } from '../../../platform/database/schema/conversations/conversations.ts'
import type { Deps } from '../../../platform/deps.ts'
import { errors } from '../../../platform/errors.ts'
import { requireSameRequest } from '../../../platform/http/calls/idempotency-key.ts'
import type { JsonObject } from '../../../platform/json/json.ts'
import type { Files } from '../../files/ports.ts'
import type { Leads } from '../../leads/ports.ts'
import { BURST_WAIT_MS } from '../agent-replies/burst.ts'
import { addDocumentState } from '../documents/schedule-document-reading.ts'
import { applyEarlierEdits } from '../edits/edit-message.ts'
import { lockMessageEdits } from '../edits/pending-edits.ts'
import { deleteImportedCopy } from '../imported-history/delete-imported-copy.ts'
import { findOrCreateLeadConversation } from '../lifecycle/find-or-create-lead-conversation.ts'
import { loadConversation } from '../load-conversation.ts'
import { appendMessage, findMessageByChannelId, findMessageByClientKey } from '../messages/append-message.ts'
import { resolveChoiceMeta } from '../messages/choices.ts'
import { toFileMessageFields } from '../messages/file-meta.ts'
import { REACTION_MESSAGE_TYPE } from '../messages/message-types.ts'
import { buildQuoteMeta } from '../messages/quote.ts'
import { type IncomingMessage, MessageAlreadyStoredError, type StoredMessage } from '../ports.ts'
import { addTranscriptState } from '../transcripts/schedule-transcription.ts'

type IntakeDeps = Pick<Deps, 'config' | 'db' | 'jobs' | 'clock' | 'transcriber'>
interface IntakePorts {
  leads: Pick<Leads, 'findOrCreate'>
  files: Pick<Files, 'getFileToSend' | 'attach' | 'deleteMessageFiles' | 'findByMessage'>
}

/**
 * Stores a lead's message in a new transaction. Returns the stored message if the key is repeated.
 * @throws as `Conversations.receiveMessage`
 */
export async function receiveMessage(deps: IntakeDeps, ports: IntakePorts, input: IncomingMessage): Promise<StoredMessage> {
  try {
    return await deps.db.tenant(input.tenantId, (tx) => storeIncomingMessage(tx, deps, ports, input))
  } catch (error) {
    if (!(error instanceof MessageAlreadyStoredError)) throw error
    return findStoredMessage(deps, input, error)
  }
}

/**
 * Stores a lead's message in the caller's transaction and schedules the agent's answer.
 * @throws as `Conversations.storeIncomingMessage`
 */
export async function storeIncomingMessage(
  tx: Tx,
  { config, jobs, clock, transcriber }: IntakeDeps,
  { leads, files }: IntakePorts,
  input: IncomingMessage,
): Promise<StoredMessage> {
  const { tenantId } = input
  const at = input.at ?? clock.now()
  if (input.channelId) await lockMessageEdits(tx, tenantId, input.channelId)
  const row = input.file
    ? await files.getFileToSend(tx, { tenantId, visitor: input.file.visitor }, { id: input.file.id, mediaType: input.file.as })
    : null
  const { canAgentAnswer, lead, conversationId } = await findOrCreateLeadConversation(
    tx,
    { jobs },
    leads,
    { ...input, staysArchived: input.type === REACTION_MESSAGE_TYPE },
    at,
  )
  const appended = await appendMessage(tx, {
    tenantId,
    conversationId,
    role: 'humano',
    content: input.content,
    clientKey: input.key,
    requestHash: input.requestHash ?? null,
    at,
    channelId: input.channelId ?? null,
    meta: input.selectedChoice
      ? await resolveChoiceMeta(tx, tenantId, input.selectedChoice, { conversationId, content: input.content })
      : await buildIncomingMeta(tx, input),
    ...(input.writtenAt ? { writtenAt: input.writtenAt } : {}),
    ...(input.preview ? { preview: input.preview } : {}),
    ...(input.type ? { type: input.type } : {}),
    ...(input.attachment ? { attachment: input.attachment } : {}),
    ...(row && input.file ? toFileMessageFields(uuid(), input.content, { file: row, mediaType: input.file.as }) : {}),
  })
  if (!appended) throw errors.notFound()
  if (row) await files.attach(tx, appended.message.message_id, row)
  await deleteImportedCopy(tx, files, { tenantId, leadId: lead.id, channelId: input.channelId })
  const editedMessage = await applyEarlierEdits(tx, input, appended.message, at)
  const message = row
    ? await scheduleFileProcessing(tx, { jobs, transcriber }, files, { tenantId, message: editedMessage, at })
    : editedMessage
  if (canAgentAnswer && !lead.pause && needsAnswer(input) && !message.revoked_at) {
    const afterMs = BURST_WAIT_MS * config.agentDelayFactor
    await jobs.sendOrPostpone(tx, 'agent-turn', { tenantId, conversationId }, { key: conversationId, afterMs })
  }
  if (input.attention)
    await tx.db
      .update(conversations)
      .set({ needsAttention: true, attentionReason: input.attention })
      .where(whereTenant(conversations, tenantId, eq(conversations.id, conversationId)))
  const conversation = await loadConversation(tx.db, tenantId, conversationId)
  tx.emit({ name: 'message.stored', payload: { tenantId, message, conversation } })
  return { message, leadId: lead.id, conversationId }
}

/** Whether an agent should answer a message. False for a notice of the channel and for a text without visible characters. */
const needsAnswer = ({ shouldAnswer = true, type = 'text', content, file }: IncomingMessage): boolean =>
  shouldAnswer && (type !== 'text' || file !== undefined || hasVisibleText(content))

/**
 * Schedules the transcription of a message's audio or the reading of its document. Returns the message with the state of this processing.
 */
const scheduleFileProcessing = async (
  ...[tx, deps, files, fileMessage]: Parameters<typeof addTranscriptState>
): Promise<Message> =>
  addDocumentState(tx, deps, files, { ...fileMessage, message: await addTranscriptState(tx, deps, files, fileMessage) })

/** Returns the `meta` of an incoming message. If the message is a reply, includes data about the quoted message. */
export const buildIncomingMeta = async (
  tx: Tx,
  { tenantId, quotedChannelId, meta = null }: IncomingMessage,
): Promise<JsonObject | null> =>
  quotedChannelId === undefined ? meta : { ...meta, ...(await buildQuoteMeta(tx, tenantId, { channelId: quotedChannelId })) }

/**
 * Returns the message that was stored earlier with this key.
 * @throws `error` if there is no such message; otherwise as `Conversations.findStoredMessage`
 */
export function findStoredMessage(
  { db }: Pick<Deps, 'db'>,
  { tenantId, key, requestHash, channelId }: IncomingMessage,
  error: MessageAlreadyStoredError,
): Promise<StoredMessage> {
  return db.tenant(tenantId, async (tx) => {
    const storedMessage = await findMessageByClientKey(tx, tenantId, error.conversationId, key)
    if (storedMessage) {
      requireSameRequest(storedMessage, { requestHash })
      return storedMessage
    }
    // The channel account may have been linked to another agent meanwhile. A repeated message is then stored under the previous agent.
    const messageInOtherConversation = channelId ? await findMessageByChannelId(tx, tenantId, channelId) : null
    if (!messageInOtherConversation) throw error
    return messageInOtherConversation
  })
}
