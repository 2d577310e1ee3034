import { and, count, desc, eq, gte, lt, lte, ne } from 'drizzle-orm'
import type { Tx } from '../../../kernel/db/database.ts'
import { ofTenant } from '../../../kernel/db/of-tenant.ts'
import { messages } from '../../../kernel/db/schema/conversations.ts'
import { echoedTexts } from '../../../kernel/db/schema/past.ts'
import { digestOf } from '../../../kernel/digest.ts'
import { REACTION } from '../asks-answer.ts'

/** Milliseconds after the lead's message within which a reply is considered automatic. */
const AT_ONCE_MS = 5_000
/** Milliseconds after the lead's message within which the same text to several leads is considered automatic. */
const SOON_MS = 60_000
const OTHERS = 2
const REMEMBERED_MS = 30 * 86_400_000

/**
 * Returns whether the phone sent a message automatically, such as a greeting or an absence message. Uses the channel's timestamps, because
 * webhooks can be delayed. If a user replies that fast, the agent merely continues (NUM-16).
 */
export async function isAutomatic(
  tx: Tx,
  { tenantId, conversationId, content, saidAt }: { tenantId: string; conversationId: string; content: string; saidAt: Date },
): Promise<boolean> {
  const [lead] = await tx.db
    .select({ saidAt: messages.createdAt })
    .from(messages)
    .where(
      ofTenant(
        messages,
        tenantId,
        eq(messages.conversationId, conversationId),
        eq(messages.role, 'humano'),
        ne(messages.type, REACTION),
        lte(messages.createdAt, saidAt),
      ),
    )
    .orderBy(desc(messages.seq))
    .limit(1)
  const afterMs = lead ? saidAt.getTime() - lead.saidAt.getTime() : Number.POSITIVE_INFINITY
  if (afterMs > SOON_MS) return false
  const isKnown = content.trim() !== '' && (await remember(tx, { tenantId, conversationId, content, saidAt }))
  return afterMs <= AT_ONCE_MS || isKnown
}

/** Stores the text's hash. @returns whether several other leads received the same text as soon after their message */
async function remember(
  tx: Tx,
  { tenantId, conversationId, content, saidAt }: { tenantId: string; conversationId: string; content: string; saidAt: Date },
): Promise<boolean> {
  const digest = digestOf([content.trim()])
  const since = new Date(saidAt.getTime() - REMEMBERED_MS)
  const same = ofTenant(echoedTexts, tenantId, eq(echoedTexts.digest, digest))
  await tx.db.delete(echoedTexts).where(and(same, lt(echoedTexts.saidAt, since)))
  await tx.db
    .insert(echoedTexts)
    .values({ tenantId, digest, conversationId, saidAt })
    .onConflictDoUpdate({ target: [echoedTexts.tenantId, echoedTexts.digest, echoedTexts.conversationId], set: { saidAt } })
  const [others] = await tx.db
    .select({ n: count() })
    .from(echoedTexts)
    .where(and(same, ne(echoedTexts.conversationId, conversationId), gte(echoedTexts.saidAt, since)))
  return (others?.n ?? 0) >= OTHERS
}
