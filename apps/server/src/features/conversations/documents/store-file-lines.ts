import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Tx } from '../../../platform/database/database.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { messages } from '../../../platform/database/schema/conversations/conversations.ts'
import type { FileContentSummary } from '../../../platform/files/file-content-summary.ts'
import { loadConversation } from '../load-conversation.ts'
import { presentMessage } from '../messages/present-message.ts'
import type { MessageRow, TurnConversation, TurnPart } from '../ports.ts'
import { buildFileLine } from './build-file-line.ts'

/**
 * Stores the one-line summary that is shown below a message's file, and emits the changed message. The caller has locked the message.
 */
export async function storeFileLine(tx: Tx, row: MessageRow, aboutFile: FileContentSummary, at: Date): Promise<void> {
  const { tenantId, id, conversationId } = row
  await tx.db
    .update(messages)
    .set({ aboutFile, changedAt: at })
    .where(whereTenant(messages, tenantId, eq(messages.id, id)))
  const { lead_id: leadId } = await loadConversation(tx.db, tenantId, conversationId)
  const message = presentMessage({ ...row, aboutFile })
  tx.emit({ name: 'message.changed', payload: { tenantId, leadId, conversationId, message } })
}

/**
 * Stores the one-line summaries that a model wrote for a lead's files. Skips deleted messages. The caller has locked the conversation.
 */
export async function storeFileLines(
  tx: Tx,
  { tenantId, conversationId }: TurnConversation,
  lines: NonNullable<TurnPart['lines']>,
  at: Date,
): Promise<void> {
  if (lines.length === 0) return
  const seqs = lines.map(({ seq }) => seq)
  const rows = await tx.db
    .select()
    .from(messages)
    .where(
      whereTenant(
        messages,
        tenantId,
        and(eq(messages.conversationId, conversationId), eq(messages.role, 'humano'), isNull(messages.revokedAt)),
        inArray(messages.seq, seqs),
      ),
    )
    .for('update')
  for (const row of rows) {
    const line = buildFileLine(lines.find(({ seq }) => seq === row.seq)?.line ?? '')
    const { text = '', since = at.toISOString() } = row.aboutFile ?? {}
    if (line !== '') await storeFileLine(tx, row, { state: 'done', line, text, since }, at)
  }
}
