import type { Message } from '@prosa/contract/entities/message'
import { TRANSCRIBED, type Transcript } from '@prosa/contract/entities/transcript'
import { eq } from 'drizzle-orm'
import type { Tx } from '../../../kernel/db/database.ts'
import { ofTenant } from '../../../kernel/db/of-tenant.ts'
import { messages } from '../../../kernel/db/schema/conversations.ts'
import { transcripts } from '../../../kernel/db/schema/transcripts.ts'
import type { Deps } from '../../../kernel/deps.ts'
import type { Files, KeptFile } from '../../files/ports.ts'

export type NoteDeps = Pick<Deps, 'jobs' | 'transcriber'>

/** State and text of the transcript, as stored with the message. */
export interface Told {
  state: Transcript['state']
  text: string
}

/** Returns whether an audio is too long for automatic transcription. */
const isLong = ({ durationMs, size }: Pick<KeptFile, 'durationMs' | 'size'>): boolean =>
  durationMs === null ? size > TRANSCRIBED.maxBytes : durationMs > TRANSCRIBED.maxMs

/**
 * Schedules the transcription of a message's file if it is audio and a transcription service is configured. Runs in the transaction that
 * adds the file to the message, so that both are stored or neither.
 * @returns the state to store with the message, or null if it is not transcribed
 */
export async function noteSound(
  tx: Tx,
  { jobs, transcriber }: NoteDeps,
  files: Pick<Files, 'ofMessage'>,
  { tenantId, messageId, type, at }: { tenantId: string; messageId: string; type: string | undefined; at: Date },
): Promise<Told | null> {
  if (!transcriber || type !== 'audio') return null
  const sound = await files.ofMessage(tx, tenantId, messageId)
  if (!sound) return null
  // The name of its bytes is their SHA-256.
  const sha256 = sound.storedAs
  const told: Told = { state: isLong(sound) ? 'skipped' : 'waiting', text: '' }
  await tx.db.insert(transcripts).values({ tenantId, messageId, state: told.state, sha256, storedAt: at }).onConflictDoNothing()
  await tx.db
    .update(messages)
    .set({ transcript: told })
    .where(ofTenant(messages, tenantId, eq(messages.id, messageId)))
  if (told.state === 'waiting') await queueSound(tx, { jobs }, { tenantId, messageId, sha256 })
  return told
}

/** Returns a message with the state of its transcript, if its file was received together with it and is transcribed. */
export async function withSound(
  tx: Tx,
  deps: NoteDeps,
  files: Pick<Files, 'ofMessage'>,
  { tenantId, message, at }: { tenantId: string; message: Message; at: Date },
): Promise<Message> {
  const transcript = await noteSound(tx, deps, files, { tenantId, messageId: message.message_id, type: message.type, at })
  return transcript ? { ...message, transcript } : message
}

/**
 * Schedules a transcription. Jobs with identical content run in sequence, so that the second finds the transcript of the first (HEAR-07).
 */
export const queueSound = (
  tx: Tx,
  { jobs }: Pick<Deps, 'jobs'>,
  { tenantId, messageId, sha256 }: { tenantId: string; messageId: string; sha256: string },
): Promise<void> => jobs.send(tx, 'transcribe', { tenantId, messageId }, { key: `${tenantId}:${sha256}` })
