import type { Deps } from '../../platform/deps.ts'
import type { Feature } from '../../platform/feature.ts'
import { deleteAllExports } from './delete-all-exports.ts'
import { exportEvents } from './events.ts'
import { deleteExport, makeExport, markExportFailed } from './make-export.ts'
import type { ExportSources, Exports } from './ports.ts'
import { exportRoutes } from './routes.ts'

export const createExportsModule = (deps: Deps, { sources }: { sources: ExportSources }) =>
  ({
    port: { deleteAll: (tx, tenantId) => deleteAllExports(tx, deps, tenantId) },
    routes: (api) => exportRoutes(api, deps, sources),
    jobs: {
      'make-export': (job, _signal, failures) => makeExport(deps, sources, job, failures),
      'remove-export': (job) => deleteExport(deps, job),
    },
    finalFailureHandlers: { 'make-export': (job) => markExportFailed(deps, job) },
    socketEvents: exportEvents,
  }) satisfies Feature & { port: Exports }
