import type { ExportSource } from '../exports/ports.ts'

/** Operations on the audit log for other features, except writing to it (platform/audit/audit.ts). */
export interface Audit {
  /** Writes the last hash of every organisation's audit chain to the server log. */
  logChainHeads: () => Promise<void>
  /** Source for exports of the audit log. */
  exportSource: ExportSource
}
