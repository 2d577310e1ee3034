import { mediaPath } from '@prosa/contract/calls/channels'
import type { LeadExport } from '@prosa/contract/entities/lead-export'
import { buildPath } from '@prosa/contract/http'
import { asc } from 'drizzle-orm'
import type { Tx } from '../../kernel/db/database.ts'
import { equalsAny } from '../../kernel/db/equals-any.ts'
import { media } from '../../kernel/db/schema/files.ts'
import { whereTenant } from '../../kernel/db/where-tenant.ts'

/** Returns the files of these messages, for an export of all data of a lead. */
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
