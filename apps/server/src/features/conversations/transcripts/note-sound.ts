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

/** What a message says of its transcript. */
export interface Told {
  state: Transcript['state']
  text: string
}

/** Longer than what is transcribed without being asked for. */
const isLong = ({ durationMs, size }: Pick<KeptFile, 'durationMs' | 'size'>): boolean =>
  durationMs === null ? size > TRANSCRIBED.maxBytes : durationMs > TRANSCRIBED.maxMs

/** The name of a sound's bytes, by which the same is known again. */
const shaOf = ({ sha256, storedAs }: KeptFile): string => sha256 ?? storedAs

/**
 * A message's file is here: where that is a sound, and somebody transcribes, it is to become text. In the transaction that puts the file into
 * the message, so that neither is there without the other.
 * @returns what the message says of it from now on; null: nothing
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
  const told: Told = { state: isLong(sound) ? 'skipped' : 'waiting', text: '' }
  await tx.db
    .insert(transcripts)
    .values({ tenantId, messageId, state: told.state, sha256: shaOf(sound), storedAt: at })
    .onConflictDoNothing()
  await tx.db
    .update(messages)
    .set({ transcript: told })
    .where(ofTenant(messages, tenantId, eq(messages.id, messageId)))
  if (told.state === 'waiting') await queueSound(tx, { jobs }, { tenantId, messageId, sha256: shaOf(sound) })
  return told
}

/** A message whose file came with it, with what it says of its transcript. */
export async function withSound(
  tx: Tx,
  deps: NoteDeps,
  files: Pick<Files, 'ofMessage'>,
  { tenantId, message, at }: { tenantId: string; message: Message; at: Date },
): Promise<Message> {
  const transcript = await noteSound(tx, deps, files, { tenantId, messageId: message.message_id, type: message.type, at })
  return transcript ? { ...message, transcript } : message
}

/** One after the other for each content: whoever comes second finds the first one's text (HEAR-07). */
export const queueSound = (
  tx: Tx,
  { jobs }: Pick<Deps, 'jobs'>,
  { tenantId, messageId, sha256 }: { tenantId: string; messageId: string; sha256: string },
): Promise<void> => jobs.send(tx, 'transcribe', { tenantId, messageId }, { key: `${tenantId}:${sha256}` })
