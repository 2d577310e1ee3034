import { and, asc, eq, gte, inArray, isNull } from 'drizzle-orm'
import type { Tx } from '../../../kernel/db/database.ts'
import { ofTenant } from '../../../kernel/db/of-tenant.ts'
import { type conversations, messages } from '../../../kernel/db/schema/conversations.ts'
import { transcripts } from '../../../kernel/db/schema/transcripts.ts'
import type { TurnPart } from '../ports.ts'

/** How late a transcript may be and still be answered, from when the sound was here (2-agents.md, section 3). */
export const LATE_MS = 600_000

/**
 * The places of what still waits for a turn of its own once this part is written, with the conversation held: what came late but what the turn
 * has dealt with, and what it answered unheard that has become text since it was loaded (HEAR-04). Whoever brought that text found it
 * unanswered, and left it to this turn.
 */
export async function lateAfter(
  tx: Tx,
  { tenantId, id, lateSeqs }: Pick<typeof conversations.$inferSelect, 'tenantId' | 'id' | 'lateSeqs'>,
  { late = [], unheard = [] }: Pick<TurnPart, 'late' | 'unheard'>,
  at: Date,
): Promise<number[]> {
  const left = lateSeqs.filter((seq) => !late.includes(seq))
  if (unheard.length === 0) return left
  const since = await tx.db
    .select({ seq: messages.seq })
    .from(messages)
    .innerJoin(
      transcripts,
      ofTenant(transcripts, tenantId, eq(transcripts.messageId, messages.id), eq(transcripts.state, 'done')),
    )
    .where(
      and(
        ofTenant(messages, tenantId, eq(messages.conversationId, id), inArray(messages.seq, [...unheard])),
        isNull(messages.revokedAt),
        gte(transcripts.storedAt, new Date(at.getTime() - LATE_MS)),
      ),
    )
    .orderBy(asc(messages.seq))
  return [...left, ...since.map(({ seq }) => seq)]
}
