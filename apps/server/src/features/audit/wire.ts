import type { Deps } from '../../kernel/deps.ts'
import type { Feature } from '../../kernel/feature.ts'
import { auditExport } from './export-audit.ts'
import type { Audit } from './ports.ts'
import { auditRoutes } from './routes.ts'
import { keepSealing, logHeads } from './seal.ts'

export function wireAudit(deps: Deps) {
  const port: Audit = { logHeads: () => logHeads(deps), exported: auditExport }
  return {
    port,
    routes: (api) => auditRoutes(api, deps),
    start: () => keepSealing(deps),
  } satisfies Feature & { port: Audit }
}
