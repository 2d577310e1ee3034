import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { DataExport } from '@prosa/contract/entities/reports/export'
import type { exports } from '../../platform/database/schema/organisation/tenants.ts'
import type { Deps } from '../../platform/deps.ts'
import { getPartialFilePath } from '../../platform/files/partial-file-path.ts'

export type ExportRecord = typeof exports.$inferSelect

/** Returns the folder of an organisation's export files, which are named by export id. */
export const getExportFolder = ({ config }: Pick<Deps, 'config'>, tenantId: string): string =>
  join(config.dataDir, 'exports', tenantId)

/** Deletes the file of an export, and the partial file of an interrupted attempt. */
export async function removeExportFile(deps: Pick<Deps, 'config'>, tenantId: string, exportId: string): Promise<void> {
  const path = join(getExportFolder(deps, tenantId), exportId)
  for (const file of [path, getPartialFilePath(path)]) await rm(file, { force: true })
}

export const presentExport = (row: ExportRecord): DataExport => ({
  id: row.id,
  kind: row.kind,
  format: row.format,
  filename: row.filename,
  state: row.state,
  reason: row.reason,
  rows: row.rows,
  size: row.size,
  created_at: row.createdAt.toISOString(),
  expires_at: row.expiresAt.toISOString(),
})
