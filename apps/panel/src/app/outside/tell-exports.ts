import type { QueryClient } from '@tanstack/react-query'
import { onServerEvent } from '../../shared/realtime/socket.ts'

/** Says, wherever the person is by then, that a file that they asked for is there. @returns a function that ends it */
export const tellExports = (client: QueryClient): (() => void) =>
  onServerEvent('export_ready', (event) => {
    import('../../features/exports/tell-export.ts')
      .then(({ tellExport }) => tellExport(client, event))
      // The file stands under 'Dados' all the same.
      .catch(() => {})
  })
