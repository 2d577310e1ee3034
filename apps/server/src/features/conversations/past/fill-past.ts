import type { Attachment } from '@prosa/contract/entities/message'
import { eq } from 'drizzle-orm'
import type { Tx } from '../../../kernel/db/database.ts'
import { ofTenant } from '../../../kernel/db/of-tenant.ts'
import { pastMessages } from '../../../kernel/db/schema/past.ts'
import { readAttachment } from '../present-message.ts'
import { loadView } from '../view.ts'
import type { PastFilling } from './ports.ts'
import { amendedIn, presentPast } from './present-past.ts'

/** Type of an imported message whose file is still on the phone. */
const PLACEHOLDER = 'media_placeholder'

const byChannelId = (tenantId: string, channelId: string) =>
  ofTenant(pastMessages, tenantId, eq(pastMessages.channelId, channelId))

/** Adds data that arrived later to an imported message. See `Conversations.fillPast`. */
export async function fillPast(
  tx: Tx,
  { tenantId, channelId, ...learned }: PastFilling,
): Promise<{ found: boolean; messageId: string | null }> {
  const [row] = await tx.db.select().from(pastMessages).where(byChannelId(tenantId, channelId)).for('update')
  if (!row) return { found: false, messageId: null }
  // On repetition the file may already be stored; a deleted message gets none.
  const { editedAt, revokedAt } = amendedIn(row)
  if (row.type !== PLACEHOLDER || revokedAt) return { found: true, messageId: null }
  const content = editedAt ? row.content : learned.content
  await change(tx, row, { ...learned, content, meta: { ...row.meta, ...learned.meta } })
  return { found: true, messageId: row.id }
}

/** Locks an imported message and returns it, or null if there is none with this id. */
export async function holdPast(tx: Tx, tenantId: string, messageId: string): Promise<typeof pastMessages.$inferSelect | null> {
  const [row] = await tx.db
    .select()
    .from(pastMessages)
    .where(ofTenant(pastMessages, tenantId, eq(pastMessages.id, messageId)))
    .for('update')
  return row ?? null
}

/** Adds the downloaded file to an imported message. Returns false if there is none with this id. */
export async function setPastAttachment(tx: Tx, tenantId: string, messageId: string, learned: Attachment): Promise<boolean> {
  const row = await holdPast(tx, tenantId, messageId)
  if (!row) return false
  await change(tx, row, { attachment: { ...readAttachment(row.attachment), ...learned } })
  return true
}

async function change(
  tx: Tx,
  row: typeof pastMessages.$inferSelect,
  changes: Partial<Pick<typeof pastMessages.$inferSelect, 'type' | 'content' | 'attachment' | 'meta'>>,
): Promise<void> {
  const { tenantId, conversationId, id } = row
  await tx.db
    .update(pastMessages)
    .set(changes)
    .where(ofTenant(pastMessages, tenantId, eq(pastMessages.id, id)))
  const { lead_id: leadId } = await loadView(tx.db, tenantId, conversationId)
  tx.emit({
    name: 'message.changed',
    payload: { tenantId, leadId, conversationId, message: presentPast({ ...row, ...changes }) },
  })
}
