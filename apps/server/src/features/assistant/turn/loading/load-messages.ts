import { and, desc, eq, gt, inArray, lte, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../../../platform/database/database.ts'
import { whereTenant } from '../../../../platform/database/queries/where-tenant.ts'
import { type conversations, messages } from '../../../../platform/database/schema/conversations/conversations.ts'
import { media } from '../../../../platform/database/schema/conversations/files.ts'
import { transcripts } from '../../../../platform/database/schema/conversations/transcripts.ts'
import { answerableMessageCondition } from '../../../conversations/ports.ts'
import { restoreSpelledEmail } from '../../guard/spoken-data.ts'
import type { DatedMessage } from '../../model/history.ts'
import { parseMemory } from '../decision/turn-decision.ts'
import type { StoredLeadMessage } from './stored-lead-message.ts'

/** Maximum number of messages per turn. Of more, the newest are used. */
const MAX_UNANSWERED_MESSAGES = 50
/** Maximum number of messages loaded for a language model. `trimHistory` (model/history.ts) limits their length further. */
const MAX_HISTORY_MESSAGES = 160

/** Loads the newest messages of the lead that satisfy a condition, with data of their files, oldest first. */
export async function loadLeadMessages(tx: Tx, tenantId: string, condition: SQL | undefined): Promise<StoredLeadMessage[]> {
  const newest = await tx.db
    .select({
      id: messages.id,
      seq: messages.seq,
      content: messages.content,
      type: messages.type,
      transcript: messages.transcript,
      audioStoredAt: transcripts.storedAt,
      awaitedSince: media.createdAt,
      filename: sql<string | null>`${messages.attachment}->>'filename'`,
      aboutFile: messages.aboutFile,
    })
    .from(messages)
    .leftJoin(transcripts, whereTenant(transcripts, tenantId, eq(transcripts.messageId, messages.id)))
    .leftJoin(media, whereTenant(media, tenantId, eq(media.messageId, messages.id), eq(media.state, 'waiting')))
    .where(and(condition, answerableMessageCondition))
    .orderBy(desc(messages.seq))
    .limit(MAX_UNANSWERED_MESSAGES)
  return newest.reverse()
}

/** Messages that a turn answers: new ones, or voice messages whose transcript arrived after an answer. */
export interface UnansweredMessages {
  readonly messages: readonly StoredLeadMessage[]
  readonly uptoSeq: number
  /** Voice messages that were answered with an apology and now have a transcript (HEAR-04). */
  readonly lateTranscriptSeqs: readonly number[]
  /** Late transcripts that need no further turn: this turn answers them, or the lead has written since (HEAR-04). */
  readonly settledLateSeqs: readonly number[]
}

/**
 * Loads the messages that a turn answers. `hasNoUserMessage`: no user wrote after the agent. Late transcripts are answered only then, and
 * only if no interrupted turn has unsent replies.
 */
export async function loadUnanswered(
  tx: Tx,
  conversation: typeof conversations.$inferSelect,
  condition: SQL | undefined,
  { answeredSeq, hasNoUserMessage }: { answeredSeq: number; hasNoUserMessage: boolean },
): Promise<UnansweredMessages> {
  const { tenantId, lateSeqs, lastSeq, assistantState } = conversation
  const newMessages = await loadLeadMessages(tx, tenantId, and(condition, gt(messages.seq, answeredSeq)))
  const canAnswerLate = hasNoUserMessage && lateSeqs.length > 0 && parseMemory(assistantState).unsent.length === 0
  if (newMessages.length > 0 || !canAnswerLate) {
    return {
      messages: newMessages,
      uptoSeq: newMessages.at(-1)?.seq ?? answeredSeq,
      lateTranscriptSeqs: [],
      settledLateSeqs: newMessages.length > 0 ? lateSeqs : [],
    }
  }
  const lateMessages = await loadLeadMessages(tx, tenantId, and(condition, inArray(messages.seq, lateSeqs)))
  // `lastSeq`, because the turn that apologized already marked the voice message's own number as answered.
  return {
    messages: lateMessages,
    uptoSeq: lastSeq,
    lateTranscriptSeqs: lateMessages.map(({ seq }) => seq),
    settledLateSeqs: lateSeqs,
  }
}

/** Loads the newest messages for a language model, oldest first. Voice messages with late transcripts that are being answered come last. */
export async function loadHistory(
  tx: Tx,
  condition: SQL | undefined,
  { uptoSeq, lateTranscriptSeqs }: UnansweredMessages,
): Promise<DatedMessage[]> {
  const { id, seq, role, type, content, transcript, manual, createdAt, aboutFile } = messages
  const rows = await tx.db
    .select({ id, seq, role, type, content, transcript, manual, createdAt, aboutFile })
    .from(messages)
    .where(and(condition, lte(seq, uptoSeq)))
    .orderBy(desc(seq))
    .limit(MAX_HISTORY_MESSAGES)
  rows.reverse()
  const [lateRows, earlierRows] = [
    rows.filter((row) => lateTranscriptSeqs.includes(row.seq)),
    rows.filter((row) => !lateTranscriptSeqs.includes(row.seq)),
  ]
  return [...earlierRows, ...lateRows].map(({ id, seq, role, type, content, transcript, manual, createdAt, aboutFile }) => ({
    seq,
    messageId: id,
    fileSummary: aboutFile?.state === 'done' ? aboutFile : null,
    fromLead: role === 'humano',
    fromUser: manual,
    at: createdAt,
    // A transcript becomes text. `isTranscript` marks data that the lead must confirm first.
    ...(transcript?.state === 'done'
      ? { type: 'text', content: restoreSpelledEmail(transcript.text), isTranscript: true }
      : { type, content }),
  }))
}
