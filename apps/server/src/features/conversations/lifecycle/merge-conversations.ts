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
 * Moves the conversations of lead `from` to lead `into`, because both are the same person. If both leads have a conversation on the same
 * channel, appends the messages of `from` to the conversation of `into`: sequence numbers stay without gaps, and read messages stay read.
 */
export async function mergeConversations(
  tx: Tx,
  { jobs }: Pick<Deps, 'jobs'>,
  { tenantId, from, into, at }: { tenantId: string; from: string; into: string; at: Date },
): Promise<void> {
  const held = await tx.db
    .select()
    .from(conversations)
    .where(whereTenant(conversations, tenantId, sql`${conversations.leadId} IN (${from}, ${into})`))
    .orderBy(asc(conversations.id))
    .for('update')
  for (const theirs of held.filter(({ leadId }) => leadId === from)) {
    const ours = held.find(({ leadId, channel }) => leadId === into && channel === theirs.channel)
    if (ours) {
      await appendConversation(tx, ours, theirs, at)
      await requeueDeliveries(tx, { jobs }, ours)
      tx.emit({
        name: 'conversation.changed',
        payload: { tenantId, conversation: await loadConversation(tx.db, tenantId, theirs.id) },
      })
    } else {
      await tx.db
        .update(conversations)
        .set({ leadId: into, archive: false, updatedAt: latestTime(conversations.updatedAt, at) })
        .where(whereTenant(conversations, tenantId, eq(conversations.id, theirs.id)))
    }
    const now = { leadId: into, conversationId: ours?.id ?? theirs.id }
    tx.emit({ name: 'conversation.joined', payload: { tenantId, leadId: from, conversationId: theirs.id, into: now } })
  }
}

async function appendConversation(tx: Tx, ours: ConversationRow, theirs: ConversationRow, at: Date): Promise<void> {
  const { tenantId } = ours
  const [tenant] = await tx.db.select({ joins: tenants.joins }).from(tenants).where(eq(tenants.id, tenantId))
  for (const one of [ours, theirs]) await markReadForNewUsers(tx, { ...one, conversationId: one.id }, tenant?.joins ?? 0, at)
  const inTheirs = whereTenant(messages, tenantId, eq(messages.conversationId, theirs.id))
  await prefixClientKeys(tx, ours, theirs)
  await moveReadPositions(tx, ours, theirs, at)
  await tx.db
    .update(messages)
    .set({
      conversationId: ours.id,
      seq: sql`${messages.seq} + ${ours.lastSeq}`,
      leadMessages: sql`${messages.leadMessages} + ${ours.leadMessages}`,
    })
    .where(inTheirs)
  await moveImportedMessages(tx, { tenantId: ours.tenantId, from: theirs.id, into: ours.id }, at)
  await tx.db
    .update(conversations)
    .set({
      lastSeq: ours.lastSeq + theirs.lastSeq,
      reactions: ours.reactions + theirs.reactions,
      leadMessages: ours.leadMessages + theirs.leadMessages,
      // The sequence numbers of the appended messages have changed. The agent handles those messages in its next turn.
      lateSeqs: [],
      answeredSeq: theirs.answeredSeq > 0 ? ours.lastSeq + theirs.answeredSeq : ours.answeredSeq,
      ...getListPreviewColumns(theirs.lastMessagePreview === null || (theirs.lastSeq === 0 && ours.lastSeq > 0) ? ours : theirs),
      lastClientMessageAt: sql`GREATEST(${conversations.lastClientMessageAt}, ${toIsoOrNull(theirs.lastClientMessageAt)}::timestamptz)`,
      lastAgentMessageAt: sql`GREATEST(${conversations.lastAgentMessageAt}, ${toIsoOrNull(theirs.lastAgentMessageAt)}::timestamptz)`,
      freeUntil: sql`GREATEST(${conversations.freeUntil}, ${toIsoOrNull(theirs.freeUntil)}::timestamptz)`,
      needsAttention: ours.needsAttention || theirs.needsAttention,
      attentionReason: ours.attentionReason ?? theirs.attentionReason,
      undelivered: [...ours.undelivered, ...theirs.undelivered],
      summary: ours.summary ?? theirs.summary,
      waitingSince: theirs.waitingSince ?? ours.waitingSince,
      assistantState: mergeGuardMemories(ours.assistantState, theirs.assistantState),
      updatedAt: latestTime(conversations.updatedAt, at),
    })
    .where(whereTenant(conversations, tenantId, eq(conversations.id, ours.id)))
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
      mergedInto: ours.id,
      updatedAt: latestTime(conversations.updatedAt, at),
    })
    .where(whereTenant(conversations, tenantId, eq(conversations.id, theirs.id)))
  // Conversations that were merged into `theirs` earlier now refer directly to `ours`.
  await tx.db
    .update(conversations)
    .set({ mergedInto: ours.id })
    .where(whereTenant(conversations, tenantId, eq(conversations.mergedInto, theirs.id)))
}

/** Returns the columns that the conversation list shows about the newest message. */
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
 * Prefixes the idempotency keys of the appended messages with the id of their previous conversation. Keys are unique per conversation only,
 * so keys of both conversations could collide. A retried request still finds its message by the prefixed key.
 */
async function prefixClientKeys(tx: Tx, ours: ConversationRow, theirs: ConversationRow): Promise<void> {
  const inOurs = alias(messages, 'ours')
  await tx.db
    .update(messages)
    .set({ clientKey: sql`${getClientKeyBeforeMerge(theirs.id, '')} || ${messages.clientKey}` })
    .where(
      whereTenant(
        messages,
        theirs.tenantId,
        eq(messages.conversationId, theirs.id),
        or(
          like(messages.clientKey, 'turn:%'),
          exists(
            tx.db
              .select({ seq: inOurs.seq })
              .from(inOurs)
              .where(
                whereTenant(inOurs, ours.tenantId, eq(inOurs.conversationId, ours.id), eq(inOurs.clientKey, messages.clientKey)),
              ),
          ),
        ),
      ),
    )
}

const toIsoOrNull = (date: Date | null): string | null => date?.toISOString() ?? null

/**
 * Adds each user's read position in `theirs` to their read position in `ours`, for users who had read all of `ours`. Deletes the read
 * positions in `theirs`.
 */
async function moveReadPositions(tx: Tx, ours: ConversationRow, theirs: ConversationRow, at: Date): Promise<void> {
  const t = conversationReads
  await tx.db
    .update(t)
    .set({
      readSeq: sql`${t.readSeq} + second.read_seq`,
      leadMessages: sql`${t.leadMessages} + second.lead_messages`,
      updatedAt: at,
    })
    .from(
      sql`(SELECT user_id, read_seq, lead_messages FROM ${t} WHERE ${whereTenant(t, theirs.tenantId, eq(t.conversationId, theirs.id))}) AS second`,
    )
    .where(
      whereTenant(
        t,
        ours.tenantId,
        eq(t.conversationId, ours.id),
        eq(t.readSeq, ours.lastSeq),
        sql`${t.userId} = second.user_id`,
      ),
    )
  await tx.db.delete(t).where(whereTenant(t, theirs.tenantId, eq(t.conversationId, theirs.id)))
}

/**
 * Schedules one delivery job for each queued message of a merged conversation, because the jobs of the removed conversation no longer find
 * its messages. Superfluous jobs have no effect.
 */
async function requeueDeliveries(
  tx: Tx,
  { jobs }: Pick<Deps, 'jobs'>,
  { tenantId, id, channel, lastSeq }: ConversationRow,
): Promise<void> {
  const waiting = await tx.db.$count(
    messages,
    whereTenant(messages, tenantId, eq(messages.conversationId, id), eq(messages.delivery, 'queued')),
  )
  for (let n = 0; n < waiting; n++)
    await jobs.send(tx, 'deliver-message', { tenantId, conversationId: id, seq: lastSeq, channel }, { key: id })
}
