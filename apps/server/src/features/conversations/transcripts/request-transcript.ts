import { canRequestTranscript, type Transcript } from '@prosa/contract/entities/conversations/transcript'
import { eq } from 'drizzle-orm'
import type { Identity } from '../../../platform/access/identity.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { messages } from '../../../platform/database/schema/conversations/conversations.ts'
import { transcripts } from '../../../platform/database/schema/conversations/transcripts.ts'
import type { Deps } from '../../../platform/deps.ts'
import { errors } from '../../../platform/errors.ts'
import { lockMessageForUpdate } from '../outbound/advance-delivery-status.ts'
import { enqueueTranscription } from './schedule-transcription.ts'
import { updateMessageTranscript } from './store-transcription-result.ts'

type TranscriptRow = typeof transcripts.$inferSelect

export const presentTranscript = ({
  messageId,
  state,
  text,
  language,
  durationS,
  segments,
  askedBy,
}: TranscriptRow): Transcript => ({
  message_id: messageId,
  state,
  text,
  language,
  duration_s: durationS,
  segments,
  asked_by: askedBy,
})

/**
 * Returns the transcript of a message.
 * @throws 404 if the message or its transcript does not exist; 501 if the transcript is missing because no transcription service is
 * configured
 */
export async function getTranscript(
  tx: Tx,
  { transcriber }: Pick<Deps, 'transcriber'>,
  tenantId: string,
  messageId: string,
): Promise<Transcript> {
  const [match] = await tx.db
    .select({ row: transcripts })
    .from(messages)
    .leftJoin(transcripts, whereTenant(transcripts, messages.tenantId, eq(transcripts.messageId, messages.id)))
    .where(whereTenant(messages, tenantId, eq(messages.id, messageId)))
  if (match?.row) return presentTranscript(match.row)
  throw match && !transcriber ? errors.notImplemented() : errors.notFound()
}

/**
 * Starts a transcription again that failed, or was skipped because the audio is long. Does nothing in other states, so that two clicks
 * start it once (HEAR-10).
 * @throws as `getTranscript`; 501 if no transcription service is configured
 */
export async function requestTranscript(
  tx: Tx,
  deps: Pick<Deps, 'jobs' | 'clock' | 'transcriber'>,
  { tenantId, userId }: Identity,
  messageId: string,
): Promise<Transcript> {
  const message = await lockMessageForUpdate(tx, tenantId, { id: messageId })
  if (message && !deps.transcriber) throw errors.notImplemented()
  const transcriptCondition = whereTenant(transcripts, tenantId, eq(transcripts.messageId, messageId))
  const [row] = await tx.db.select().from(transcripts).where(transcriptCondition).for('update')
  if (!message || !row) throw errors.notFound()
  if (!canRequestTranscript(row.state)) return presentTranscript(row)
  const restartedColumns = { state: 'waiting', askedBy: userId, calls: 0 } as const
  await tx.db.update(transcripts).set(restartedColumns).where(transcriptCondition)
  await updateMessageTranscript(tx, message, { state: 'waiting', text: '' }, deps.clock.now())
  await enqueueTranscription(tx, deps, row)
  return presentTranscript({ ...row, ...restartedColumns })
}
