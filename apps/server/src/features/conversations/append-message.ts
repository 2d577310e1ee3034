import type { Attachment, DeliveryState, Message } from '@prosa/contract/entities/message'
import { and, eq, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { cutText } from '../../kernel/cut-text.ts'
import type { Tx } from '../../kernel/db/database.ts'
import { noEarlier } from '../../kernel/db/no-earlier.ts'
import { conversationHours, conversations, messages } from '../../kernel/db/schema/conversations.ts'
import { presentMessage } from './present-message.ts'

export interface NewMessage {
  tenantId: string
  conversationId: string
  /** Whose conversation it must still be. */
  leadId?: string
  role: 'humano' | 'AI'
  content: string
  type?: string
  manual?: boolean
  sender?: { id: string; name: string }
  clientKey?: string | null
  attachment?: Attachment | null
  channelId?: string | null
  meta?: unknown
  /** What the list shows where the content says nothing. */
  preview?: string
  /** How far it has gone already, for a message of ours that the channel told us of. */
  delivery?: DeliveryState
  /** When it was said, where that is not now. */
  saidAt?: Date
  at: Date
}

/** The same key was sent before; what to do with that is the caller's business, outside this transaction. */
export class AlreadyStored extends Error {}

const PREVIEW_CHARS = 140
const MAX_INTEGER = 2_147_483_647
const HOUR_MS = 3_600_000

/**
 * Gives a message the next place in its conversation and raises the conversation's counters. The update locks the row, so
 * places are handed out in commit order and have no holes.
 * @returns null when there is no such conversation. @throws AlreadyStored
 */
export async function appendMessage(tx: Tx, input: NewMessage): Promise<{ message: Message; channel: string } | null> {
  const { tenantId, conversationId, role, at, saidAt = at } = input
  const fromLead = role === 'humano'
  const before = await holdConversation(tx, input)
  if (!before) return null
  const manual = input.manual ?? false
  const [place] = await tx.db
    .update(conversations)
    .set({
      lastSeq: sql`${conversations.lastSeq} + 1`,
      leadMessages: fromLead ? sql`${conversations.leadMessages} + 1` : sql`${conversations.leadMessages}`,
      lastMessagePreview: cutText((input.preview ?? input.content).replace(/\s+/g, ' '), PREVIEW_CHARS),
      ...(fromLead
        ? {
            // The window counts from what was said last, also when an older message comes in late.
            lastClientMessageAt: sql`GREATEST(${conversations.lastClientMessageAt}, ${saidAt.toISOString()}::timestamptz)`,
            waitingSince: sql`COALESCE(${conversations.waitingSince}, ${at.toISOString()}::timestamptz)`,
          }
        : {
            lastAgentMessageAt: sql`GREATEST(${conversations.lastAgentMessageAt}, ${saidAt.toISOString()}::timestamptz)`,
            waitingSince: null,
            heldByPerson: manual,
          }),
      updatedAt: noEarlier(conversations.updatedAt, at),
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
      manual,
      senderId: input.sender?.id ?? null,
      senderName: input.sender?.name ?? null,
      clientKey: input.clientKey ?? null,
      leadMessages: place.leadMessages,
      attachment: input.attachment ?? null,
      delivery: fromLead ? null : (input.delivery ?? 'queued'),
      channelId: input.channelId ?? null,
      responseMs: fromLead || !before.waitingSince ? null : msBetween(before.waitingSince, at),
      meta: input.meta ?? null,
      createdAt: saidAt,
    })
    .onConflictDoNothing()
    .returning()
  if (!row) throw new AlreadyStored()
  await countHour(tx, input, before)
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

const msBetween = (from: Date, to: Date): number => Math.min(Math.max(0, to.getTime() - from.getTime()), MAX_INTEGER)

type Held = Pick<typeof conversations.$inferSelect, 'agentId' | 'waitingSince' | 'heldByPerson'>

/** Takes the row's lock first: what is read of it here is still true when the message is written. */
async function holdConversation(tx: Tx, { tenantId, conversationId, leadId }: NewMessage): Promise<Held | null> {
  const { agentId, waitingSince, heldByPerson } = conversations
  const [row] = await tx.db
    .select({ agentId, waitingSince, heldByPerson })
    .from(conversations)
    .where(
      and(
        eq(conversations.tenantId, tenantId),
        eq(conversations.id, conversationId),
        leadId === undefined ? undefined : eq(conversations.leadId, leadId),
      ),
    )
    .for('update')
  return row ?? null
}

/** Counts the message for the dashboard; a take-over is a person's message where none of a person's came last. */
async function countHour(
  tx: Tx,
  { tenantId, conversationId, role, manual = false, at }: NewMessage,
  { agentId, heldByPerson }: Held,
): Promise<void> {
  const hour = new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS)
  const t = conversationHours
  const one = {
    fromLead: role === 'humano' ? 1 : 0,
    byAgent: role === 'AI' && !manual ? 1 : 0,
    byPerson: manual ? 1 : 0,
    takeOvers: manual && !heldByPerson ? 1 : 0,
  }
  await tx.db
    .insert(t)
    .values({ tenantId, conversationId, hour, agentId, ...one })
    .onConflictDoUpdate({
      target: [t.tenantId, t.conversationId, t.hour],
      set: {
        fromLead: sql`${t.fromLead} + ${one.fromLead}`,
        byAgent: sql`${t.byAgent} + ${one.byAgent}`,
        byPerson: sql`${t.byPerson} + ${one.byPerson}`,
        takeOvers: sql`${t.takeOvers} + ${one.takeOvers}`,
      },
    })
}
