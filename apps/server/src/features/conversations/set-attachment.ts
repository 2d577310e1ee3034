import type { Attachment } from '@prosa/contract/entities/message'
import { and, eq } from 'drizzle-orm'
import type { Tx } from '../../kernel/db/database.ts'
import { messages } from '../../kernel/db/schema/conversations.ts'
import { presentMessage, readAttachment } from './present-message.ts'
import { loadView } from './view.ts'

/** Puts on a message what came in after it, and tells those who have it open. */
export async function setAttachment(tx: Tx, tenantId: string, messageId: string, learned: Attachment): Promise<void> {
  const mine = and(eq(messages.tenantId, tenantId), eq(messages.id, messageId))
  const [row] = await tx.db.select().from(messages).where(mine).for('update')
  if (!row) return
  const attachment = { ...readAttachment(row.attachment), ...learned }
  await tx.db.update(messages).set({ attachment }).where(mine)
  const { lead_id: leadId } = await loadView(tx.db, tenantId, row.conversationId)
  const message = presentMessage({ ...row, attachment })
  tx.emit({ name: 'message.changed', payload: { tenantId, leadId, conversationId: row.conversationId, message } })
}
