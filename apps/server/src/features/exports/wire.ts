import type { Deps } from '../../kernel/deps.ts'
import type { Feature } from '../../kernel/feature.ts'
import { exportEvents } from './live.ts'
import { giveUpExport, makeExport, removeExport } from './make-export.ts'
import type { ExportSources, Exports } from './ports.ts'
import { exportRoutes } from './routes.ts'
import { withdrawExports } from './withdraw-exports.ts'

export const wireExports = (deps: Deps, { sources }: { sources: ExportSources }) =>
  ({
    port: { withdrawAll: (tx, tenantId) => withdrawExports(tx, deps, tenantId) },
    routes: (api) => exportRoutes(api, deps, sources),
    jobs: {
      'make-export': (job, _signal, failures) => makeExport(deps, sources, job, failures),
      'remove-export': (job) => removeExport(deps, job),
    },
    giveUps: { 'make-export': (job) => giveUpExport(deps, job) },
    live: exportEvents,
  }) satisfies Feature & { port: Exports }
