import type { Message } from '@prosa/contract/entities/conversations/message'
import { classifyKnowledgeFile, type KnowledgeFormat } from '@prosa/contract/rules/files/knowledge-files'
import { eq } from 'drizzle-orm'
import type { Tx } from '../../../platform/database/database.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { messages } from '../../../platform/database/schema/conversations/conversations.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { FileContentSummary } from '../../../platform/files/file-content-summary.ts'
import type { Files, StoredFileRow } from '../../files/ports.ts'
import { presentFileLine } from './present-file-line.ts'

/** Returns the format of a lead's document, or null if documents of this type or size are not read. */
export function getReadableFormat({ mimeType, filename, size }: StoredFileRow): Extract<KnowledgeFormat, 'pdf' | 'docx'> | null {
  const classification = classifyKnowledgeFile('file', {
    mimeType: mimeType.split(';')[0]?.trim() ?? '',
    filename: filename ?? '',
    size,
  })
  return 'format' in classification && (classification.format === 'pdf' || classification.format === 'docx')
    ? classification.format
    : null
}

interface DocumentMessage {
  tenantId: string
  messageId: string
  type: string | undefined
  at: Date
}

/**
 * Schedules the job that reads a lead's document, if the format is supported. Call it in the transaction that adds the file to the message.
 * @returns the state that is stored with the message, or null if the file is not read
 */
export async function scheduleDocumentReading(
  tx: Tx,
  { jobs }: Pick<Deps, 'jobs'>,
  files: Pick<Files, 'findByMessage'>,
  { tenantId, messageId, type, at }: DocumentMessage,
): Promise<FileContentSummary | null> {
  if (type !== 'document') return null
  const file = await files.findByMessage(tx, tenantId, messageId)
  if (!file || getReadableFormat(file) === null) return null
  const aboutFile: FileContentSummary = { state: 'reading', line: '', text: '', since: at.toISOString() }
  await tx.db
    .update(messages)
    .set({ aboutFile })
    .where(whereTenant(messages, tenantId, eq(messages.id, messageId)))
  await jobs.send(tx, 'read-document', { tenantId, messageId }, { key: messageId })
  return aboutFile
}

/**
 * Schedules the reading of a message's document, and returns the message with the reading state. Returns the message unchanged if its file
 * is not read.
 */
export async function addDocumentState(
  tx: Tx,
  deps: Pick<Deps, 'jobs'>,
  files: Pick<Files, 'findByMessage'>,
  { tenantId, message, at }: { tenantId: string; message: Message; at: Date },
): Promise<Message> {
  const fileSummary = await scheduleDocumentReading(tx, deps, files, {
    tenantId,
    messageId: message.message_id,
    type: message.type,
    at,
  })
  return fileSummary ? { ...message, ...presentFileLine(fileSummary) } : message
}
