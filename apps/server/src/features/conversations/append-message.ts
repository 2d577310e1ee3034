import type { Attachment, Message } from '@prosa/contract/entities/message'
import { and, eq, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import type { Tx } from '../../kernel/db/database.ts'
import { conversations, messages } from '../../kernel/db/schema.ts'
import { presentMessage } from './present-message.ts'

export interface NewMessage {
  tenantId: string
  conversationId: string
  role: 'humano' | 'AI'
  content: string
  type?: string
  manual?: boolean
  sender?: { id: string; name: string }
  clientKey?: string | null
  attachment?: Attachment | null
  channelId?: string | null
  meta?: unknown
  at: Date
}

/** The same key was sent before; what to do with that is the caller's business, outside this transaction. */
export class AlreadyStored extends Error {}

const PREVIEW_CHARS = 140
const MAX_INTEGER = 2_147_483_647

/**
 * Gives a message the next place in its conversation and raises the conversation's counters. The update locks the row, so
 * places are handed out in commit order and have no holes.
 * @returns null when there is no such conversation. @throws AlreadyStored
 */
export async function appendMessage(tx: Tx, input: NewMessage): Promise<{ message: Message; channel: string } | null> {
  const { tenantId, conversationId, role, at } = input
  const fromLead = role === 'humano'
  const waited = fromLead ? null : await waitingSince(tx, tenantId, conversationId)
  const [place] = await tx.db
    .update(conversations)
    .set({
      lastSeq: sql`${conversations.lastSeq} + 1`,
      leadMessages: fromLead ? sql`${conversations.leadMessages} + 1` : sql`${conversations.leadMessages}`,
      lastMessagePreview: input.content.replace(/\s+/g, ' ').slice(0, PREVIEW_CHARS),
      ...(fromLead
        ? {
            lastClientMessageAt: at,
            waitingSince: sql`COALESCE(${conversations.waitingSince}, ${at.toISOString()}::timestamptz)`,
          }
        : { lastAgentMessageAt: at, waitingSince: null }),
      updatedAt: at,
    })
    .where(and(eq(conversations.tenantId, tenantId), eq(conversations.id, conversationId)))
    .returning({ seq: conversations.lastSeq, leadMessages: conversations.leadMessages, channel: conversations.channel })
  if (!place) return null
  const [row] = await tx.db
    .insert(messages)
    .values({
      tenantId,
      conversationId,
      seq: place.seq,
      id: uuid(),
      role,
      type: input.type ?? 'text',
      content: input.content,
      manual: input.manual ?? false,
      senderId: input.sender?.id ?? null,
      senderName: input.sender?.name ?? null,
      clientKey: input.clientKey ?? null,
      leadMessages: place.leadMessages,
      attachment: input.attachment ?? null,
      delivery: fromLead ? null : 'queued',
      channelId: input.channelId ?? null,
      responseMs: waited && Math.min(Math.max(0, at.getTime() - waited.getTime()), MAX_INTEGER),
      meta: input.meta ?? null,
      createdAt: at,
    })
    .onConflictDoNothing()
    .returning()
  if (!row) throw new AlreadyStored()
  return { message: presentMessage(row), channel: place.channel }
}

/** The message that a key made, if any. */
export async function findByClientKey(
  tx: Tx,
  tenantId: string,
  conversationId: string,
  clientKey: string,
): Promise<Message | null> {
  const [row] = await tx.db
    .select()
    .from(messages)
    .where(and(eq(messages.tenantId, tenantId), eq(messages.conversationId, conversationId), eq(messages.clientKey, clientKey)))
  return row ? presentMessage(row) : null
}

/** Read under the row's lock: two answers at once are one answer and one more message. */
async function waitingSince(tx: Tx, tenantId: string, conversationId: string): Promise<Date | null> {
  const [row] = await tx.db
    .select({ since: conversations.waitingSince })
    .from(conversations)
    .where(and(eq(conversations.tenantId, tenantId), eq(conversations.id, conversationId)))
    .for('update')
  return row?.since ?? null
}
