import { and, count, desc, eq, gte, lt, lte, ne } from 'drizzle-orm'
import type { Tx } from '../../../kernel/db/database.ts'
import { ofTenant } from '../../../kernel/db/of-tenant.ts'
import { messages } from '../../../kernel/db/schema/conversations.ts'
import { echoedTexts } from '../../../kernel/db/schema/past.ts'
import { digestOf } from '../../../kernel/digest.ts'
import { REACTION } from '../asks-answer.ts'

/** No person answers so soon. */
const AT_ONCE_MS = 5_000
/** Nor writes the same to several so soon after they wrote. */
const SOON_MS = 60_000
const OTHERS = 2
const REMEMBERED_MS = 30 * 86_400_000

/**
 * Whether the phone itself said this: a greeting or a message of absence, which nobody wrote. By the channel's own times, since a webhook may
 * be late; what a person does say that fast is taken for the phone's, and the agent goes on: nothing is lost by it (NUM-16).
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

/** @returns true when several others were told the same as soon after they wrote */
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
