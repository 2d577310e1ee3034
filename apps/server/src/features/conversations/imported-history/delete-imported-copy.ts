import { eq } from 'drizzle-orm'
import type { Tx } from '../../../platform/database/database.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { importedMessages } from '../../../platform/database/schema/whatsapp/imported-history.ts'
import type { Files } from '../../files/ports.ts'
import { markEditsPending } from '../edits/pending-edits.ts'

/** Deletes the imported copy of a message that the channel has now delivered itself. The caller must have locked the conversation. */
export async function deleteImportedCopy(
  tx: Tx,
  files: Pick<Files, 'deleteMessageFiles'>,
  { tenantId, leadId, channelId }: { tenantId: string; leadId: string; channelId: string | null | undefined },
): Promise<void> {
  if (!channelId) return
  const deletedRows = await tx.db
    .delete(importedMessages)
    .where(whereTenant(importedMessages, tenantId, eq(importedMessages.channelId, channelId)))
    .returning({ id: importedMessages.id })
  if (deletedRows.length === 0) return
  await markEditsPending(tx, tenantId, channelId)
  await files.deleteMessageFiles(tx, tenantId, { leadId, messageIds: deletedRows.map(({ id }) => id), visitor: null })
}
