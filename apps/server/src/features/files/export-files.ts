import { mediaPath } from '@prosa/contract/calls/whatsapp/channels'
import type { LeadExport } from '@prosa/contract/entities/conversations/lead-export'
import { buildPath } from '@prosa/contract/http'
import { asc } from 'drizzle-orm'
import type { Tx } from '../../platform/database/database.ts'
import { equalsAny } from '../../platform/database/queries/equals-any.ts'
import { whereTenant } from '../../platform/database/queries/where-tenant.ts'
import { media } from '../../platform/database/schema/conversations/files.ts'

/** Returns the files of these messages for the lead's data export, oldest first. */
export async function exportFiles(tx: Tx, tenantId: string, messageIds: readonly string[]): Promise<LeadExport['media']> {
  const rows = await tx.db
    .select()
    .from(media)
    .where(whereTenant(media, tenantId, equalsAny(media.messageId, messageIds)))
    .orderBy(asc(media.createdAt))
  return rows.map((row) => ({
    message_id: row.messageId,
    kind: row.kind,
    mime_type: row.mimeType,
    filename: row.filename,
    size: row.size,
    state: row.state,
    url: `/api${buildPath(mediaPath, { messageId: row.messageId })}`,
    created_at: row.createdAt.toISOString(),
  }))
}
