import { asc, eq, exists, like, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Tx } from '../../../platform/database/database.ts'
import { latestTime } from '../../../platform/database/queries/latest-time.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { conversationReads, conversations, messages } from '../../../platform/database/schema/conversations/conversations.ts'
import { tenants } from '../../../platform/database/schema/organisation/tenants.ts'
import type { Deps } from '../../../platform/deps.ts'
import { mergeGuardMemories } from '../../../platform/leads/guard-memory.ts'
import { moveImportedMessages } from '../imported-history/imported-messages.ts'
import { loadConversation } from '../load-conversation.ts'
import { getClientKeyBeforeMerge } from '../messages/append-message.ts'
import { markReadForNewUsers } from '../unread/mark-read-for-new-users.ts'

type ConversationRow = typeof conversations.$inferSelect

/**
 * Moves the conversations of lead `from` to lead `into`, because both are the same person. If both have a conversation on the same channel,
 * appends the messages of `from` to the other: sequence numbers have no gaps, and read messages stay read.
 */
export async function mergeConversations(
  tx: Tx,
  { jobs }: Pick<Deps, 'jobs'>,
  { tenantId, from, into, at }: { tenantId: string; from: string; into: string; at: Date },
): Promise<void> {
  const lockedConversations = await tx.db
    .select()
    .from(conversations)
    .where(whereTenant(conversations, tenantId, sql`${conversations.leadId} IN (${from}, ${into})`))
    .orderBy(asc(conversations.id))
    .for('update')
  for (const source of lockedConversations.filter(({ leadId }) => leadId === from)) {
    const target = lockedConversations.find(({ leadId, channel }) => leadId === into && channel === source.channel)
    if (target) {
      await appendConversation(tx, target, source, at)
      await requeueDeliveries(tx, { jobs }, target)
      tx.emit({
        name: 'conversation.changed',
        payload: { tenantId, conversation: await loadConversation(tx.db, tenantId, source.id) },
      })
    } else {
      await tx.db
        .update(conversations)
        .set({ leadId: into, archive: false, updatedAt: latestTime(conversations.updatedAt, at) })
        .where(whereTenant(conversations, tenantId, eq(conversations.id, source.id)))
    }
    const mergedRef = { leadId: into, conversationId: target?.id ?? source.id }
    tx.emit({ name: 'conversation.joined', payload: { tenantId, leadId: from, conversationId: source.id, into: mergedRef } })
  }
}

async function appendConversation(tx: Tx, target: ConversationRow, source: ConversationRow, at: Date): Promise<void> {
  const { tenantId } = target
  const [tenant] = await tx.db.select({ joins: tenants.joins }).from(tenants).where(eq(tenants.id, tenantId))
  for (const conversation of [target, source])
    await markReadForNewUsers(tx, { ...conversation, conversationId: conversation.id }, tenant?.joins ?? 0, at)
  const sourceMessagesCondition = whereTenant(messages, tenantId, eq(messages.conversationId, source.id))
  await prefixClientKeys(tx, target, source)
  await moveReadPositions(tx, target, source, at)
  await tx.db
    .update(messages)
    .set({
      conversationId: target.id,
      seq: sql`${messages.seq} + ${target.lastSeq}`,
      leadMessages: sql`${messages.leadMessages} + ${target.leadMessages}`,
    })
    .where(sourceMessagesCondition)
  await moveImportedMessages(tx, { tenantId: target.tenantId, from: source.id, into: target.id }, at)
  await tx.db
    .update(conversations)
    .set({
      lastSeq: target.lastSeq + source.lastSeq,
      reactions: target.reactions + source.reactions,
      leadMessages: target.leadMessages + source.leadMessages,
      // The merge changes sequence numbers, so the stored ones are no longer valid. The agent answers these messages in its next turn.
      lateSeqs: [],
      answeredSeq: source.answeredSeq > 0 ? target.lastSeq + source.answeredSeq : target.answeredSeq,
      ...getListPreviewColumns(
        source.lastMessagePreview === null || (source.lastSeq === 0 && target.lastSeq > 0) ? target : source,
      ),
      lastClientMessageAt: sql`GREATEST(${conversations.lastClientMessageAt}, ${toIsoOrNull(source.lastClientMessageAt)}::timestamptz)`,
      lastAgentMessageAt: sql`GREATEST(${conversations.lastAgentMessageAt}, ${toIsoOrNull(source.lastAgentMessageAt)}::timestamptz)`,
      freeUntil: sql`GREATEST(${conversations.freeUntil}, ${toIsoOrNull(source.freeUntil)}::timestamptz)`,
      needsAttention: target.needsAttention || source.needsAttention,
      attentionReason: target.attentionReason ?? source.attentionReason,
      undelivered: [...target.undelivered, ...source.undelivered],
      summary: target.summary ?? source.summary,
      waitingSince: source.waitingSince ?? target.waitingSince,
      assistantState: mergeGuardMemories(target.assistantState, source.assistantState),
      updatedAt: latestTime(conversations.updatedAt, at),
    })
    .where(whereTenant(conversations, tenantId, eq(conversations.id, target.id)))
  await tx.db
    .update(conversations)
    .set({
      lastSeq: 0,
      reactions: 0,
      leadMessages: 0,
      answeredSeq: 0,
      lateSeqs: [],
      pastChangedAt: null,
      assistantState: null,
      needsAttention: false,
      attentionReason: null,
      undelivered: [],
      waitingSince: null,
      lastMessagePreview: null,
      lastMessageFrom: null,
      lastSenderId: null,
      lastSenderName: null,
      lastMessageFailed: false,
      status: 'closed',
      statusMessage: 'Unida a outra conversa do mesmo contato',
      mergedInto: target.id,
      updatedAt: latestTime(conversations.updatedAt, at),
    })
    .where(whereTenant(conversations, tenantId, eq(conversations.id, source.id)))
  // Conversations that were merged into `source` earlier now refer directly to `target`.
  await tx.db
    .update(conversations)
    .set({ mergedInto: target.id })
    .where(whereTenant(conversations, tenantId, eq(conversations.mergedInto, source.id)))
}

const getListPreviewColumns = ({
  lastMessagePreview,
  lastMessageFrom,
  lastSenderId,
  lastSenderName,
  lastMessageFailed,
}: ConversationRow) => ({
  lastMessagePreview,
  lastMessageFrom,
  lastSenderId,
  lastSenderName,
  lastMessageFailed,
})

/**
 * Prefixes idempotency keys that may also exist in `target` with the id of their previous conversation. Keys are unique only within a
 * conversation. A retried request finds its message by the prefixed key.
 */
async function prefixClientKeys(tx: Tx, target: ConversationRow, source: ConversationRow): Promise<void> {
  const targetMessages = alias(messages, 'ours')
  await tx.db
    .update(messages)
    .set({ clientKey: sql`${getClientKeyBeforeMerge(source.id, '')} || ${messages.clientKey}` })
    .where(
      whereTenant(
        messages,
        source.tenantId,
        eq(messages.conversationId, source.id),
        or(
          like(messages.clientKey, 'turn:%'),
          exists(
            tx.db
              .select({ seq: targetMessages.seq })
              .from(targetMessages)
              .where(
                whereTenant(
                  targetMessages,
                  target.tenantId,
                  eq(targetMessages.conversationId, target.id),
                  eq(targetMessages.clientKey, messages.clientKey),
                ),
              ),
          ),
        ),
      ),
    )
}

const toIsoOrNull = (date: Date | null): string | null => date?.toISOString() ?? null

/**
 * Adds each user's read position in `source` to their position in `target`, if the user had read all of `target`. Then deletes the
 * positions in `source`.
 */
async function moveReadPositions(tx: Tx, target: ConversationRow, source: ConversationRow, at: Date): Promise<void> {
  const reads = conversationReads
  await tx.db
    .update(reads)
    .set({
      readSeq: sql`${reads.readSeq} + second.read_seq`,
      leadMessages: sql`${reads.leadMessages} + second.lead_messages`,
      updatedAt: at,
    })
    .from(
      sql`(SELECT user_id, read_seq, lead_messages FROM ${reads} WHERE ${whereTenant(reads, source.tenantId, eq(reads.conversationId, source.id))}) AS second`,
    )
    .where(
      whereTenant(
        reads,
        target.tenantId,
        eq(reads.conversationId, target.id),
        eq(reads.readSeq, target.lastSeq),
        sql`${reads.userId} = second.user_id`,
      ),
    )
  await tx.db.delete(reads).where(whereTenant(reads, source.tenantId, eq(reads.conversationId, source.id)))
}

/**
 * Schedules one delivery job for each queued message of a merged conversation. Jobs of the removed conversation no longer find its
 * messages. Superfluous jobs have no effect.
 */
async function requeueDeliveries(
  tx: Tx,
  { jobs }: Pick<Deps, 'jobs'>,
  { tenantId, id, channel, lastSeq }: ConversationRow,
): Promise<void> {
  const queuedCount = await tx.db.$count(
    messages,
    whereTenant(messages, tenantId, eq(messages.conversationId, id), eq(messages.delivery, 'queued')),
  )
  for (let n = 0; n < queuedCount; n++)
    await jobs.send(tx, 'deliver-message', { tenantId, conversationId: id, seq: lastSeq, channel }, { key: id })
}
