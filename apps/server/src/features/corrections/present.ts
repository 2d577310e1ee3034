import type { Correction } from '@prosa/contract/entities/agents/correction'
import type { correctionResults, corrections } from '../../platform/database/schema/agents/corrections.ts'
import { getAnsweredMessages } from './snapshots/snapshot-turn.ts'
import { turnSnapshot } from './snapshots/turn-snapshot.ts'

export type CorrectionRow = typeof corrections.$inferSelect

/** Converts a correction row to the API format. `result`: latest check result, or null if there is none. */
export function presentCorrection(
  row: CorrectionRow,
  createdByName: string | null,
  result: typeof correctionResults.$inferSelect | null,
): Correction {
  const snapshot = turnSnapshot.safeParse(row.frozen).data
  return {
    _id: row.id,
    agent_id: row.agentId,
    kind: row.kind,
    text: row.text,
    must: row.must,
    must_not: row.mustNot,
    state: row.state,
    asked: snapshot ? joinLines(getAnsweredMessages(snapshot).map(({ content }) => content)) : null,
    said: snapshot ? joinLines(snapshot.said) : null,
    lead_id: row.leadId,
    conversation_id: row.conversationId,
    message_id: row.messageId,
    created_by: row.createdBy,
    created_by_name: createdByName,
    created_at: row.createdAt.toISOString(),
    checked: result && { state: result.state, why: result.why, said: result.said },
  }
}

const joinLines = (lines: readonly string[]): string => lines.join('\n')
