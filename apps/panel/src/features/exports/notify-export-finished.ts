import type { ServerEvent } from '@prosa/contract/events'
import type { QueryClient } from '@tanstack/react-query'
import { notify } from '../../shared/notifications/notifications.ts'
import { downloadExportFile } from './download-export-file.ts'
import { exportsQuery } from './queries.ts'

/** Ids of exports whose end was already notified. */
const reportedExportIds = new Set<string>()

/** Notifies the user once, on any page, that an export is ready or has failed. */
export async function notifyExportFinished(
  client: QueryClient,
  { exportId, state, filename }: ServerEvent<'export_ready'>,
): Promise<void> {
  if (reportedExportIds.has(exportId)) return
  reportedExportIds.add(exportId)
  if (state === 'ready') {
    notify.success({
      title: 'O arquivo está pronto.',
      message: filename,
      action: { label: 'Baixar', run: () => downloadExportFile(exportId) },
      autoHide: false,
    })
    return client.invalidateQueries({ queryKey: exportsQuery().queryKey })
  }
  const exports = await client.fetchQuery({ ...exportsQuery(), staleTime: 0 })
  const message = exports.find(({ id }) => id === exportId)?.reason ?? 'Tente novamente.'
  notify.error({ title: 'O arquivo não foi preparado.', message })
}
