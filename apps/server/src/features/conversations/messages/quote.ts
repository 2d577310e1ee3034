import type { Message, ReplyTo } from '@prosa/contract/entities/conversations/message'
import { and, eq, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { isUuid, type Tx } from '../../../platform/database/database.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { messages } from '../../../platform/database/schema/conversations/conversations.ts'
import { importedMessages } from '../../../platform/database/schema/whatsapp/imported-history.ts'
import { errors } from '../../../platform/errors.ts'
import type { JsonObject } from '../../../platform/json/json.ts'
import { formatPreviewText } from '../../../platform/messages/preview-text.ts'

const optionalText = z.nullish(z.string())
const quotedMeta = z.object({
  quote: z.object({
    messageId: optionalText,
    person: optionalText,
    role: z.nullish(z.enum(['humano', 'AI'])),
    type: optionalText,
    preview: optionalText,
  }),
})
type Quote = z.infer<typeof quotedMeta>['quote']

/**
 * Parses the quoted message from a reply's `meta`; null if the message is no reply. Its `messageId` is null if the quoted message is not
 * stored.
 */
const parseQuote = (meta: unknown): Quote | null => quotedMeta.safeParse(meta).data?.quote ?? null

/** Converts the quoted message in a reply's `meta` to the API format. Returns an empty object if the message is no reply. */
export function presentQuote(meta: unknown): Pick<Message, 'reply_to'> {
  const quote = parseQuote(meta)
  if (!quote) return {}
  const { messageId, ...rest } = quote
  const replyTo: ReplyTo = { message_id: messageId ?? null, ...rest }
  return { reply_to: replyTo }
}

/** Reference to a quoted message: conversation and internal id, or the channel's id of the message. */
export type QuotedMessageRef = { conversationId: string; id: string } | { channelId: string }

/**
 * Returns data about a quoted message to store in the `meta` of the reply. `messageId` is null if the quoted message is not stored or is a
 * reaction.
 */
export async function buildQuoteMeta(tx: Tx, tenantId: string, quotedRef: QuotedMessageRef): Promise<{ quote: JsonObject }> {
  const condition =
    'id' in quotedRef
      ? and(eq(messages.id, quotedRef.id), eq(messages.conversationId, quotedRef.conversationId))
      : eq(messages.channelId, quotedRef.channelId)
  const [storedMessage] = await tx.db
    .select()
    .from(messages)
    .where(whereTenant(messages, tenantId, condition))
  const row = storedMessage ?? (await findQuotedImportedMessage(tx, tenantId, quotedRef))
  if (!row || row.type === 'reaction') return { quote: { messageId: null } }
  return { quote: toQuoteMeta(row) }
}

/** Finds a quoted message among the imported messages. Users can reply to imported messages too (MEDIA-16). */
async function findQuotedImportedMessage(tx: Tx, tenantId: string, quotedRef: QuotedMessageRef) {
  const condition =
    'id' in quotedRef
      ? and(eq(importedMessages.id, quotedRef.id), eq(importedMessages.conversationId, quotedRef.conversationId))
      : eq(importedMessages.channelId, quotedRef.channelId)
  const [row] = await tx.db
    .select()
    .from(importedMessages)
    .where(whereTenant(importedMessages, tenantId, condition))
  return row
}

/** Returns the data that a reply stores about the message that it quotes. */
export const toQuoteMeta = ({
  id: messageId,
  role,
  type = 'text',
  content,
  senderName: person = null,
}: Pick<typeof messages.$inferInsert, 'id' | 'role' | 'type' | 'content' | 'senderName'>): JsonObject => ({
  messageId,
  role,
  type,
  person,
  preview: formatPreviewText(content),
})

/**
 * Like `buildQuoteMeta`, for a message that a user quotes. @throws 400 if the conversation does not contain the quoted message
 */
export async function resolveQuoteToSend(tx: Tx, tenantId: string, quotedRef: { conversationId: string; id: string }) {
  const meta = isUuid(quotedRef.id) ? await buildQuoteMeta(tx, tenantId, quotedRef) : null
  const errorText = 'A mensagem a que esta responde não está nesta conversa.'
  if (!meta?.quote['messageId']) throw errors.invalid(errorText, { reply_to: errorText })
  return meta
}

/**
 * Returns the channel's id of the message that a reply quotes. Returns null if there is none; the reply is then sent without a quotation.
 */
export async function findQuotedChannelId(tx: Tx, tenantId: string, meta: unknown): Promise<string | null> {
  const id = parseQuote(meta)?.messageId
  if (!id) return null
  const where = whereTenant(messages, tenantId, eq(messages.id, id))
  const [row] = await tx.db.select({ channelId: messages.channelId }).from(messages).where(where)
  if (row) return row.channelId
  const [importedMessage] = await tx.db
    .select({ channelId: importedMessages.channelId })
    .from(importedMessages)
    .where(whereTenant(importedMessages, tenantId, eq(importedMessages.id, id)))
  return importedMessage?.channelId ?? null
}

/** Erases the text of a deleted message from all replies that quote the message. */
export const eraseQuotes = async (
  tx: Tx,
  tenantId: string,
  conversationId: string,
  messageId: string,
  at: Date,
): Promise<void> => {
  await tx.db
    .update(messages)
    .set({ meta: sql`jsonb_set(${messages.meta}, '{quote,preview}', 'null')`, changedAt: at })
    .where(
      whereTenant(
        messages,
        tenantId,
        eq(messages.conversationId, conversationId),
        sql`${messages.meta} -> 'quote' ->> 'messageId' = ${messageId}`,
      ),
    )
}
