import { DELIVERY_STATES, type DeliveryState } from '@prosa/contract/entities/message'
import { and, eq } from 'drizzle-orm'
import type { Tx } from '../../kernel/db/database.ts'
import { noEarlier } from '../../kernel/db/no-earlier.ts'
import { ofTenant } from '../../kernel/db/of-tenant.ts'
import { conversations, messages } from '../../kernel/db/schema/conversations.ts'
import { isShownInList } from './is-shown-in-list.ts'
import type { DeliveryNews, MessageRow } from './ports.ts'
import { attentionAfterFailure, attentionAfterRecovery } from './undelivered-attention.ts'
import { loadView } from './view.ts'

const rankOf = (state: string): number => DELIVERY_STATES.findIndex((known) => known === state)

/** A message that failed without ever having been taken failed because its delivery stayed unknown: any later word of the channel is better. */
const rankIn = (row: MessageRow): number =>
  row.delivery === 'failed' && row.channelId === null ? rankOf('unknown') : rankOf(row.delivery ?? 'queued')

const which = (tenantId: string, message: DeliveryNews['message']) =>
  ofTenant(messages, tenantId, 'id' in message ? eq(messages.id, message.id) : eq(messages.channelId, message.channelId))

/** Holds a message, and its conversation before it, as everybody does who holds both: two writers never wait for each other. */
export async function holdMessage(tx: Tx, tenantId: string, message: DeliveryNews['message']): Promise<MessageRow | null> {
  for (;;) {
    const [at] = await tx.db.select({ id: messages.conversationId }).from(messages).where(which(tenantId, message))
    if (!at) return null
    await tx.db
      .select({ id: conversations.id })
      .from(conversations)
      .where(ofTenant(conversations, tenantId, eq(conversations.id, at.id)))
      .for('update')
    const inHeld = and(which(tenantId, message), eq(messages.conversationId, at.id))
    const [row] = await tx.db.select().from(messages).where(inHeld).for('update')
    // None: two conversations have become one in between. Whoever holds both goes by their ids, and by now we hold the first and want the
    // second: an erasure can meet us at that. PostgreSQL ends one of the two, and whoever called asks again: a job, Meta, a person.
    if (row) return row
  }
}

/**
 * Raises the delivery state of a message, never lowers it, and emits the change. A failure asks for a person's attention, which ends when the
 * message is delivered after all. One message in a transaction, unless
 * its conversation is held already.
 * @returns false when there is no such message of ours
 */
export async function raiseDelivery(tx: Tx, news: DeliveryNews, at: Date): Promise<boolean> {
  const { tenantId, message, to } = news
  const row = await holdMessage(tx, tenantId, message)
  if (!row) return false
  // A lead's message, or ours after its lead was erased: it goes nowhere any more.
  if (row.delivery === null) return 'id' in message
  const rises = rankOf(to) > rankIn(row)
  const channelId = row.channelId ?? news.channelId ?? null
  if (!rises && channelId === row.channelId) return true
  const isAccepted = channelId !== null && row.channelId === null
  const deliveryError = to === 'failed' ? (news.reason ?? null) : null
  await tx.db
    .update(messages)
    .set({
      channelId,
      ...(isAccepted ? { meta: { ...row.meta, acceptedAt: at.toISOString() } } : {}),
      ...(rises ? { delivery: to, deliveryError, ...(to === 'unknown' ? {} : { attemptedAt: null }) } : {}),
    })
    .where(ofTenant(messages, tenantId, eq(messages.id, row.id)))
  if (rises) await tell(tx, row, { to, deliveryError, at, saidAt: news.saidAt ?? at })
  return true
}

async function tell(
  tx: Tx,
  { tenantId, conversationId, id, seq, delivery: before }: MessageRow,
  { to, deliveryError, at, saidAt }: { to: DeliveryState; deliveryError: string | null; at: Date; saidAt: Date },
): Promise<void> {
  const mine = ofTenant(conversations, tenantId, eq(conversations.id, conversationId))
  const hasFailed = to === 'failed'
  const isSeenInList = hasFailed || before === 'failed'
  if (isSeenInList) {
    const which = { tenantId, conversationId, id }
    await tx.db
      .update(conversations)
      .set({
        ...(hasFailed ? await attentionAfterFailure(tx, which, deliveryError) : await attentionAfterRecovery(tx, which)),
        // The list tells it of the newest message only.
        ...((await isShownInList(tx, { tenantId, conversationId, seq })) ? { lastMessageFailed: hasFailed } : {}),
        updatedAt: noEarlier(conversations.updatedAt, at),
      })
      .where(mine)
  }
  const view = await loadView(tx.db, tenantId, conversationId)
  tx.emit({
    name: 'message.delivery',
    payload: {
      tenantId,
      leadId: view.lead_id,
      conversationId,
      messageId: id,
      delivery: to,
      deliveryError,
      at: saidAt.toISOString(),
    },
  })
  if (isSeenInList) tx.emit({ name: 'conversation.changed', payload: { tenantId, conversation: view } })
}
