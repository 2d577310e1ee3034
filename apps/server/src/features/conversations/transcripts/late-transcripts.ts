import { and, asc, eq, gte, inArray, isNull } from 'drizzle-orm'
import type { Tx } from '../../../platform/database/database.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { type conversations, messages } from '../../../platform/database/schema/conversations/conversations.ts'
import { transcripts } from '../../../platform/database/schema/conversations/transcripts.ts'
import type { TurnPart } from '../ports.ts'

/** Maximum milliseconds between an audio message and its transcript for the agent to answer the transcript (2-agents.md, section 3). */
export const MAX_TRANSCRIPT_DELAY_MS = 600_000

/**
 * Returns the sequence numbers of audio messages that the agent must answer again: those in `lateSeqs` that this turn did not handle, and
 * those that it answered without a transcript which has arrived meanwhile (HEAR-04). The caller must have locked the conversation.
 */
export async function getLateTranscriptSeqs(
  tx: Tx,
  { tenantId, id, lateSeqs }: Pick<typeof conversations.$inferSelect, 'tenantId' | 'id' | 'lateSeqs'>,
  { late = [], unheard = [] }: Pick<TurnPart, 'late' | 'unheard'>,
  at: Date,
): Promise<number[]> {
  const remainingSeqs = lateSeqs.filter((seq) => !late.includes(seq))
  if (unheard.length === 0) return remainingSeqs
  const newlyTranscribed = await tx.db
    .select({ seq: messages.seq })
    .from(messages)
    .innerJoin(
      transcripts,
      whereTenant(transcripts, tenantId, eq(transcripts.messageId, messages.id), eq(transcripts.state, 'done')),
    )
    .where(
      and(
        whereTenant(messages, tenantId, eq(messages.conversationId, id), inArray(messages.seq, [...unheard])),
        isNull(messages.revokedAt),
        gte(transcripts.storedAt, new Date(at.getTime() - MAX_TRANSCRIPT_DELAY_MS)),
      ),
    )
    .orderBy(asc(messages.seq))
  return [...remainingSeqs, ...newlyTranscribed.map(({ seq }) => seq)]
}
