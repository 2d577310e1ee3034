import { and, count, desc, eq, gte, lt, lte, ne } from 'drizzle-orm'
import type { Tx } from '../../../platform/database/database.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { messages } from '../../../platform/database/schema/conversations/conversations.ts'
import { echoedTexts } from '../../../platform/database/schema/whatsapp/imported-history.ts'
import { hashJson } from '../../../platform/json/hash-json.ts'
import { REACTION_MESSAGE_TYPE } from '../messages/message-types.ts'

/** Milliseconds after the lead's message within which a reply from the team's phone counts as automatic. */
const AUTOMATIC_REPLY_MS = 5_000
/** Milliseconds after the lead's message within which a reply counts as automatic if several leads got the same text. */
const REPEATED_REPLY_MS = 60_000
const MIN_OTHER_LEADS = 2
const TEXT_MEMORY_MS = 30 * 86_400_000

/**
 * Whether the team's phone sent a message automatically, such as a greeting. Compares the channel's timestamps, because webhooks can be
 * delayed. If a user really replied that fast, the only effect is that the agent continues to answer (NUM-16).
 */
export async function isAutomaticEcho(
  tx: Tx,
  { tenantId, conversationId, content, saidAt }: { tenantId: string; conversationId: string; content: string; saidAt: Date },
): Promise<boolean> {
  const [leadMessage] = await tx.db
    .select({ saidAt: messages.createdAt })
    .from(messages)
    .where(
      whereTenant(
        messages,
        tenantId,
        eq(messages.conversationId, conversationId),
        eq(messages.role, 'humano'),
        ne(messages.type, REACTION_MESSAGE_TYPE),
        lte(messages.createdAt, saidAt),
      ),
    )
    .orderBy(desc(messages.seq))
    .limit(1)
  const afterMs = leadMessage ? saidAt.getTime() - leadMessage.saidAt.getTime() : Number.POSITIVE_INFINITY
  if (afterMs > REPEATED_REPLY_MS) return false
  const isRepeatedText = content.trim() !== '' && (await storeEchoedText(tx, { tenantId, conversationId, content, saidAt }))
  return afterMs <= AUTOMATIC_REPLY_MS || isRepeatedText
}

/**
 * Stores the hash of a text that was sent soon after a lead's message.
 * @returns whether several other leads got the same text in the last 30 days
 */
async function storeEchoedText(
  tx: Tx,
  { tenantId, conversationId, content, saidAt }: { tenantId: string; conversationId: string; content: string; saidAt: Date },
): Promise<boolean> {
  const digest = hashJson([content.trim()])
  const since = new Date(saidAt.getTime() - TEXT_MEMORY_MS)
  const sameTextCondition = whereTenant(echoedTexts, tenantId, eq(echoedTexts.digest, digest))
  await tx.db.delete(echoedTexts).where(and(sameTextCondition, lt(echoedTexts.saidAt, since)))
  await tx.db
    .insert(echoedTexts)
    .values({ tenantId, digest, conversationId, saidAt })
    .onConflictDoUpdate({ target: [echoedTexts.tenantId, echoedTexts.digest, echoedTexts.conversationId], set: { saidAt } })
  const [otherConversations] = await tx.db
    .select({ n: count() })
    .from(echoedTexts)
    .where(and(sameTextCondition, ne(echoedTexts.conversationId, conversationId), gte(echoedTexts.saidAt, since)))
  return (otherConversations?.n ?? 0) >= MIN_OTHER_LEADS
}
