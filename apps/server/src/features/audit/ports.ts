import type { ExportSource } from '../exports/ports.ts'

/** Functions of the audit feature that other features call. Audit entries are written with platform/audit/audit.ts. */
export interface Audit {
  /** Writes the last hash of every organisation's hash chain to the server log. */
  logChainHeads: () => Promise<void>
  exportSource: ExportSource
}
