import type { Message } from '@prosa/contract/entities/conversations/message'
import { eq, isNull, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import type { Identity } from '../../../platform/access/identity.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { preparePerConnection } from '../../../platform/database/prepare-per-connection.ts'
import { LEAD_LOCK_MODE } from '../../../platform/database/queries/lead-lock-mode.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { conversations, leads } from '../../../platform/database/schema/conversations/conversations.ts'
import { tenants } from '../../../platform/database/schema/organisation/tenants.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError, errors } from '../../../platform/errors.ts'
import { requireSameRequest } from '../../../platform/http/calls/idempotency-key.ts'
import { templateBlockReason } from '../../../platform/leads/unsolicited-messages.ts'
import type { Files } from '../../files/ports.ts'
import type { Leads } from '../../leads/ports.ts'
import { loadConversation } from '../load-conversation.ts'
import { appendMessage, findMessageByClientKey, type NewMessage } from '../messages/append-message.ts'
import { toFileMessageFields } from '../messages/file-meta.ts'
import { resolveQuoteToSend } from '../messages/quote.ts'
import { toStructuredMessageFields } from '../messages/structured-content.ts'
import { toTemplateMeta } from '../messages/template-meta.ts'
import { type ChannelAdapters, MessageAlreadyStoredError, type OutgoingMessage } from '../ports.ts'
import { addTranscriptState } from '../transcripts/schedule-transcription.ts'
import { isWindowOpen } from './reply-window.ts'

const WINDOW_CLOSED =
  'Passaram mais de 24 horas desde a última mensagem do lead. Envie um modelo aprovado para reabrir a conversa.'

/**
 * Stores a message that a user sends to a lead, pauses the agent and schedules the delivery, in one transaction.
 * @throws 404 if the conversation does not belong to the lead or was merged; 409 if the key was used by another request, or a template is
 * blocked because the lead has opted out; 400 if the reply window is closed for free text, or the file cannot be sent this way
 */
export async function sendMessage(
  { db, jobs, clock, transcriber }: Pick<Deps, 'db' | 'jobs' | 'clock' | 'transcriber'>,
  ports: {
    leads: Pick<Leads, 'pauseAfterManualMessage'>
    files: Pick<Files, 'getFileToSend' | 'attach' | 'findByMessage'>
    channelAdapters: ChannelAdapters
  },
  identity: Identity,
  { leadId, conversationId, content, key, template, file, structuredContent, replyToMessageId }: OutgoingMessage,
): Promise<Message> {
  const { tenantId } = identity
  try {
    return await db.tenant(tenantId, async (tx) => {
      const at = clock.now()
      const row = file ? await ports.files.getFileToSend(tx, identity, { id: file.id, mediaType: file.as }) : null
      const quote =
        replyToMessageId === undefined ? null : await resolveQuoteToSend(tx, tenantId, { conversationId, id: replyToMessageId })
      const fileFields = row && file ? toFileMessageFields(uuid(), content, { file: row, mediaType: file.as }) : null
      const structuredFields = structuredContent ? toStructuredMessageFields(structuredContent, content) : null
      const meta = { ...fileFields?.meta, ...structuredFields?.meta, ...(template ? toTemplateMeta(template) : {}), ...quote }
      const message: NewMessage = {
        tenantId,
        conversationId,
        leadId,
        role: 'AI',
        manual: true,
        sender: { id: identity.userId, name: identity.name },
        content,
        ...key,
        at,
        storeOnlyChannels: listStoreOnlyChannels(ports.channelAdapters),
        ...structuredFields,
        ...fileFields,
        ...(template ? { type: 'template' } : {}),
        ...(Object.keys(meta).length > 0 ? { meta } : {}),
      }
      // The queries are sent in this order, without waiting for results. An error rolls back all of them.
      const [lockedLead, appended, initialConversation] = await Promise.all([
        lockLeadForUpdate(tx, tenantId, leadId, conversationId),
        appendMessage(tx, message),
        loadConversation(tx.db, tenantId, conversationId),
      ])
      if (!appended) throw errors.notFound()
      if (row) await ports.files.attach(tx, appended.message.message_id, row)
      const blockReason = template ? templateBlockReason(lockedLead, template, at) : null
      if (blockReason !== null) throw errors.conflict(blockReason)
      const channel = ports.channelAdapters[lockedLead.channel]
      if (!template && !isWindowOpen(channel, lockedLead.lastClientMessageAt, at))
        throw errors.invalid(WINDOW_CLOSED, { content: WINDOW_CLOSED })
      // Does not pause again, so that the user who paused the agent first stays recorded.
      if (!lockedLead.isPaused) await ports.leads.pauseAfterManualMessage(tx, identity, leadId, at)
      const conversation = lockedLead.isPaused ? initialConversation : await loadConversation(tx.db, tenantId, conversationId)
      await queueDelivery(tx, { jobs }, tenantId, conversationId, appended)
      const storedMessage = { tenantId, message: appended.message, at }
      const presented = row ? await addTranscriptState(tx, { jobs, transcriber }, ports.files, storedMessage) : appended.message
      tx.emit({ name: 'message.stored', payload: { tenantId, message: presented, conversation } })
      return presented
    })
  } catch (error) {
    // The first request with this key may have stored the message, and the conversation may have been merged into another since then.
    const isNotFound = error instanceof AppError && error.statusCode === 404
    if (!(error instanceof MessageAlreadyStoredError || isNotFound) || key === null) throw error
    const earlierMessage = await db.tenant(tenantId, (tx) => findMessageByClientKey(tx, tenantId, conversationId, key.clientKey))
    if (!earlierMessage) throw error
    requireSameRequest(earlierMessage, key)
    return earlierMessage.message
  }
}

/** Returns the names of the channels on which a message counts as sent as soon as it is stored. */
export const listStoreOnlyChannels = (channelAdapters: ChannelAdapters): string[] =>
  Object.keys(channelAdapters).filter((name) => !channelAdapters[name]?.prepare)

/**
 * Schedules the delivery of an outgoing message that is queued. On a channel that sends a message by storing it, there is nothing to do.
 */
export async function queueDelivery(
  tx: Tx,
  { jobs }: Pick<Deps, 'jobs'>,
  tenantId: string,
  conversationId: string,
  { message, channel }: { message: Message; channel: string },
): Promise<void> {
  if (message.delivery !== 'queued') return
  await jobs.send(tx, 'deliver-message', { tenantId, conversationId, seq: message.seq ?? 0, channel }, { key: conversationId })
}

/**
 * Locks the lead's row and returns data of the lead and the conversation. All code locks the lead before the conversation, to avoid
 * deadlocks.
 * @throws 404 if the tenant has no such conversation of this lead
 */
async function lockLeadForUpdate(tx: Tx, tenantId: string, leadId: string, conversationId: string) {
  const [row] = await lockedLeadQuery(tx.db).execute({ tenantId, leadId, conversationId })
  if (!row) throw errors.notFound()
  return row
}

const lockedLeadQuery = preparePerConnection((db) =>
  db
    .select({
      channel: conversations.channel,
      lastClientMessageAt: conversations.lastClientMessageAt,
      isPaused: leads.pause,
      optOutAt: leads.optOutAt,
      marketingAfter: leads.marketingAfter,
      timeZone: tenants.timezone,
    })
    .from(conversations)
    .innerJoin(leads, whereTenant(leads, conversations.tenantId, eq(leads.id, conversations.leadId)))
    .innerJoin(tenants, whereTenant(conversations, tenants.id))
    .where(
      whereTenant(
        conversations,
        sql.placeholder('tenantId'),
        eq(conversations.id, sql.placeholder('conversationId')),
        eq(conversations.leadId, sql.placeholder('leadId')),
        isNull(conversations.mergedInto),
        isNull(leads.erasedAt),
      ),
    )
    .for(LEAD_LOCK_MODE, { of: leads })
    .prepare('held_lead'),
)
