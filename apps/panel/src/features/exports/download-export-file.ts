import { exportFilePath } from '@prosa/contract/calls/reports/exports'
import { buildPath } from '@prosa/contract/http'
import { downloadFromUrl } from '../../shared/browser/download-file.ts'
import { env } from '../../shared/config/env.ts'

/** Returns the download URL of an exported file. Only the user who requested the export can download it. */
export const getExportUrl = (id: string): string => `${env.apiBaseUrl}${buildPath(exportFilePath, { id })}`

/** Downloads an exported file without leaving the page. */
export function downloadExportFile(id: string): void {
  downloadFromUrl(getExportUrl(id))
}
