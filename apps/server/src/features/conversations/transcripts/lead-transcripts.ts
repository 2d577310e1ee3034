import type { Transcript } from '@prosa/contract/entities/conversations/transcript'
import { asc, eq, inArray } from 'drizzle-orm'
import type { Tx } from '../../../platform/database/database.ts'
import { equalsAny } from '../../../platform/database/queries/equals-any.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { messages } from '../../../platform/database/schema/conversations/conversations.ts'
import { transcripts } from '../../../platform/database/schema/conversations/transcripts.ts'
import type { MessageRow } from '../ports.ts'
import { presentTranscript } from './request-transcript.ts'

/** Returns the transcripts of these messages, for a lead's data export. */
export async function exportTranscripts(tx: Tx, tenantId: string, messageIds: readonly string[]): Promise<Transcript[]> {
  const rows = await tx.db
    .select()
    .from(transcripts)
    .where(whereTenant(transcripts, tenantId, equalsAny(transcripts.messageId, messageIds)))
    .orderBy(asc(transcripts.storedAt), asc(transcripts.messageId))
  return rows.map(presentTranscript)
}

/** Deletes all transcripts of these conversations. The caller erases the copies in the message rows. */
export async function eraseTranscripts(tx: Tx, tenantId: string, conversationIds: readonly string[]): Promise<void> {
  const messageIdsOfConversations = tx.db
    .select({ id: messages.id })
    .from(messages)
    .where(whereTenant(messages, tenantId, inArray(messages.conversationId, [...conversationIds])))
  await tx.db
    .delete(transcripts)
    .where(whereTenant(transcripts, tenantId, inArray(transcripts.messageId, messageIdsOfConversations)))
}

export async function deleteTranscript(tx: Tx, { tenantId, id }: Pick<MessageRow, 'tenantId' | 'id'>): Promise<void> {
  await tx.db.delete(transcripts).where(whereTenant(transcripts, tenantId, eq(transcripts.messageId, id)))
}
