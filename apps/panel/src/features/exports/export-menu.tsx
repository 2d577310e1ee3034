import type { startExport } from '@prosa/contract/calls/reports/exports'
import type { CallBody } from '@prosa/contract/define-call'
import type { DataExport } from '@prosa/contract/entities/reports/export'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Button } from '../../shared/ui/buttons/button.tsx'
import { Menu, MenuItem } from '../../shared/ui/menus/menu.tsx'
import { notifyExportFinished } from './notify-export-finished.ts'
import { exportsQuery, useStartExport } from './queries.ts'

const NO_EXPORTS: readonly DataExport[] = []

type ExportRequest = CallBody<typeof startExport>

/**
 * Menu that exports the filtered data as a file. The server creates the file in the background; a notification appears when it is ready.
 */
export function ExportMenu({ kind, filter }: Pick<ExportRequest, 'kind'> & { filter: () => ExportRequest['filter'] }) {
  const client = useQueryClient()
  const { data: exports = NO_EXPORTS } = useQuery(exportsQuery())
  const isRunning = exports.some(({ state }) => state === 'running')
  const awaitedIds = useRef(new Set<string>())
  // Notifies of exports that finished while the real-time connection was lost, because their event was missed.
  useEffect(() => {
    for (const { id, state, filename } of exports) {
      if (state === 'running') awaitedIds.current.add(id)
      else if (awaitedIds.current.delete(id)) void notifyExportFinished(client, { exportId: id, state, filename })
    }
  }, [client, exports])
  const { mutate, isPending } = useStartExport()
  const requestExport = (format: ExportRequest['format']) => mutate({ kind, format, filter: filter() })
  const isBusy = isPending || isRunning
  return (
    <Menu
      align="end"
      trigger={
        <Button variant="ghost" busy={isBusy}>
          {isRunning ? 'Preparando o arquivo…' : 'Exportar'}
        </Button>
      }
    >
      <MenuItem onClick={() => requestExport('csv')}>Planilha (CSV)</MenuItem>
      <MenuItem onClick={() => requestExport('json')}>Dados (JSON)</MenuItem>
    </Menu>
  )
}
