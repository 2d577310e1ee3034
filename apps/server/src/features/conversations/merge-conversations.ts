import { asc, eq, exists, like, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Tx } from '../../kernel/db/database.ts'
import { noEarlier } from '../../kernel/db/no-earlier.ts'
import { ofTenant } from '../../kernel/db/of-tenant.ts'
import { conversationReads, conversations, messages } from '../../kernel/db/schema/conversations.ts'
import { tenants } from '../../kernel/db/schema/tenants.ts'
import type { Deps } from '../../kernel/deps.ts'
import { joinMemories } from '../../kernel/guard-memory.ts'
import { keyBefore } from './append-message.ts'
import { mergePast } from './past/of-lead.ts'
import { settleJoined } from './unread.ts'
import { loadView } from './view.ts'

type Row = typeof conversations.$inferSelect

/**
 * Moves the conversations of a lead to another that turned out to be the same person. If both have one on a channel, the messages of the
 * second are appended to the first: sequence numbers stay without gaps, and read messages stay read.
 */
export async function mergeConversations(
  tx: Tx,
  { jobs }: Pick<Deps, 'jobs'>,
  { tenantId, from, into, at }: { tenantId: string; from: string; into: string; at: Date },
): Promise<void> {
  const held = await tx.db
    .select()
    .from(conversations)
    .where(ofTenant(conversations, tenantId, sql`${conversations.leadId} IN (${from}, ${into})`))
    .orderBy(asc(conversations.id))
    .for('update')
  for (const theirs of held.filter(({ leadId }) => leadId === from)) {
    const ours = held.find(({ leadId, channel }) => leadId === into && channel === theirs.channel)
    if (ours) {
      await append(tx, ours, theirs, at)
      await requeue(tx, { jobs }, ours)
      tx.emit({ name: 'conversation.changed', payload: { tenantId, conversation: await loadView(tx.db, tenantId, theirs.id) } })
    } else {
      await tx.db
        .update(conversations)
        .set({ leadId: into, archive: false, updatedAt: noEarlier(conversations.updatedAt, at) })
        .where(ofTenant(conversations, tenantId, eq(conversations.id, theirs.id)))
    }
    const now = { leadId: into, conversationId: ours?.id ?? theirs.id }
    tx.emit({ name: 'conversation.joined', payload: { tenantId, leadId: from, conversationId: theirs.id, into: now } })
  }
}

async function append(tx: Tx, ours: Row, theirs: Row, at: Date): Promise<void> {
  const { tenantId } = ours
  const [tenant] = await tx.db.select({ joins: tenants.joins }).from(tenants).where(eq(tenants.id, tenantId))
  for (const one of [ours, theirs]) await settleJoined(tx, { ...one, conversationId: one.id }, tenant?.joins ?? 0, at)
  const inTheirs = ofTenant(messages, tenantId, eq(messages.conversationId, theirs.id))
  await setKeysApart(tx, ours, theirs)
  await moveReads(tx, ours, theirs, at)
  await tx.db
    .update(messages)
    .set({
      conversationId: ours.id,
      seq: sql`${messages.seq} + ${ours.lastSeq}`,
      leadMessages: sql`${messages.leadMessages} + ${ours.leadMessages}`,
    })
    .where(inTheirs)
  await mergePast(tx, { tenantId: ours.tenantId, from: theirs.id, into: ours.id }, at)
  await tx.db
    .update(conversations)
    .set({
      lastSeq: ours.lastSeq + theirs.lastSeq,
      reactions: ours.reactions + theirs.reactions,
      leadMessages: ours.leadMessages + theirs.leadMessages,
      // Sequence numbers have changed, and the merged lead's messages are processed with the next turn.
      lateSeqs: [],
      answeredSeq: theirs.answeredSeq > 0 ? ours.lastSeq + theirs.answeredSeq : ours.answeredSeq,
      ...newestOf(theirs.lastMessagePreview === null || (theirs.lastSeq === 0 && ours.lastSeq > 0) ? ours : theirs),
      lastClientMessageAt: sql`GREATEST(${conversations.lastClientMessageAt}, ${iso(theirs.lastClientMessageAt)}::timestamptz)`,
      lastAgentMessageAt: sql`GREATEST(${conversations.lastAgentMessageAt}, ${iso(theirs.lastAgentMessageAt)}::timestamptz)`,
      freeUntil: sql`GREATEST(${conversations.freeUntil}, ${iso(theirs.freeUntil)}::timestamptz)`,
      needsAttention: ours.needsAttention || theirs.needsAttention,
      attentionReason: ours.attentionReason ?? theirs.attentionReason,
      undelivered: [...ours.undelivered, ...theirs.undelivered],
      summary: ours.summary ?? theirs.summary,
      waitingSince: theirs.waitingSince ?? ours.waitingSince,
      assistantState: joinMemories(ours.assistantState, theirs.assistantState),
      updatedAt: noEarlier(conversations.updatedAt, at),
    })
    .where(ofTenant(conversations, tenantId, eq(conversations.id, ours.id)))
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
      updatedAt: noEarlier(conversations.updatedAt, at),
    })
    .where(ofTenant(conversations, tenantId, eq(conversations.id, theirs.id)))
  // Conversations that were merged into the second now refer to the first directly.
  await tx.db
    .update(conversations)
    .set({ mergedInto: ours.id })
    .where(ofTenant(conversations, tenantId, eq(conversations.mergedInto, theirs.id)))
}

/** Returns the list's fields about the newest message. */
const newestOf = ({ lastMessagePreview, lastMessageFrom, lastSenderId, lastSenderName, lastMessageFailed }: Row) => ({
  lastMessagePreview,
  lastMessageFrom,
  lastSenderId,
  lastSenderName,
  lastMessageFailed,
})

/**
 * Prefixes the idempotency keys with the previous conversation's id. Keys are unique per conversation only, so those of both could collide.
 * A retried request still finds its message by the prefixed key.
 */
async function setKeysApart(tx: Tx, ours: Row, theirs: Row): Promise<void> {
  const inOurs = alias(messages, 'ours')
  await tx.db
    .update(messages)
    .set({ clientKey: sql`${keyBefore(theirs.id, '')} || ${messages.clientKey}` })
    .where(
      ofTenant(
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
                ofTenant(inOurs, ours.tenantId, eq(inOurs.conversationId, ours.id), eq(inOurs.clientKey, messages.clientKey)),
              ),
          ),
        ),
      ),
    )
}

const iso = (date: Date | null): string | null => date?.toISOString() ?? null

/** Users who had read all of the first conversation get the read position that they had in the second. */
async function moveReads(tx: Tx, ours: Row, theirs: Row, at: Date): Promise<void> {
  const t = conversationReads
  await tx.db
    .update(t)
    .set({
      readSeq: sql`${t.readSeq} + second.read_seq`,
      leadMessages: sql`${t.leadMessages} + second.lead_messages`,
      updatedAt: at,
    })
    .from(
      sql`(SELECT user_id, read_seq, lead_messages FROM ${t} WHERE ${ofTenant(t, theirs.tenantId, eq(t.conversationId, theirs.id))}) AS second`,
    )
    .where(
      ofTenant(t, ours.tenantId, eq(t.conversationId, ours.id), eq(t.readSeq, ours.lastSeq), sql`${t.userId} = second.user_id`),
    )
  await tx.db.delete(t).where(ofTenant(t, theirs.tenantId, eq(t.conversationId, theirs.id)))
}

/**
 * Jobs of the second conversation no longer find messages there, so as many are scheduled for the first. Superfluous jobs have no effect.
 */
async function requeue(tx: Tx, { jobs }: Pick<Deps, 'jobs'>, { tenantId, id, channel, lastSeq }: Row): Promise<void> {
  const waiting = await tx.db.$count(
    messages,
    ofTenant(messages, tenantId, eq(messages.conversationId, id), eq(messages.delivery, 'queued')),
  )
  for (let n = 0; n < waiting; n++)
    await jobs.send(tx, 'deliver-message', { tenantId, conversationId: id, seq: lastSeq, channel }, { key: id })
}
