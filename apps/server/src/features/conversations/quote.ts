import type { Message, ReplyTo } from '@prosa/contract/entities/message'
import { and, eq, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { isUuid, type Tx } from '../../kernel/db/database.ts'
import { ofTenant } from '../../kernel/db/of-tenant.ts'
import { messages } from '../../kernel/db/schema/conversations.ts'
import { pastMessages } from '../../kernel/db/schema/past.ts'
import { errors } from '../../kernel/errors.ts'
import type { JsonObject } from '../../kernel/json.ts'
import { previewOf } from '../../kernel/preview-text.ts'

const text = z.nullish(z.string())
const quoted = z.object({
  quote: z.object({ messageId: text, person: text, role: z.nullish(z.enum(['humano', 'AI'])), type: text, preview: text }),
})
type Quote = z.infer<typeof quoted>['quote']

/** Returns the quoted message of a reply, or null if it is no reply. `messageId` is null if the quoted message is not stored. */
const quoteIn = (meta: unknown): Quote | null => quoted.safeParse(meta).data?.quote ?? null

/** Converts the quoted message to the contract's format. */
export function presentQuote(meta: unknown): Pick<Message, 'reply_to'> {
  const quote = quoteIn(meta)
  if (!quote) return {}
  const { messageId, ...read } = quote
  const shown: ReplyTo = { message_id: messageId ?? null, ...read }
  return { reply_to: shown }
}

/** Identifies the quoted message: by our id, or by the channel's. */
export type Answered = { conversationId: string; id: string } | { channelId: string }

/** Returns the data of a quoted message to store with the reply. */
export async function quoteMeta(tx: Tx, tenantId: string, answered: Answered): Promise<{ quote: JsonObject }> {
  const which =
    'id' in answered
      ? and(eq(messages.id, answered.id), eq(messages.conversationId, answered.conversationId))
      : eq(messages.channelId, answered.channelId)
  const [live] = await tx.db
    .select()
    .from(messages)
    .where(ofTenant(messages, tenantId, which))
  const row = live ?? (await quotedInPast(tx, tenantId, answered))
  if (!row || row.type === 'reaction') return { quote: { messageId: null } }
  return { quote: quoteOf(row) }
}

/** Finds a quoted message among the imported ones, which can be replied to like other messages (MEDIA-16). */
async function quotedInPast(tx: Tx, tenantId: string, answered: Answered) {
  const which =
    'id' in answered
      ? and(eq(pastMessages.id, answered.id), eq(pastMessages.conversationId, answered.conversationId))
      : eq(pastMessages.channelId, answered.channelId)
  const [row] = await tx.db
    .select()
    .from(pastMessages)
    .where(ofTenant(pastMessages, tenantId, which))
  return row
}

/** Returns the data of a message for displaying it in replies. */
export const quoteOf = ({
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
  preview: previewOf(content),
})

/** Returns the data of the message that a user quotes. @throws 400 if the conversation does not contain it */
export async function quoteToSend(tx: Tx, tenantId: string, answered: { conversationId: string; id: string }) {
  const meta = isUuid(answered.id) ? await quoteMeta(tx, tenantId, answered) : null
  const words = 'A mensagem a que esta responde não está nesta conversa.'
  if (!meta?.quote['messageId']) throw errors.invalid(words, { reply_to: words })
  return meta
}

/** Returns the channel's id of the message that a reply quotes. Returns null if there is none, and the message is sent without a quote. */
export async function quotedOnChannel(tx: Tx, tenantId: string, meta: unknown): Promise<string | null> {
  const id = quoteIn(meta)?.messageId
  if (!id) return null
  const where = ofTenant(messages, tenantId, eq(messages.id, id))
  const [row] = await tx.db.select({ channelId: messages.channelId }).from(messages).where(where)
  if (row) return row.channelId
  const [past] = await tx.db
    .select({ channelId: pastMessages.channelId })
    .from(pastMessages)
    .where(ofTenant(pastMessages, tenantId, eq(pastMessages.id, id)))
  return past?.channelId ?? null
}

/** Erases the text of a deleted message in all replies to it. */
export const emptyQuotes = async (
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
      ofTenant(
        messages,
        tenantId,
        eq(messages.conversationId, conversationId),
        sql`${messages.meta} -> 'quote' ->> 'messageId' = ${messageId}`,
      ),
    )
}
