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

/** State and text of the transcript, as stored with the message. */
export interface MessageTranscript {
  state: Transcript['state']
  text: string
}

/** Returns whether an audio is too long for automatic transcription. */
const isTooLongToTranscribe = ({ durationMs, size }: Pick<StoredFileRow, 'durationMs' | 'size'>): boolean =>
  durationMs === null ? size > AUTO_TRANSCRIPTION_LIMITS.maxBytes : durationMs > AUTO_TRANSCRIPTION_LIMITS.maxMs

/**
 * Schedules the transcription of a message's file if it is audio and a transcription service is configured. Runs in the transaction that
 * adds the file to the message, so that both are stored or neither.
 * @returns the state to store with the message, or null if it is not transcribed
 */
export async function scheduleTranscription(
  tx: Tx,
  { jobs, transcriber }: ScheduleTranscriptionDeps,
  files: Pick<Files, 'ofMessage'>,
  { tenantId, messageId, type, at }: { tenantId: string; messageId: string; type: string | undefined; at: Date },
): Promise<MessageTranscript | null> {
  if (!transcriber || type !== 'audio') return null
  const sound = await files.ofMessage(tx, tenantId, messageId)
  if (!sound) return null
  // The name of its bytes is their SHA-256.
  const sha256 = sound.storedAs
  const told: MessageTranscript = { state: isTooLongToTranscribe(sound) ? 'skipped' : 'waiting', text: '' }
  await tx.db.insert(transcripts).values({ tenantId, messageId, state: told.state, sha256, storedAt: at }).onConflictDoNothing()
  await tx.db
    .update(messages)
    .set({ transcript: told })
    .where(whereTenant(messages, tenantId, eq(messages.id, messageId)))
  if (told.state === 'waiting') await enqueueTranscription(tx, { jobs }, { tenantId, messageId, sha256 })
  return told
}

/** Returns a message with the state of its transcript, if its file was received together with it and is transcribed. */
export async function addTranscriptState(
  tx: Tx,
  deps: ScheduleTranscriptionDeps,
  files: Pick<Files, 'ofMessage'>,
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
 * Schedules a transcription. Jobs with identical content run in sequence, so that the second finds the transcript of the first (HEAR-07).
 */
export const enqueueTranscription = (
  tx: Tx,
  { jobs }: Pick<Deps, 'jobs'>,
  { tenantId, messageId, sha256 }: { tenantId: string; messageId: string; sha256: string },
): Promise<void> => jobs.send(tx, 'transcribe', { tenantId, messageId }, { key: `${tenantId}:${sha256}` })
