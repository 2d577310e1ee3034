import type { Attachment } from '@prosa/contract/entities/conversations/message'
import { eq } from 'drizzle-orm'
import type { Tx } from '../../../platform/database/database.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { messages } from '../../../platform/database/schema/conversations/conversations.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { Files } from '../../files/ports.ts'
import { scheduleDocumentReading } from '../documents/schedule-document-reading.ts'
import { lockImportedMessageForUpdate, setImportedAttachment } from '../imported-history/update-imported-message.ts'
import { loadConversation } from '../load-conversation.ts'
import { parseAttachment, presentMessage } from '../messages/present-message.ts'
import { lockMessageForUpdate } from '../outbound/advance-delivery-status.ts'
import type { MessageRow } from '../ports.ts'
import { type ScheduleTranscriptionDeps, scheduleTranscription } from '../transcripts/schedule-transcription.ts'
import { scheduleWaitingTurn } from '../transcripts/store-transcription-result.ts'

/** Locks a message, imported or not, until the transaction ends. See `Conversations.lockMessageForUpdate`. */
export async function lockAnyMessageForUpdate(tx: Tx, tenantId: string, messageId: string): Promise<void> {
  if (!(await lockImportedMessageForUpdate(tx, tenantId, messageId))) await lockMessageForUpdate(tx, tenantId, { id: messageId })
}

/** Adds a file that arrived after its message, schedules the transcription or reading of the file, and emits the changed message. */
export async function setMessageAttachment(
  tx: Tx,
  deps: ScheduleTranscriptionDeps & Pick<Deps, 'clock' | 'config'>,
  files: Pick<Files, 'findByMessage'>,
  { tenantId, messageId, newAttachment, at }: { tenantId: string; messageId: string; newAttachment: Attachment; at: Date },
): Promise<void> {
  if (await setImportedAttachment(tx, tenantId, messageId, newAttachment)) return
  const row = await updateMessageFile(
    tx,
    { tenantId, messageId },
    async ({ attachment, role, type, transcript, aboutFile }) => {
      const file = { tenantId, messageId, type, at }
      return {
        attachment: { ...parseAttachment(attachment), ...newAttachment },
        transcript: (await scheduleTranscription(tx, deps, files, file)) ?? transcript,
        aboutFile: (role === 'humano' ? await scheduleDocumentReading(tx, deps, files, file) : null) ?? aboutFile,
      }
    },
    at,
  )
  // The agent's answer waits for the files of the lead's messages. If this file needs no processing, the answer no longer waits for it.
  const isAwaited = row?.transcript?.state === 'waiting' || row?.aboutFile?.state === 'reading'
  if (row?.role === 'humano' && !isAwaited && (deps.transcriber || row.type === 'document' || row.type === 'image'))
    await scheduleWaitingTurn(tx, deps, row, { storedAt: at, isDone: false })
}

/** Marks the file of a message as unavailable and stores the reason. See `Conversations.markFileUnavailable`. */
export async function markFileUnavailable(tx: Tx, tenantId: string, messageId: string, reason: string, at: Date): Promise<void> {
  // The URL is removed, because there is no file to download.
  const unavailableFile = { url: undefined, state: 'refused', reason }
  if (await setImportedAttachment(tx, tenantId, messageId, unavailableFile)) return
  const getChanges = async ({ attachment }: MessageRow) => ({
    attachment: { ...parseAttachment(attachment), ...unavailableFile },
  })
  await updateMessageFile(tx, { tenantId, messageId }, getChanges, at)
}

/** Marks the image of an advertisement as stored, so that clients display it with the message that came from the advertisement. */
export async function setAdImageAvailable(tx: Tx, tenantId: string, messageId: string, at: Date): Promise<void> {
  await updateMessageFile(tx, { tenantId, messageId }, async ({ meta }) => ({ meta: { ...meta, adPicture: true } }), at)
}

async function updateMessageFile(
  tx: Tx,
  { tenantId, messageId }: { tenantId: string; messageId: string },
  getChanges: (row: MessageRow) => Promise<Partial<Pick<MessageRow, 'attachment' | 'meta' | 'transcript' | 'aboutFile'>>>,
  at: Date,
): Promise<MessageRow | null> {
  const row = await lockMessageForUpdate(tx, tenantId, { id: messageId })
  if (!row) return null
  const changes = await getChanges(row)
  await tx.db
    .update(messages)
    .set({ ...changes, changedAt: at })
    .where(whereTenant(messages, tenantId, eq(messages.id, messageId)))
  const { lead_id: leadId } = await loadConversation(tx.db, tenantId, row.conversationId)
  const message = presentMessage({ ...row, ...changes })
  tx.emit({ name: 'message.changed', payload: { tenantId, leadId, conversationId: row.conversationId, message } })
  return { ...row, ...changes }
}
