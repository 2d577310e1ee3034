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
 * Stores a message that a user sends to a lead in the agent's name, pauses the agent and schedules the delivery, in one transaction.
 * @throws 404 if the conversation does not belong to the lead or was merged; 409 if the key was used by another request, or the lead has
 * opted out of templates; 400 if the reply window is closed for free text, or the file cannot be sent this way
 */
export async function sendMessage(
  { db, jobs, clock, transcriber }: Pick<Deps, 'db' | 'jobs' | 'clock' | 'transcriber'>,
  ports: {
    leads: Pick<Leads, 'pauseForManual'>
    files: Pick<Files, 'toSend' | 'attach' | 'ofMessage'>
    outgoing: ChannelAdapters
  },
  who: Identity,
  { leadId, conversationId, content, key, template, file, carried, replyTo }: OutgoingMessage,
): Promise<Message> {
  const { tenantId } = who
  try {
    return await db.tenant(tenantId, async (tx) => {
      const at = clock.now()
      const row = file ? await ports.files.toSend(tx, who, file) : null
      const quote = replyTo === undefined ? null : await resolveQuoteToSend(tx, tenantId, { conversationId, id: replyTo })
      const ofFile = row && file ? toFileMessageFields(uuid(), content, { row, as: file.as }) : null
      const ofCarried = carried ? toStructuredMessageFields(carried, content) : null
      const meta = { ...ofFile?.meta, ...ofCarried?.meta, ...(template ? toTemplateMeta(template) : {}), ...quote }
      const message: NewMessage = {
        tenantId,
        conversationId,
        leadId,
        role: 'AI',
        manual: true,
        sender: { id: who.userId, name: who.name },
        content,
        ...key,
        at,
        takenBy: listStoreOnlyChannels(ports.outgoing),
        ...ofCarried,
        ...ofFile,
        ...(template ? { type: 'template' } : {}),
        ...(Object.keys(meta).length > 0 ? { meta } : {}),
      }
      // The queries are sent in this order without waiting for each other's results. A later error rolls back all of them.
      const [held, appended, view] = await Promise.all([
        lockLeadForUpdate(tx, tenantId, leadId, conversationId),
        appendMessage(tx, message),
        loadConversation(tx.db, tenantId, conversationId),
      ])
      if (!appended) throw errors.notFound()
      if (row) await ports.files.attach(tx, appended.message.message_id, row)
      const whyNot = template ? templateBlockReason(held, template, at) : null
      if (whyNot !== null) throw errors.conflict(whyNot)
      const channel = ports.outgoing[held.channel]
      if (!template && !isWindowOpen(channel, held.lastClientMessageAt, at))
        throw errors.invalid(WINDOW_CLOSED, { content: WINDOW_CLOSED })
      // If the agent is already paused, the user who paused it stays recorded.
      if (!held.paused) await ports.leads.pauseForManual(tx, who, leadId, at)
      const conversation = held.paused ? view : await loadConversation(tx.db, tenantId, conversationId)
      await queueDelivery(tx, { jobs }, tenantId, conversationId, appended)
      const sound = { tenantId, message: appended.message, at }
      const stored = row ? await addTranscriptState(tx, { jobs, transcriber }, ports.files, sound) : appended.message
      tx.emit({ name: 'message.stored', payload: { tenantId, message: stored, conversation } })
      return stored
    })
  } catch (error) {
    // The conversation, with its messages, may have been merged into another since the first request with this key.
    const isGone = error instanceof AppError && error.statusCode === 404
    if (!(error instanceof MessageAlreadyStoredError || isGone) || key === null) throw error
    const first = await db.tenant(tenantId, (tx) => findMessageByClientKey(tx, tenantId, conversationId, key.clientKey))
    if (!first) throw error
    requireSameRequest(first, key)
    return first.message
  }
}

/** Returns the names of the channels on which a message counts as sent as soon as it is stored. */
export const listStoreOnlyChannels = (outgoing: ChannelAdapters): string[] =>
  Object.keys(outgoing).filter((name) => !outgoing[name]?.prepare)

/**
 * Schedules the delivery of an outgoing message that is queued. Does nothing on a channel on which storing the message sends it.
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
 * Locks the lead's row and returns it with data of the conversation. All code locks the lead before the conversation, to avoid deadlocks.
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
      paused: leads.pause,
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
