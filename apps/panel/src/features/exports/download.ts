import { exportFilePath } from '@prosa/contract/calls/exports'
import { fillPath } from '@prosa/contract/http'
import { env } from '../../shared/config/env.ts'
import { saveFrom } from '../../shared/lib/save-file.ts'

/** Returns the URL of an exported file. Only the user who requested it can download it. */
export const exportAddress = (id: string): string => `${env.apiBaseUrl}${fillPath(exportFilePath, { id })}`

/** Downloads an exported file without leaving the page. */
export function download(id: string): void {
  saveFrom(exportAddress(id))
}
