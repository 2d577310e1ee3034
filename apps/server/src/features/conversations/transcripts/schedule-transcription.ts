import type { Message } from '@prosa/contract/entities/conversations/message'
import { AUTO_TRANSCRIPTION_LIMITS, type Transcript } from '@prosa/contract/entities/conversations/transcript'
import { eq } from 'drizzle-orm'
import type { Tx } from '../../../platform/database/database.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { messages } from '../../../platform/database/schema/conversations/conversations.ts'
import { transcripts } from '../../../platform/database/schema/conversations/transcripts.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { Files, StoredFileRow } from '../../files/ports.ts'

export type ScheduleTranscriptionDeps = Pick<Deps, 'jobs' | 'transcriber'>

/** State and text of a transcript, as stored in the message row. */
export interface MessageTranscript {
  state: Transcript['state']
  text: string
}

/** Whether an audio is too long for automatic transcription. If the duration is unknown, compares the size in bytes. */
const isTooLongToTranscribe = ({ durationMs, size }: Pick<StoredFileRow, 'durationMs' | 'size'>): boolean =>
  durationMs === null ? size > AUTO_TRANSCRIPTION_LIMITS.maxBytes : durationMs > AUTO_TRANSCRIPTION_LIMITS.maxMs

/**
 * Schedules the transcription of a message's audio file, if a transcription service is configured. Call it in the transaction that adds the
 * file, so that file and job are stored together.
 * @returns the state of the transcript to store with the message, or null if the file is not transcribed
 */
export async function scheduleTranscription(
  tx: Tx,
  { jobs, transcriber }: ScheduleTranscriptionDeps,
  files: Pick<Files, 'findByMessage'>,
  { tenantId, messageId, type, at }: { tenantId: string; messageId: string; type: string | undefined; at: Date },
): Promise<MessageTranscript | null> {
  if (!transcriber || type !== 'audio') return null
  const audioFile = await files.findByMessage(tx, tenantId, messageId)
  if (!audioFile) return null
  // `storedAs` is the SHA-256 of the file's bytes.
  const sha256 = audioFile.storedAs
  const transcript: MessageTranscript = { state: isTooLongToTranscribe(audioFile) ? 'skipped' : 'waiting', text: '' }
  await tx.db
    .insert(transcripts)
    .values({ tenantId, messageId, state: transcript.state, sha256, storedAt: at })
    .onConflictDoNothing()
  await tx.db
    .update(messages)
    .set({ transcript: transcript })
    .where(whereTenant(messages, tenantId, eq(messages.id, messageId)))
  if (transcript.state === 'waiting') await enqueueTranscription(tx, { jobs }, { tenantId, messageId, sha256 })
  return transcript
}

/**
 * Schedules the transcription of a message's file, and returns the message with the state of the transcript. Returns the message unchanged
 * if its file is not transcribed.
 */
export async function addTranscriptState(
  tx: Tx,
  deps: ScheduleTranscriptionDeps,
  files: Pick<Files, 'findByMessage'>,
  { tenantId, message, at }: { tenantId: string; message: Message; at: Date },
): Promise<Message> {
  const transcript = await scheduleTranscription(tx, deps, files, {
    tenantId,
    messageId: message.message_id,
    type: message.type,
    at,
  })
  return transcript ? { ...message, transcript } : message
}

/**
 * Schedules a transcription job. The key makes jobs for identical audio run one after the other, so that later jobs reuse the first
 * transcript (HEAR-07).
 */
export const enqueueTranscription = (
  tx: Tx,
  { jobs }: Pick<Deps, 'jobs'>,
  { tenantId, messageId, sha256 }: { tenantId: string; messageId: string; sha256: string },
): Promise<void> => jobs.send(tx, 'transcribe', { tenantId, messageId }, { key: `${tenantId}:${sha256}` })
