import type { startExport } from '@prosa/contract/calls/exports'
import type { BodyOf } from '@prosa/contract/define-call'
import type { DataExport } from '@prosa/contract/entities/export'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Button } from '../../shared/ui/button.tsx'
import { Menu, MenuItem } from '../../shared/ui/menu.tsx'
import { exportsQuery, useStartExport } from './queries.ts'
import { tellExport } from './tell-export.ts'

const NONE: readonly DataExport[] = []

type Asked = BodyOf<typeof startExport>

/** Menu that exports the filtered data as a file. The file is created in the background; a notification reports when it is ready. */
export function ExportMenu({ kind, filter }: Pick<Asked, 'kind'> & { filter: () => Asked['filter'] }) {
  const client = useQueryClient()
  const { data: exports = NONE } = useQuery(exportsQuery())
  const running = exports.some(({ state }) => state === 'running')
  const awaited = useRef(new Set<string>())
  // The event may have been missed while the connection was lost.
  useEffect(() => {
    for (const { id, state, filename } of exports) {
      if (state === 'running') awaited.current.add(id)
      else if (awaited.current.delete(id)) void tellExport(client, { exportId: id, state, filename })
    }
  }, [client, exports])
  const { mutate, isPending } = useStartExport()
  const ask = (format: Asked['format']) => mutate({ kind, format, filter: filter() })
  const isBusy = isPending || running
  return (
    <Menu
      align="end"
      trigger={
        <Button variant="ghost" busy={isBusy}>
          {running ? 'Preparando o arquivo…' : 'Exportar'}
        </Button>
      }
    >
      <MenuItem onClick={() => ask('csv')}>Planilha (CSV)</MenuItem>
      <MenuItem onClick={() => ask('json')}>Dados (JSON)</MenuItem>
    </Menu>
  )
}
