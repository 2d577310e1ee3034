import type { Deps } from '../../platform/deps.ts'
import type { Feature } from '../../platform/feature.ts'
import { auditExportSource } from './audit-export-source.ts'
import type { Audit } from './ports.ts'
import { auditRoutes } from './routes.ts'
import { logChainHeads, startAuditSealer } from './seal-audit-log.ts'

export function createAuditModule(deps: Deps) {
  const port: Audit = { logChainHeads: () => logChainHeads(deps), exportSource: auditExportSource }
  return {
    port,
    routes: (api) => auditRoutes(api, deps),
    start: () => startAuditSealer(deps),
  } satisfies Feature & { port: Audit }
}
