import { DELIVERY_STATES, type DeliveryState } from '@prosa/contract/entities/conversations/message'
import { and, eq } from 'drizzle-orm'
import type { Tx } from '../../../platform/database/database.ts'
import { latestTime } from '../../../platform/database/queries/latest-time.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { conversations, messages } from '../../../platform/database/schema/conversations/conversations.ts'
import { getAttentionAfterFailure, getAttentionAfterRecovery } from '../attention/undelivered-attention.ts'
import { loadConversation } from '../load-conversation.ts'
import { isShownInList } from '../messages/is-shown-in-list.ts'
import type { DeliveryUpdate, MessageRow } from '../ports.ts'

const getStatusRank = (state: string): number => DELIVERY_STATES.findIndex((candidate) => candidate === state)

/**
 * Returns the rank of a message's delivery status. Only a status of higher rank replaces it. A failed message without a channel id has the
 * rank of `unknown`: the channel never confirmed the message, so every later status replaces the failure.
 */
const getMessageRank = (row: MessageRow): number =>
  row.delivery === 'failed' && row.channelId === null ? getStatusRank('unknown') : getStatusRank(row.delivery ?? 'queued')

const messageCondition = (tenantId: string, message: DeliveryUpdate['message']) =>
  whereTenant(messages, tenantId, 'id' in message ? eq(messages.id, message.id) : eq(messages.channelId, message.channelId))

/**
 * Locks a message and returns it, or null if it does not exist. Locks the conversation first, as all other code does, to avoid deadlocks.
 */
export async function lockMessageForUpdate(
  tx: Tx,
  tenantId: string,
  message: DeliveryUpdate['message'],
): Promise<MessageRow | null> {
  for (;;) {
    const [conversation] = await tx.db
      .select({ id: messages.conversationId })
      .from(messages)
      .where(messageCondition(tenantId, message))
    if (!conversation) return null
    await tx.db
      .select({ id: conversations.id })
      .from(conversations)
      .where(whereTenant(conversations, tenantId, eq(conversations.id, conversation.id)))
      .for('update')
    const messageInConversation = and(messageCondition(tenantId, message), eq(messages.conversationId, conversation.id))
    const [row] = await tx.db.select().from(messages).where(messageInConversation).for('update')
    // A merge moved the message to another conversation between the queries, so the loop locks that conversation. The first lock is still
    // held, so a concurrent erasure can cause a deadlock. PostgreSQL then aborts one transaction, and the job, Meta or the user retries.
    if (row) return row
  }
}

/**
 * Advances the delivery status of a message and emits the change; never moves the status back. A failure sets the attention flag of the
 * conversation, and a later delivery clears it. Use one transaction per message, unless the conversation is already locked.
 * @returns false if there is no such outgoing message
 */
export async function advanceDeliveryStatus(tx: Tx, update: DeliveryUpdate, at: Date): Promise<boolean> {
  const { tenantId, message, state } = update
  const row = await lockMessageForUpdate(tx, tenantId, message)
  if (!row) return false
  // Neither a lead's message nor a message to an erased lead has a delivery status.
  if (row.delivery === null) return 'id' in message
  const isAdvanced = getStatusRank(state) > getMessageRank(row)
  const channelId = row.channelId ?? update.channelId ?? null
  if (!isAdvanced && channelId === row.channelId) return true
  const isAccepted = channelId !== null && row.channelId === null
  const deliveryError = state === 'failed' ? (update.reason ?? null) : null
  await tx.db
    .update(messages)
    .set({
      channelId,
      ...(isAccepted ? { meta: { ...row.meta, acceptedAt: at.toISOString() } } : {}),
      ...(isAdvanced ? { delivery: state, deliveryError, ...(state === 'unknown' ? {} : { attemptedAt: null }) } : {}),
    })
    .where(whereTenant(messages, tenantId, eq(messages.id, row.id)))
  if (isAdvanced) await emitDeliveryStatus(tx, row, { state, deliveryError, at, occurredAt: update.occurredAt ?? at })
  return true
}

async function emitDeliveryStatus(
  tx: Tx,
  { tenantId, conversationId, id, seq, delivery: previousState }: MessageRow,
  { state, deliveryError, at, occurredAt }: { state: DeliveryState; deliveryError: string | null; at: Date; occurredAt: Date },
): Promise<void> {
  const conversationCondition = whereTenant(conversations, tenantId, eq(conversations.id, conversationId))
  const hasFailed = state === 'failed'
  const isSeenInList = hasFailed || previousState === 'failed'
  if (isSeenInList) {
    const messageRef = { tenantId, conversationId, id }
    await tx.db
      .update(conversations)
      .set({
        ...(hasFailed
          ? await getAttentionAfterFailure(tx, messageRef, deliveryError)
          : await getAttentionAfterRecovery(tx, messageRef)),
        // The conversation list displays the delivery status of the newest message only.
        ...((await isShownInList(tx, { tenantId, conversationId, seq })) ? { lastMessageFailed: hasFailed } : {}),
        updatedAt: latestTime(conversations.updatedAt, at),
      })
      .where(conversationCondition)
  }
  const conversation = await loadConversation(tx.db, tenantId, conversationId)
  tx.emit({
    name: 'message.delivery',
    payload: {
      tenantId,
      leadId: conversation.lead_id,
      conversationId,
      messageId: id,
      delivery: state,
      deliveryError,
      at: occurredAt.toISOString(),
    },
  })
  if (isSeenInList) tx.emit({ name: 'conversation.changed', payload: { tenantId, conversation: conversation } })
}
