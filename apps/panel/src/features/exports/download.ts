import { exportFilePath } from '@prosa/contract/calls/exports'
import { fillPath } from '@prosa/contract/http'
import { env } from '../../shared/config/env.ts'
import { saveFrom } from '../../shared/lib/save-file.ts'

/** Where a file that was asked for lies, for whoever asked. */
export const exportAddress = (id: string): string => `${env.apiBaseUrl}${fillPath(exportFilePath, { id })}`

/** Takes a file out without leaving the page. */
export function download(id: string): void {
  saveFrom(exportAddress(id))
}
