import type { startExport } from '@prosa/contract/calls/exports'
import type { BodyOf } from '@prosa/contract/define-call'
import { useQuery } from '@tanstack/react-query'
import { Button } from '../../shared/ui/button.tsx'
import { Menu, MenuItem } from '../../shared/ui/menu.tsx'
import { exportsQuery, useStartExport } from './queries.ts'

type Asked = BodyOf<typeof startExport>

/** Takes out what is shown, as a file that is made meanwhile and told of when it is there. */
export function ExportMenu({ kind, filter }: Pick<Asked, 'kind'> & { filter: () => Asked['filter'] }) {
  const { data: running = false } = useQuery({
    ...exportsQuery(),
    select: (exports) => exports.some(({ state }) => state === 'running'),
  })
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
