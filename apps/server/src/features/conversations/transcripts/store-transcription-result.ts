import { asc, eq, gt } from 'drizzle-orm'
import type { Tx } from '../../../platform/database/database.ts'
import { latestTime } from '../../../platform/database/queries/latest-time.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { conversations, messages } from '../../../platform/database/schema/conversations/conversations.ts'
import { transcripts } from '../../../platform/database/schema/conversations/transcripts.ts'
import type { Deps } from '../../../platform/deps.ts'
import { formatPreviewText } from '../../../platform/messages/preview-text.ts'
import { getRemainingBurstMs } from '../agent-replies/burst.ts'
import { loadConversation } from '../load-conversation.ts'
import { isShownInList } from '../messages/is-shown-in-list.ts'
import { presentMessage } from '../messages/present-message.ts'
import type { MessageRow } from '../ports.ts'
import { MAX_TRANSCRIPT_DELAY_MS } from './late-transcripts.ts'
import type { MessageTranscript } from './schedule-transcription.ts'

type TranscriptRow = typeof transcripts.$inferSelect
/** Columns of a transcript row that are set when the transcription has ended. */
export type TranscriptionResult = Pick<TranscriptRow, 'state' | 'text' | 'language' | 'durationS' | 'segments'>

export const FAILED_TRANSCRIPTION: TranscriptionResult = {
  state: 'failed',
  text: '',
  language: null,
  durationS: null,
  segments: [],
}

/** Stored result for audio that is too long, or for which the monthly cost limit is reached. A user can request its transcription. */
export const SKIPPED_TRANSCRIPTION: TranscriptionResult = { ...FAILED_TRANSCRIPTION, state: 'skipped' }

/** Maximum number of later messages to load. With more messages, the conversation has certainly continued. */
const MAX_MESSAGES_AFTER = 100

/**
 * Stores the result of a transcription and emits the changed message. Schedules the agent's answer if it waits for the transcript, or if
 * the agent has answered without it. The caller must have locked the message and its conversation.
 */
export async function storeTranscriptionResult(
  tx: Tx,
  deps: Pick<Deps, 'jobs' | 'clock' | 'config'>,
  message: MessageRow,
  result: TranscriptionResult,
): Promise<void> {
  const { tenantId, id: messageId, conversationId } = message
  const at = deps.clock.now()
  const [transcriptRow] = await tx.db
    .update(transcripts)
    .set(result)
    .where(whereTenant(transcripts, tenantId, eq(transcripts.messageId, messageId)))
    .returning({ storedAt: transcripts.storedAt })
  await updateMessageTranscript(tx, message, result, at)
  const isInList = await isShownInList(tx, message)
  if (isInList && result.state === 'done' && message.content === '')
    await tx.db
      .update(conversations)
      .set({
        lastMessagePreview: formatPreviewText(`Áudio: ${result.text}`),
        updatedAt: latestTime(conversations.updatedAt, at),
      })
      .where(whereTenant(conversations, tenantId, eq(conversations.id, conversationId)))
  const conversation = await loadConversation(tx.db, tenantId, conversationId)
  if (isInList) tx.emit({ name: 'conversation.changed', payload: { tenantId, conversation: conversation } })
  if (message.role === 'humano' && transcriptRow)
    await scheduleWaitingTurn(tx, deps, message, { ...transcriptRow, isDone: result.state === 'done' })
}

/** Stores state and text of a transcript in the message row and emits the changed message. */
export async function updateMessageTranscript(
  tx: Tx,
  message: MessageRow,
  { state, text }: MessageTranscript,
  at: Date,
): Promise<void> {
  const { tenantId, id, conversationId } = message
  const transcript: MessageTranscript = { state, text }
  await tx.db
    .update(messages)
    .set({ transcript, changedAt: at })
    .where(whereTenant(messages, tenantId, eq(messages.id, id)))
  const { lead_id: leadId } = await loadConversation(tx.db, tenantId, conversationId)
  const presented = presentMessage({ ...message, transcript })
  tx.emit({ name: 'message.changed', payload: { tenantId, leadId, conversationId, message: presented } })
}

/**
 * Schedules the agent's answer that waits for the transcript or file of a message. If the message was already answered without its
 * transcript, schedules another answer, unless the conversation has continued.
 */
export async function scheduleWaitingTurn(
  tx: Tx,
  { jobs, clock, config }: Pick<Deps, 'jobs' | 'clock' | 'config'>,
  { tenantId, conversationId, seq }: Pick<MessageRow, 'tenantId' | 'conversationId' | 'seq'>,
  { storedAt, isDone }: { storedAt: Date; isDone: boolean },
): Promise<void> {
  const conversationCondition = whereTenant(conversations, tenantId, eq(conversations.id, conversationId))
  const [conversation] = await tx.db.select().from(conversations).where(conversationCondition)
  if (!conversation) return
  const at = clock.now()
  const isAnswered = seq <= conversation.answeredSeq
  if (isAnswered) {
    if (
      !isDone ||
      at.getTime() - storedAt.getTime() > MAX_TRANSCRIPT_DELAY_MS ||
      (await hasConversationContinued(tx, { tenantId, conversationId, seq }))
    )
      return
    await tx.db
      .update(conversations)
      .set({ lateSeqs: [...conversation.lateSeqs, seq] })
      .where(conversationCondition)
  }
  const afterMs = isAnswered ? 0 : getRemainingBurstMs(config, conversation.lastClientMessageAt, at)
  await jobs.sendOrPostpone(tx, 'agent-turn', { tenantId, conversationId }, { key: conversationId, afterMs })
}

/** Whether the conversation has continued after an audio message: a user wrote, or the lead wrote after the agent's first answer. */
async function hasConversationContinued(
  tx: Tx,
  { tenantId, conversationId, seq }: Pick<MessageRow, 'tenantId' | 'conversationId' | 'seq'>,
): Promise<boolean> {
  const laterMessages = await tx.db
    .select({ role: messages.role, manual: messages.manual })
    .from(messages)
    .where(whereTenant(messages, tenantId, eq(messages.conversationId, conversationId), gt(messages.seq, seq)))
    .orderBy(asc(messages.seq))
    .limit(MAX_MESSAGES_AFTER)
  const answerIndex = laterMessages.findIndex(({ role }) => role === 'AI')
  return (
    laterMessages.length === MAX_MESSAGES_AFTER ||
    laterMessages.some(({ role, manual }, index) => manual || (role === 'humano' && index > answerIndex))
  )
}
